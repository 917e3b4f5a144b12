// What the image host says about keeping its pictures and continuing their transfers. The real service says less: all
// of this is off unless somebody asks for it.
import CGLib
import CSoup
import Photos

/// How pictures are described to caches.
public struct Caching: Hashable, Sendable {
    /// Whether a picture has an entity tag and a time of modification, and requests that name them, or that ask for a
    /// part, are answered as RFC 9110 has it. Off: those header fields are ignored, as the service does.
    public var hasValidators: Bool
    /// Which pictures there are. Another number stands for other pictures under the same addresses.
    public var edition: Int
    /// The Cache-Control of pictures; nil: the service's own, thirty days.
    public var control: String?

    /// Without arguments: as the service has it.
    public init(hasValidators: Bool = false, edition: Int = 0, control: String? = nil) {
        self.hasValidators = hasValidators
        self.edition = max(0, edition)
        self.control = control
    }

    /// What names the bytes of a picture; nil when that is off.
    func validators(of picture: PictureRequest) -> Validators? {
        guard hasValidators else { return nil }
        var name = "\(picture.id)-\(picture.size.width)x\(picture.size.height)"
        if let blur = picture.blur { name += "-blur\(blur)" }
        if picture.grayscale { name += "-grayscale" }
        return Validators(
            tag: "\"\(name).\(picture.format.rawValue)-\(edition)\"", modified: Self.firstEdition + edition * 3600)
    }

    /// 1 January 2020; every edition is an hour younger than the one before.
    private static let firstEdition = 1_577_836_800

    /// The picture that this edition has in place of `picture`.
    func edited(_ picture: PictureRequest) -> PictureRequest {
        guard edition > 0 else { return picture }
        return PictureRequest(
            id: "\(picture.id) edition \(edition)", original: picture.original, size: picture.size, blur: picture.blur,
            grayscale: picture.grayscale, format: picture.format)
    }

    /// Puts what is said about a picture into the head of its answer.
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

/// The two names of a picture's bytes.
struct Validators: Hashable, Sendable {
    /// A strong entity tag: equal requests are painted byte for byte alike.
    let tag: String
    /// Seconds since 1970.
    let modified: Int

    var modifiedField: String {
        guard let date = g_date_time_new_from_unix_utc(gint64(modified)) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = soup_date_time_to_string(date, SOUP_DATE_HTTP) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Whether the peer has these bytes already. A tag says more than a time, so the time does not count beside one
    /// (RFC 9110, 13.1.3).
    func areKnown(to request: Request) -> Bool {
        if let tags = request.ifNoneMatch {
            return tags.split(separator: ",").map { $0.filter { $0 != " " } }.contains { given in
                given == "*" || (given.hasPrefix("W/") ? given.dropFirst(2) == tag : given == tag)
            }
        }
        return request.ifModifiedSince.flatMap(Self.seconds).map { $0 >= modified } ?? false
    }

    /// Whether a part may be sent: nobody has made it depend on other bytes than these. A time has to be exactly this
    /// one (RFC 9110, 13.1.5).
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
    /// Without body and without what describes one: the peer has it.
    var unmodified: Reply {
        var reply = self
        reply.status = 304
        reply.body = []
        reply.headers.removeAll { ["Content-Type", "Content-Disposition"].contains($0.name) }
        return reply
    }

    /// The part that was asked for, or all of it when that is no request for one part; 416 when there is no such part.
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

    /// The bytes that `range` means of `length`; empty when there are none; nil when it is not one range of bytes.
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
