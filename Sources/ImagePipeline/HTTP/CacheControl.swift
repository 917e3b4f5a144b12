// The Cache-Control header field of a response.

/// The directives of a response that matter to a private cache of images: RFC 9111, 5.2.2, and RFC 5861.
///
/// `immutable` (RFC 8246) is not among them: it forbids revalidation while fresh, and nothing fresh is revalidated
/// here. Nor are those for shared caches.
struct CacheControl: Hashable, Sendable {
    /// Seconds; nil when the directive is missing. An unreadable value counts as 0, that is stale.
    var maxAge: Int?
    var noStore = false
    var noCache = false
    var mustRevalidate = false
    /// Seconds beyond freshness in which the old response may be shown while it is revalidated.
    var staleWhileRevalidate = 0
    /// Seconds beyond freshness in which the old response may replace an error.
    var staleIfError = 0

    /// Parses a field. Of two directives of one name the first counts.
    init(_ field: String?) {
        var seen: Set<String> = []
        for directive in Self.directives(field ?? "") where seen.insert(directive.name).inserted {
            let seconds = Self.seconds(directive.argument)
            switch directive.name {
            case "max-age": maxAge = seconds ?? 0
            case "no-store": noStore = true
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "stale-while-revalidate": staleWhileRevalidate = seconds ?? 0
            case "stale-if-error": staleIfError = seconds ?? 0
            default: break
            }
        }
    }

    /// Parses a non-negative number of seconds; larger numbers are limited to 2^31 (RFC 9111, 1.2.2).
    static func seconds(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// Splits a field at its commas, except inside quotation marks.
    private static func directives(_ field: String) -> [(name: String, argument: Substring)] {
        var isQuoted = false
        let parts = field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return parts.map { part in
            let sides = part.split(separator: "=", maxSplits: 1)
            let name = sides.first.map { $0.trimming { $0 == " " || $0 == "\t" } } ?? ""
            let argument = sides.count > 1 ? sides[1].trimming { $0 == " " || $0 == "\t" || $0 == "\"" } : ""
            return (name.lowercased(), argument)
        }
    }
}

extension Substring {
    fileprivate func trimming(_ isMargin: (Character) -> Bool) -> Substring {
        var rest = drop(while: isMargin)
        while let last = rest.last, isMargin(last) { rest.removeLast() }
        return rest
    }
}
