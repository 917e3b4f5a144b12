// The subject of the window, as the user types it where an address is asked for. Nothing is looked up here.
import Photos

extension LaunchOptions.Subject {
    /// The reason why a typed text opens nothing.
    public enum TypingProblem: Error, Hashable, Sendable {
        /// Nothing has been typed.
        case isEmpty
        /// The text is a file of the other machine of this name.
        case otherMachine(String)
        /// The text is an address of this scheme, which cannot be opened.
        case scheme(String)
        /// The text is neither an address nor an absolute path.
        case isNoAddress
    }

    /// Creates the subject of a typed text: what the command line takes for one, with three differences. A path is
    /// absolute or begins with `~`, a host's name with a dot in it needs no `https://` before it, and an address that
    /// ends in a file's name is that of a picture.
    /// - Parameter home: The user's own folder, for `~`.
    public init(typed text: String, home: String) throws(TypingProblem) {
        let line = Self.trimmed(text[...])
        guard !line.isEmpty else { throw .isEmpty }
        if let path = Self.path(line, home: home) {
            self = .paths([path])
            return
        }
        if case .otherMachine(let machine)? = FileAddress(line) { throw .otherMachine(machine) }
        if let share = ShareAddress(line) {
            self = .share(share)
            return
        }
        let written = String(line)
        if Self.isAddress(written), !Self.isWeb(written), FileAddress(line) == nil {
            throw .scheme(String(written.prefix { $0 != ":" }))
        }
        let host = line.prefix { !"/?#:".contains($0) }
        let isBare = !Self.isAddress(written) && host.dropFirst().dropLast().contains(".")
        guard let address = WebAddress(isBare ? "https://" + written : written)?.text else { throw .isNoAddress }
        self = Self.isPicture(address) ? .images([address]) : Self.service(at: address)
    }

    /// Returns whether an address is that of a picture: its path ends in a file's name, or is one of the standard
    /// service, whose pictures have numbers.
    private static func isPicture(_ address: String) -> Bool {
        guard let scheme = address.firstRange(of: "://") else { return false }
        let end = address[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        let path = address[end...].prefix { !"?#".contains($0) }
        guard let slash = path.lastIndex(of: "/") else { return false }
        return path[slash...].contains(".") || path.count > 1 && service(at: String(address[..<end])) == .picsum
    }
}
