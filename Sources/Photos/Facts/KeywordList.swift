// The keywords of one place in a file, put together from the lists in which programs repeat them.

/// Collects keywords within limits.
///
/// Programs write a keyword of several levels as a whole (`Places|Greece|Crete`) and its levels once more as plain
/// keywords, for programs that know no levels. The result has each once: first those with levels, `/` between them,
/// then the plain ones that are no level of these. What programs note in keywords for themselves is left out.
public struct KeywordList: Sendable {
    /// Most keywords of a photo.
    public static let most = 256
    /// Longest keyword in bytes; a longer one is cut. IPTC allows 64.
    public static let longest = 512
    /// Bytes of all keywords of a photo together.
    public static let longestTogether = 16 << 10
    /// Most items of the lists that are looked at.
    public static let mostItems = 4096
    /// First levels under which darktable and digiKam keep notes of their own.
    private static let internalRoots: Set = ["darktable", "_Digikam_Internal_Tags_"]

    private var leveled: [String] = [], plain: [String] = []
    private var seen: Set<String> = []
    private var itemCount = 0

    public init() {}

    /// Adds the items of a list.
    /// - Parameter separator: What stands between levels, beside `/`; nil where an item is a plain keyword.
    public mutating func add(_ items: some Sequence<String>, separator: Character? = nil) {
        for item in items {
            guard itemCount < Self.mostItems else { return }
            itemCount += 1
            let levels = Keyword.levels(of: Self.cut(item), separator: separator)
            guard !levels.isEmpty else { continue }
            let keyword = levels.joined(separator: "/")
            guard seen.insert(keyword).inserted else { continue }
            if levels.count > 1 { leveled.append(keyword) } else { plain.append(keyword) }
        }
    }

    /// Returns the keywords.
    public var keywords: [String] {
        var levels: Set<Substring> = [], beginnings: Set<Substring> = []
        for keyword in leveled {
            levels.formUnion(keyword.split(separator: "/"))
            for slash in keyword.indices where keyword[slash] == "/" { beginnings.insert(keyword[..<slash]) }
        }
        let whole = leveled.filter { keyword in
            !beginnings.contains(keyword[...])
                && !Self.internalRoots.contains(String(keyword.prefix { $0 != "/" }))
        }
        var keywords: [String] = [], room = Self.longestTogether
        for keyword in whole + plain.filter({ !levels.contains($0[...]) }) {
            guard keywords.count < Self.most, keyword.utf8.count <= room else { break }
            room -= keyword.utf8.count
            keywords.append(keyword)
        }
        return keywords
    }

    /// Returns the beginning of a text that is longer than a keyword may be, without the part of a character.
    static func cut(_ text: String) -> Substring {
        guard text.utf8.count > longest else { return text[...] }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: longest)
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return text[..<end]
    }
}
