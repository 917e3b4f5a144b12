// Targets for words: of servers, of listings, of the command line and the clipboard, of names and searches.
import FoundationEssentials
import Photos

@testable import Browse
@testable import ImagePipeline
@testable import Library
@testable import PhotoSources

extension FuzzTarget {
    static let words = [
        FuzzTarget(name: "http") { try http($0) },
        FuzzTarget(name: "link") { link($0) },
        FuzzTarget(name: "listing") { try listing($0) },
        FuzzTarget(name: "address") { try address($0) },
        FuzzTarget(name: "search") { try search($0) },
        FuzzTarget(name: "names") { try names($0) },
        FuzzTarget(name: "stored") { try stored($0) },
    ]

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Reads a status and the header fields of an answer, one a line.
    private static func http(_ bytes: [UInt8]) throws {
        let lines = text(bytes).split(separator: "\n", omittingEmptySubsequences: false)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let head = TransferHead(status: lines.first.flatMap { Int($0) } ?? 200, headers: headers)
        let now = 1_700_000_000
        _ = (head.isResumable, head.rangeValidator, head.foreignType, head.failure(now: now))
        try expect(head.totalLength.map { $0 >= 0 } ?? true, "a length below 0")
        if let range = head.contentRange {
            try expect(range.first <= range.last && range.total ?? .max > range.last, "the range \(range)")
        }
        let metadata = ResponseMetadata(head, at: now)
        for time in [now, now + 1000, 0] {
            _ = (metadata.freshness(at: time), metadata.maySubstitute(for: .httpStatus(503), at: time))
        }
        _ = metadata.updated(by: head, at: now + 1)
        for value in headers.values {
            _ = HTTPDate.seconds(value)
            let control = CacheControl(value)
            try expect(control.maxAge.map { $0 >= 0 } ?? true, "an age below 0")
        }
    }

    /// Reads stored searches, one a line, as the settings have them.
    private static func stored(_ bytes: [UInt8]) throws {
        let lines = text(bytes).split(separator: "\n").map(String.init)
        let searches = StoredSearches(lines, lastMonth: "last month")
        try expect(searches.texts.count <= StoredSearches.most, "\(searches.texts.count) searches")
        for search in searches.list {
            try expect(!search.narrowing.isEmpty, "a search for everything")
            try expect(search.narrowing.search.count <= Narrowing.longestSearch, "a search that is too long")
            try expect(
                StoredSearch(search.text, lastMonth: "last month") == search,
                "a search that is another one when it is read again")
        }
    }

    private static func link(_ bytes: [UInt8]) {
        let header = LinkHeader(text(bytes))
        for link in header.links { _ = LinkHeader.number("limit", in: link.target) }
        _ = header.target("next")
    }

    private static func listing(_ bytes: [UInt8]) throws {
        guard let listing = try? PicsumListing(json: bytes, title: "a") else { return }
        try expect(listing.itemCount <= PicsumListing.mostItems, "\(listing.itemCount) items")
        try expect(listing.photos.count <= listing.itemCount, "more photos than items")
        for photo in listing.photos {
            try expect(
                !photo.id.text.isEmpty && photo.id.text.utf8.count <= PicsumListing.longestID, "an id that is none")
            try expect(photo.title.utf8.count <= DisplayText.longestLine, "a title of \(photo.title.utf8.count) bytes")
        }
    }

    /// Reads what names the window's subject: words of the command line, dropped text, bookmarks; and what names the
    /// place to which a file goes back from the trash.
    private static func address(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        if let address = WebAddress(text) {
            try expect(address.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "an address that is not plain")
            try expect(WebAddress(address.text) == address, "an address that is another one when it is read again")
        }
        if let base = try? BaseAddress(text) {
            try expect((try? BaseAddress(base.text)) == base, "a base that is another one when it is read again")
        }
        let names = text.split(separator: "\n").map(String.init)
        _ = try? LaunchOptions.Subject(names)
        _ = LaunchOptions.Subject(given: text, home: "/home/a")
        _ = LaunchOptions.Subject(given: names)
        _ = try? LaunchOptions.Subject(typed: text, home: "/home/a")
        for top in [nil, "/media/card"] {
            guard let origin = TrashNote.read(text, below: top)?.origin else { continue }
            try expect(
                origin.isAbsolute && !origin.names.contains("..") && !origin.text.utf8.contains(0), "a bad origin")
            try expect(top.map { origin.relative(to: FilePath($0)) != nil } ?? true, "an origin elsewhere")
        }
        for bookmark in FolderBookmark.list(in: bytes) {
            // By bytes: a mark may stand on the slash.
            try expect(
                bookmark.place.path?.isAbsolute ?? Place(bookmark.place.text).map { $0 == bookmark.place } ?? false,
                "a bookmark that leads nowhere")
            try expect(
                bookmark.name.utf8.count <= DisplayText.longestLine, "a name of \(bookmark.name.utf8.count) bytes")
        }
    }

    private static func search(_ bytes: [UInt8]) throws {
        guard let search = SearchText(text(bytes), EnglishSearchWords()) else { return }
        try expect(search.terms.count <= 32, "\(search.terms.count) terms")
        try expect(search.narrows(search), "a search that does not match what it matches")
    }

    /// Reads a file's name, and the times that files state.
    private static func names(_ bytes: [UInt8]) throws {
        let name = FilePath.text(bytes)
        try expect(FilePath.bytes(of: name) == bytes, "another name")
        try expect(
            FilePath.bytes(of: PercentText.text(PercentText.escaped(name))) == bytes, "another name behind escapes")
        let line = DisplayText.line(name, limit: 64)
        try expect(
            line.utf8.count <= 64 && !line.unicodeScalars.contains(where: DisplayText.isFormatting), "a bad line")
        let parts = FileName(name)
        try expect(Array((parts.stem + parts.ending).text.utf8) == Array(name.utf8), "a name that is not its parts")
        for time in [FileNameDate(name)?.time, WrittenTime(name), WrittenTime(numbers: name)] {
            try expect(time.map { (0...99).contains($0.hundredths) } ?? true, "hundredths that are none")
        }
        _ = (WrittenTime.offset(name), WrittenTime.hundredths(ofFraction: name), FileName.flaw(of: name))
        _ = (NamePattern(name).names([.init("a.jpg"), .init("b.jpg")]), RawPairs.stem(of: parts))
        _ = CompanionTable.renamed(parts, from: "a.jpg", to: "b")
        let photo: FileName = "a.jpg", belongings = Belongings(of: [photo, parts]) { $0 == photo }
        let companions = belongings.companions(of: [photo])
        try expect((belongings.owner(of: parts) == photo) == companions.contains(parts), "a companion of no photo")
        for companion in companions {
            let new = FileName.renamed([photo, companion], to: "b")
            let again = Belongings(of: new) { $0 == "b.jpg" }
            try expect(again.companions(of: ["b.jpg"]) == [new[1]], "a companion that is parted by a name")
        }
    }
}
