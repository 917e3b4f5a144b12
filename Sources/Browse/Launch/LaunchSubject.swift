// The subject of the window, as the command line names it. Nothing is looked up in the file system here.
import Photos

extension LaunchOptions.Subject {
    /// Names that make no subject together.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence that quotes the name.
        public let description: String
    }

    /// Creates the subject that `names` stand for: paths and file URIs, or the address of a service.
    public init(_ names: [String]) throws(Problem) {
        guard !names.isEmpty else {
            self = .lastShown
            return
        }
        if let empty = names.first(where: \.isEmpty) {
            throw Problem(description: "“\(empty)” names no folder, picture or address.")
        }
        guard let address = names.first(where: { FileAddress($0) == nil && Self.isAddress($0) }) else {
            var paths: [FilePath] = []
            for name in names { paths.append(try Self.path(name)) }
            self = .paths(paths)
            return
        }
        let share = ShareAddress(address)
        guard share != nil || Self.isWeb(address) else {
            throw Problem(
                description: "“\(address)” cannot be opened; give a path, an http or https address, or that of a share."
            )
        }
        guard names.count == 1 else {
            throw Problem(description: "“\(address)” is an address and has to be the only thing to show.")
        }
        if let share {
            self = .share(share)
            return
        }
        self = Self.service(at: address)
    }

    /// Returns the path that a name or a file URI stands for.
    private static func path(_ name: String) throws(Problem) -> FilePath {
        switch FileAddress(name) {
        case .path(let path): return path
        case .otherMachine(let host):
            throw Problem(description: "“\(name)” is a file of another machine, “\(host)”; give a path on this one.")
        case .malformed:
            throw Problem(description: "“\(name)” names no file; in its address two hexadecimal digits follow each %.")
        case nil: return FilePath(name)
        }
    }

    /// The address of the default service.
    public static let standardService = "https://picsum.photos"

    /// Returns the subject of a service's address: the default service has its own.
    static func service(at address: String) -> Self {
        let written = address.hasSuffix("/") ? String(address.dropLast()) : address
        return written.lowercased() == standardService ? .picsum : .service(address)
    }

    /// Returns whether a word has the form `scheme://…` (RFC 3986 §3.1).
    static func isAddress(_ word: String) -> Bool {
        guard let colon = word.firstRange(of: "://"), let first = word.first, first.isASCII, first.isLetter else {
            return false
        }
        return word[..<colon.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    static func isWeb(_ address: String) -> Bool {
        let lowered = address.lowercased()
        return lowered.hasPrefix("http://") || lowered.hasPrefix("https://")
    }
}
