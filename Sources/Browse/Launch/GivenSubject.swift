// The subject of the window, as a drop or the clipboard gives it. Nothing is looked up in the file system here.
import Photos

extension LaunchOptions.Subject {
    /// Limit of a text in UTF-8 bytes: room for ten thousand paths of usual length.
    static let longestText = 1 << 20

    /// Creates the subject of a text that was dropped or pasted: paths, file URIs, or addresses of images or of a
    /// service, one a line. Nil if a line is none of these, so that prose opens nothing.
    /// - Parameter home: The user's own folder, for `~`.
    public init?(given text: String, home: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        // "\r\n" is one character.
        var lines = text.split(whereSeparator: \.isNewline).map(Self.trimmed).filter { !$0.isEmpty }
        // The first line of the file manager's own format.
        if lines.count > 1, ["copy", "cut"].contains(lines[0]) { lines.removeFirst() }
        self.init(lines.filter { !$0.hasPrefix("#") }, home: home)
    }

    /// Returns the other machine that a text names first, by the URI of a file on it; nil if there is none.
    public static func otherMachine(in text: String) -> String? {
        guard text.utf8.count <= longestText else { return nil }
        return text.split(whereSeparator: \.isNewline).lazy.map(trimmed).compactMap { line in
            if case .otherMachine(let machine) = FileAddress(line) { machine } else { nil }
        }.first
    }

    /// Creates the subject of URIs that were dropped or pasted; nil when one of them is of another kind than those.
    public init?(given uris: [String]) { self.init(uris.map { $0[...] }, home: "") }

    private init?(_ lines: [Substring], home: String) {
        if lines.count == 1, let share = lines.first.flatMap({ ShareAddress($0) }) {
            self = .share(share)
            return
        }
        var paths: [FilePath] = [], addresses: [String] = []
        for line in lines {
            if let path = Self.path(line, home: home) {
                paths.append(path)
            } else if let address = WebAddress(String(line)) {
                addresses.append(address.text)
            } else {
                return nil
            }
        }
        if !paths.isEmpty {
            // Files and addresses together have no source in common.
            self = .paths(paths)
        } else if addresses.count == 1, Self.isService(addresses[0]) {
            self = Self.service(at: addresses[0])
        } else if !addresses.isEmpty {
            self = .images(addresses)
        } else {
            return nil
        }
    }

    /// Returns the absolute path that a line stands for: a file URI, a path, or one below `~`, perhaps in quotes.
    static func path(_ line: Substring, home: String) -> FilePath? {
        if let address = FileAddress(line) {
            if case .path(let path) = address { return path }
            return nil
        }
        // By bytes, because a name may begin or end with a combining mark.
        var line = line.utf8[...]
        for quote in "'\"".utf8 where line.count > 2 && line.first == quote && line.last == quote {
            line = line.dropFirst().dropLast()
        }
        if line.first == UInt8(ascii: "/") { return FilePath(String(Substring(line))) }
        guard !home.isEmpty, line.elementsEqual("~".utf8) || line.starts(with: "~/".utf8) else { return nil }
        return FilePath(home + String(Substring(line.dropFirst())))
    }

    /// Returns whether an address has no path, query or fragment, as one of a service has; any other may be an image's.
    private static func isService(_ address: String) -> Bool {
        guard let host = address.firstRange(of: "://") else { return false }
        let rest = address[host.upperBound...]
        return !rest.contains { "/?#".contains($0) } || rest.dropFirst(rest.prefix { $0 != "/" }.count) == "/"
    }

    static func trimmed(_ line: Substring) -> Substring {
        var line = line
        while line.first?.isWhitespace == true { line.removeFirst() }
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
    }
}
