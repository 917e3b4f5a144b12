// Validators, ranges and Cache-Control of the image host's pictures. The real service sends less: all of this is off by
// default.
import CGLib
import CSoup
import Photos

/// Description of pictures to caches.
public struct Caching: Hashable, Sendable {
    /// Whether pictures have an entity tag and a modification time, and conditional and range requests are answered
    /// according to RFC 9110. When off, those header fields are ignored, as the service does.
    public var hasValidators: Bool
    /// Edition of the pictures. Another number selects other pictures under the same addresses.
    public var edition: Int
    /// Cache-Control of pictures; nil for the service's own, thirty days.
    public var control: String?

    /// Creates a description, by default as the service has it.
    public init(hasValidators: Bool = false, edition: Int = 0, control: String? = nil) {
        self.hasValidators = hasValidators
        self.edition = max(0, edition)
        self.control = control
    }

    /// Returns the validators of a picture; nil when they are off.
    func validators(of picture: PictureRequest) -> Validators? {
        guard hasValidators else { return nil }
        var name = "\(picture.id)-\(picture.size.width)x\(picture.size.height)"
        if let blur = picture.blur { name += "-blur\(blur)" }
        if picture.grayscale { name += "-grayscale" }
        return Validators(
            tag: "\"\(name).\(picture.format.rawValue)-\(edition)\"", modified: Self.firstEdition + edition * 3600)
    }

    /// 1 January 2020; each edition is an hour newer than the previous one.
    private static let firstEdition = 1_577_836_800

    /// Returns the picture that this edition shows instead of `picture`.
    func edited(_ picture: PictureRequest) -> PictureRequest {
        guard edition > 0 else { return picture }
        return PictureRequest(
            id: "\(picture.id) edition \(edition)", original: picture.original, size: picture.size, blur: picture.blur,
            grayscale: picture.grayscale, format: picture.format)
    }

    /// Adds the caching headers to a picture's reply.
    func complete(_ reply: inout Reply, _ validators: Validators?) {
        if let control {
            reply.headers.removeAll { $0.name == "Cache-Control" }
            reply.add("Cache-Control", control)
        }
        guard let validators else { return }
        reply.add("ETag", validators.tag)
        reply.add("Last-Modified", validators.modifiedField)
        reply.add("Accept-Ranges", "bytes")
    }
}

/// Entity tag and modification time of a picture's bytes.
struct Validators: Hashable, Sendable {
    /// Strong entity tag: equal requests are painted to equal bytes.
    let tag: String
    /// Modification time, seconds since 1970.
    let modified: Int

    var modifiedField: String {
        guard let date = g_date_time_new_from_unix_utc(gint64(modified)) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = soup_date_time_to_string(date, SOUP_DATE_HTTP) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Whether the client already has these bytes. A tag takes precedence over a time (RFC 9110, 13.1.3).
    func areKnown(to request: Request) -> Bool {
        if let tags = request.ifNoneMatch {
            return tags.split(separator: ",").map { $0.filter { $0 != " " } }.contains { given in
                given == "*" || (given.hasPrefix("W/") ? given.dropFirst(2) == tag : given == tag)
            }
        }
        return request.ifModifiedSince.flatMap(Self.seconds).map { $0 >= modified } ?? false
    }

    /// Whether a range may be sent: there is no If-Range, or it matches these bytes. A time must match exactly (RFC
    /// 9110, 13.1.5).
    func allowPart(of request: Request) -> Bool {
        guard let condition = request.ifRange else { return true }
        return condition == tag || Self.seconds(condition) == modified
    }

    private static func seconds(_ field: String) -> Int? {
        guard let date = soup_date_time_new_from_http_string(field) else { return nil }
        defer { g_date_time_unref(date) }
        return Int(g_date_time_to_unix(date))
    }
}

extension Reply {
    /// Reply 304, without body and without the headers that describe one.
    var unmodified: Reply {
        var reply = self
        reply.status = 304
        reply.body = []
        reply.headers.removeAll { ["Content-Type", "Content-Disposition"].contains($0.name) }
        return reply
    }

    /// Returns the requested range, or the whole reply when `range` is not a single range of bytes; 416 when the range
    /// is empty.
    func part(_ range: String?) -> Reply {
        guard let range, let wanted = Self.bounds(range, of: body.count) else { return self }
        var reply = self
        guard !wanted.isEmpty else {
            reply = Reply(status: 416)
            reply.add("Content-Range", "bytes */\(body.count)")
            return reply
        }
        reply.status = 206
        reply.add("Content-Range", "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(body.count)")
        reply.body = Array(body[wanted])
        return reply
    }

    /// Returns the bytes that `range` selects of `length`: an empty range when there are none, nil when it is not one
    /// range of bytes.
    private static func bounds(_ range: String, of length: Int) -> Range<Int>? {
        guard range.hasPrefix("bytes=") else { return nil }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        let numbers = ends.map { end in end.allSatisfy { $0.isASCII && $0.isNumber } ? Int(end) : nil }
        switch (numbers[0], numbers[1]) {
        case (let first?, let last?) where last >= first: return min(first, length)..<min(last, length - 1) + 1
        case (let first?, nil) where ends[1].isEmpty: return min(first, length)..<length
        case (nil, let suffix?) where ends[0].isEmpty: return max(0, length - suffix)..<length
        default: return nil
        }
    }
}
