// What a server has said about keeping its answer, in the words of Cache-Control.

/// The directives of a response that matter to a private cache of pictures: RFC 9111, 5.2.2, and RFC 5861.
///
/// `immutable` (RFC 8246) is not among them: it forbids to revalidate what is fresh, and nothing fresh is revalidated
/// here. Nor are those for shared caches.
struct CacheControl: Hashable, Sendable {
    /// Seconds; nil when it was not said. What cannot be read counts as 0, that is stale.
    var maxAge: Int?
    var noStore = false
    var noCache = false
    var mustRevalidate = false
    /// Seconds beyond freshness in which the old answer may be shown while a new one is fetched.
    var staleWhileRevalidate = 0
    /// Seconds beyond freshness in which the old answer may stand in for an error.
    var staleIfError = 0

    /// Of two directives of one name the first counts.
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

    /// Seconds that are not negative; more than fit into 31 bits are as many as do (RFC 9111, 1.2.2).
    static func seconds(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// Commas inside quotation marks separate nothing.
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
