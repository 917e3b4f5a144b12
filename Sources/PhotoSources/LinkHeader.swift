// The Link header of a paged response (RFC 8288), with the addresses of the next and the previous page.

/// The links of a `Link` header. What cannot be parsed is skipped, up to the next comma.
struct LinkHeader: Hashable, Sendable {
    struct Link: Hashable, Sendable {
        let target: String
        /// Relation types in lower case: `next`, `prev`.
        let relations: [String]
    }

    let links: [Link]

    /// The longest header that is read, in bytes; a page has two links. A longer header counts as empty.
    static let longest = 8192

    init(_ text: String) {
        guard text.utf8.count <= LinkHeader.longest else {
            links = []
            return
        }
        var reader = Reader(rest: Substring(text))
        var links: [Link] = []
        while !reader.rest.isEmpty {
            if let link = reader.link() { links.append(link) }
            reader.skipToComma()
        }
        self.links = links
    }

    /// Returns the target of the first link with this relation.
    func target(_ relation: String) -> String? { links.first { $0.relations.contains(relation) }?.target }

    /// Returns the whole-number query parameter `name` of an address, such as the page size that the server has chosen.
    static func number(_ name: String, in address: String) -> Int? {
        guard let question = address.firstIndex(of: "?") else { return nil }
        for pair in address[address.index(after: question)...].prefix(while: { $0 != "#" }).split(separator: "&")
        where pair.hasPrefix(name + "=") {
            return Int(pair.dropFirst(name.count + 1))
        }
        return nil
    }

    private struct Reader {
        var rest: Substring

        /// Reads `<target>; name=value; name="value"…`; nil where no link begins.
        mutating func link() -> Link? {
            skipSpace()
            guard rest.first == "<" else { return nil }
            guard let end = rest.firstIndex(of: ">") else {
                // No later link can end either; searching at each would take quadratic time.
                rest = ""
                return nil
            }
            let target = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            var relations: [String]?
            while let (name, value) = parameter() {
                // The first rel counts, and later ones are ignored (RFC 8288 §3.3).
                if name == "rel", relations == nil {
                    relations = value.lowercased().split(separator: " ").map(String.init)
                }
            }
            return Link(target: target, relations: relations ?? [])
        }

        private mutating func parameter() -> (name: String, value: String)? {
            skipSpace()
            guard rest.first == ";" else { return nil }
            rest.removeFirst()
            skipSpace()
            let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," && $0 != " " }
            rest = rest[name.endIndex...]
            skipSpace()
            guard rest.first == "=" else { return (name.lowercased(), "") }
            rest.removeFirst()
            skipSpace()
            return (name.lowercased(), rest.first == "\"" ? quoted() : token())
        }

        private mutating func token() -> String {
            let token = rest.prefix { $0 != ";" && $0 != "," && $0 != " " }
            rest = rest[token.endIndex...]
            return String(token)
        }

        private mutating func quoted() -> String {
            rest.removeFirst()
            var text = ""
            while let character = rest.popFirst(), character != "\"" {
                if character == "\\", let escaped = rest.popFirst() {
                    text.append(escaped)
                } else {
                    text.append(character)
                }
            }
            return text
        }

        mutating func skipToComma() {
            while let character = rest.first, character != "," {
                if character == "\"" { _ = quoted() } else { rest.removeFirst() }
            }
            if !rest.isEmpty { rest.removeFirst() }
        }

        private mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\t" } }
    }
}
