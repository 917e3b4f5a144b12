// Routes of the API host.

/// Parsed path, before anything about it has been checked.
enum APIRoute: Hashable, Sendable {
    case listing
    case oldListing
    case info(id: String)
    case infoOfSeed(String)
    case photo(id: String, PicturePath)
    case seed(String, PicturePath)
    case random(PicturePath)
    case gray(PicturePath)
    case site(SitePage)

    /// - Parameter path: cleaned and decoded, without a trailing slash.
    init?(path: String) {
        if let page = SitePage(path: path) {
            self = .site(page)
            return
        }
        let rest = path.dropFirst()
        switch rest {
        case "v2/list": self = .listing
        case "list": self = .oldListing
        default:
            if let picture = PicturePath(rest) {
                self = .random(picture)
            } else if rest.hasPrefix("g/"), let picture = PicturePath(rest.dropFirst(2)) {
                self = .gray(picture)
            } else if let (id, end) = Self.named("id/", rest) {
                if end == "info" {
                    self = .info(id: id)
                } else if let picture = PicturePath(end) {
                    self = .photo(id: id, picture)
                } else {
                    return nil
                }
            } else if let (seed, end) = Self.named("seed/", rest) {
                if end == "info" {
                    self = .infoOfSeed(seed)
                } else if let picture = PicturePath(end) {
                    self = .seed(seed, picture)
                } else {
                    return nil
                }
            } else {
                return nil
            }
        }
    }

    /// Name under which requests are counted.
    var name: String {
        switch self {
        case .listing: "list"
        case .oldListing: "old-list"
        case .info, .infoOfSeed: "info"
        case .photo: "photo"
        case .seed: "seed"
        case .random: "random"
        case .gray: "gray"
        case .site: "site"
        }
    }

    /// Splits `prefix` + name + "/" + end. The name is not empty and has no slash.
    private static func named(_ prefix: String, _ text: Substring) -> (String, Substring)? {
        guard text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex else { return nil }
        return (String(rest[..<slash]), rest[rest.index(after: slash)...])
    }
}

/// Removes doubled slashes and resolves `.` and `..`, as Go's path.Clean does; a trailing slash stays.
func cleaned(path: String) -> String {
    var kept: [Substring] = []
    for part in path.split(separator: "/") {
        switch part {
        case ".": continue
        case "..": _ = kept.popLast()
        default: kept.append(part)
        }
    }
    let clean = "/" + kept.joined(separator: "/")
    return path.hasSuffix("/") && clean != "/" ? clean + "/" : clean
}
