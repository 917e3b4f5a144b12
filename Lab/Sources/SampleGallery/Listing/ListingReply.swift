// Listings and the info object: limits, Link header, JSON.
import Photos

/// Requested part of the list, after the service's limits.
struct ListingRange: Hashable, Sendable {
    private static let usualLimit = 30
    private static let largestLimit = 100

    let page: Int
    let limit: Int

    /// Parses the query. A page or limit that is below 1 or not a number becomes the default; a limit above 100 becomes
    /// 100.
    init(_ query: QueryString) {
        let page = query["page"].flatMap { Int($0) } ?? 1
        let limit = query["limit"].flatMap { Int($0) } ?? Self.usualLimit
        self.page = page < 1 ? 1 : page
        self.limit = limit < 1 ? Self.usualLimit : min(limit, Self.largestLimit)
    }

    /// Position of the first photo; nil when it exceeds an Int. The real service fails there with an empty 500; here
    /// such a page is past the end.
    var offset: Int? {
        let (offset, overflow) = limit.multipliedReportingOverflow(by: page - 1)
        return overflow ? nil : offset
    }

    /// Returns the Link header. The first page has only a next link, even when there is no next page; a short page has
    /// only a previous one.
    func linkHeader(root: String, itemsOnPage: Int) -> String {
        func link(_ page: Int, _ relation: String) -> String {
            "<\(root)/v2/list?page=\(page)&limit=\(limit)>; rel=\"\(relation)\""
        }
        if page == 1 { return link(2, "next") }
        let previous = link(page - 1, "prev")
        return itemsOnPage < limit || page == .max ? previous : previous + ", " + link(page + 1, "next")
    }
}

extension SamplePhoto {
    /// Returns the object of the listing and of `/info`.
    func json(root: String) -> JSONValue { ListingFaults().json(of: self, at: 0, root: root) }

    /// Returns the object of the deprecated `/list`, in which the id is a number.
    func oldJSON(root: String) -> JSONValue {
        .object([
            ("format", .string("jpeg")), ("width", .integer(size.width)), ("height", .integer(size.height)),
            ("filename", .string(id + ".jpeg")), ("id", .integer(number)), ("author", .string(author)),
            ("author_url", .string(page(root: root))), ("post_url", .string(page(root: root))),
        ])
    }

    /// Returns the address of a page that exists; on the real service this is the photo's page at Unsplash.
    func page(root: String) -> String { "\(root)/images#\(id)" }
}

/// Replies in JSON.
enum ListingReply {
    static func page(
        _ photos: [SamplePhoto], range: ListingRange, root: String, faults: ListingFaults = ListingFaults()
    ) -> Reply {
        let list = JSONValue.array(photos.enumerated().map { faults.json(of: $0.element, at: $0.offset, root: root) })
        var reply = faults.emptyObjectBytes > 0 ? faults.emptyObjects : .json(list.text(.line))
        reply.add("Access-Control-Expose-Headers", "Link")
        reply.add("Link", range.linkHeader(root: root, itemsOnPage: photos.count))
        return reply
    }

    /// Returns every photo; Go writes a list that was never appended to as null.
    static func oldList(_ catalogue: Catalogue, root: String) -> Reply {
        let photos = catalogue.photos(from: 0, limit: catalogue.count).map { $0.oldJSON(root: root) }
        return .json((photos.isEmpty ? .null : JSONValue.array(photos)).text(.line))
    }

    static func info(_ photo: SamplePhoto, root: String) -> Reply { .json(photo.json(root: root).text(.line)) }
}

extension Reply {
    /// Returns status 200 with one line of JSON.
    static func json(_ line: String) -> Reply {
        Reply(status: 200, headers: [("Content-Type", "application/json"), noStore], body: line + "\n")
    }
}
