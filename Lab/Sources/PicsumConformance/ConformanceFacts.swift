// Facts about a server that a conformance run needs before its cases.
import FoundationEssentials
import Photos

/// Photo in the listing of a server.
struct ListedPhoto: Codable, Hashable, Sendable {
    let id: String
    let author: String
    let width: Int
    let height: Int
    let url: String
    let download_url: String

    /// JSON object as the service's encoder writes it.
    var json: String {
        JSONValue.object([
            ("id", .string(id)), ("author", .string(author)), ("width", .integer(width)), ("height", .integer(height)),
            ("url", .string(url)), ("download_url", .string(download_url)),
        ]).text(.line)
    }

    static func list(in body: [UInt8]) -> [ListedPhoto]? {
        try? JSONDecoder().decode([ListedPhoto].self, from: Data(body))
    }

    static func object(in body: [UInt8]) -> ListedPhoto? {
        try? JSONDecoder().decode(ListedPhoto.self, from: Data(body))
    }
}

/// Values for the placeholders in the table.
struct ConformanceFacts {
    /// Without a trailing slash.
    let root: String
    let photo: ListedPhoto
    /// Number of the last page with photos on it, at 100 a page.
    let lastPage: Int
    let photoCount: Int
    /// Scheme and authority of the image host.
    let imageRoot: String

    /// Queries the server. The last page is found by doubling and bisection, so a long list costs few requests.
    init(root: String, client: ProbeClient) throws(ConformanceFailure) {
        func page(_ number: Int) throws(ConformanceFailure) -> [ListedPhoto] {
            let response = try client.send("GET", "\(root)/v2/list?page=\(number)&limit=100")
            guard response.status == 200, let photos = ListedPhoto.list(in: response.body) else {
                throw ConformanceFailure(
                    description: "\(root) does not list photos: status \(response.status) for /v2/list.",
                    isBadURL: false)
            }
            return photos
        }
        let first = try page(1)
        // Prefers a photo within the size limit, whose original may be requested and does not take minutes to paint.
        guard let photo = first.first(where: { max($0.width, $0.height) <= 5000 }) ?? first.first else {
            throw ConformanceFailure(description: "\(root) lists no photo at all.", isBadURL: false)
        }
        var full = 1
        var empty = 2
        while try !page(empty).isEmpty {
            full = empty
            empty *= 2
        }
        while empty - full > 1 {
            let middle = (full + empty) / 2
            if try page(middle).isEmpty { empty = middle } else { full = middle }
        }
        let onLastPage = try page(full).count
        let response = try client.send("GET", "\(root)/id/\(photo.id)/100")
        guard let location = response["Location"].flatMap(SplitURL.init) else {
            throw ConformanceFailure(description: "\(root)/id/\(photo.id)/100 does not redirect.", isBadURL: false)
        }
        self.root = root
        self.photo = photo
        lastPage = full
        photoCount = (full - 1) * 100 + onLastPage
        imageRoot = location.root
    }

    /// Returns the text with its placeholders filled in.
    func fill(_ text: String) -> String {
        text.replacing("{id}", with: photo.id).replacing("{w}", with: String(photo.width))
            .replacing("{h}", with: String(photo.height)).replacing("{root}", with: root)
            .replacing("{last}", with: String(lastPage))
    }
}

/// Absolute http or https URL, split into its parts.
struct SplitURL: Hashable, Sendable {
    /// Scheme and authority.
    let root: String
    let path: String
    let query: String

    init?(_ text: String) {
        guard text.hasPrefix("http://") || text.hasPrefix("https://"), let scheme = text.firstRange(of: "://") else {
            return nil
        }
        let rest = text[scheme.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard slash > rest.startIndex else { return nil }
        root = String(text[..<slash])
        let target = rest[slash...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target.first ?? "")
        query = target.count > 1 ? String(target[1]) : ""
    }
}
