// Lorem Picsum, and every server with the same interface, as a source of photos; the built-in gallery is one.
public import Library
public import Photos

/// The photos of a Picsum-compatible service.
///
/// Isolation: an immutable value. A page is parsed where `page(after:)` is called; call it off the main actor.
public struct PicsumSource: PagedPhotoSource {
    /// An unusable base address.
    public struct BaseURLError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The address as given, without user name and password.
        public let address: String
        /// The reason, as half a sentence.
        public let reason: Message

        /// The failure to show in place of the photos.
        public var failure: LoadFailure {
            LoadFailure(stage: .listing, culprit: address, reason: .noServiceAddress(reason))
        }
        public var description: String { failure.description }
    }

    /// The largest page that the service returns (picsum-api.md §2).
    public static let largestPage = 100
    /// The longer side, in pixels, to request when the listing does not give the size of the original. A zero side, by
    /// which the service means the original's, is never used, since a mistake there would fetch originals for tiles.
    static let assumedLongerSide = 2000

    public let identity: SourceID
    public let title: String
    private let base: BaseAddress
    private let pageSize: Int
    private let transport: any ListingTransport

    /// Creates a source.
    /// - Parameters:
    ///   - base: address of the service; paths are appended to it.
    ///   - title: the title of the window.
    ///   - pageSize: photos per page, limited to 1…100.
    ///   - identity: replaces the identity made from `base`, for a service whose port changes with every start.
    public init(
        base: String = "https://picsum.photos", title: String, pageSize: Int = largestPage, identity: SourceID? = nil,
        transport: any ListingTransport
    ) throws(BaseURLError) {
        self.base = try BaseAddress(base)
        self.identity = identity ?? SourceID("picsum:" + self.base.text)
        self.title = title
        self.pageSize = min(max(1, pageSize), PicsumSource.largestPage)
        self.transport = transport
    }

    /// Returns the page at `cursor`. An empty or short page is the last one, because the service sends a `next` link
    /// even when nothing follows (picsum-api.md §2). A page is short if it has fewer items than the page size that the
    /// server has chosen.
    public func page(after cursor: PageCursor?) async throws -> Page {
        let number = try number(of: cursor)
        let answer = try await transport.listing(
            at: "\(base.text)/v2/list?page=\(number)&limit=\(pageSize)", title: title)
        let listing = try PicsumListing(json: answer.body, title: title)
        let isLast = listing.itemCount == 0 || listing.itemCount < settledPageSize(answer.link)
        return Page(photos: listing.photos, next: isLast ? nil : PageCursor(String(number + 1)))
    }

    public func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        let wanted =
            switch (fit, photo.size) {
            case (.fit, let original?): SizeSteps.whole(of: original, in: size)
            case (.fit, nil), (.fill, _): SizeSteps.crop(covering: size, original: photo.size)
            }
        return picture(of: photo, wanted, suffix: ".jpg")
    }

    /// Returns a location in the form of the listing's `download_url`. An original above the service's limit of 5,000
    /// pixels is requested at that limit, because its own `download_url` would be refused (picsum-api.md §4).
    public func original(of photo: Photo) -> ImageLocation {
        let size = photo.size ?? PixelSize(square: PicsumSource.assumedLongerSide)
        return picture(of: photo, size.scaled(longerSide: min(size.longerSide, SizeSteps.longestSide)), suffix: "")
    }

    private func picture(of photo: Photo, _ size: PixelSize, suffix: String) -> ImageLocation {
        .remote("\(base.text)/id/\(PicsumSource.segment(photo.id.text))/\(size.width)/\(size.height)\(suffix)")
    }

    private func number(of cursor: PageCursor?) throws(LoadFailure) -> Int {
        guard let cursor else { return 1 }
        guard let number = Int(cursor.text), number > 1, number < Int.max else {
            throw LoadFailure(
                stage: .listing, culprit: title,
                reason: .malformedListing(Message("“{cursor}” is not a page number", ["cursor": .text(cursor.text)])))
        }
        return number
    }

    /// Returns the page size in the server's links, which may be smaller than the one requested.
    private func settledPageSize(_ link: String?) -> Int {
        guard let link else { return pageSize }
        let header = LinkHeader(link)
        guard let address = header.target("next") ?? header.target("prev"),
            let limit = LinkHeader.number("limit", in: address), limit >= 1
        else { return pageSize }
        return min(limit, pageSize)
    }

    /// Returns `text` as one path segment: everything except letters, digits and `-._~` percent-encoded (RFC 3986
    /// §2.3).
    private static func segment(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var encoded = ""
        for byte in text.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
                encoded.append(character)
            } else {
                encoded += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return encoded
    }
}
