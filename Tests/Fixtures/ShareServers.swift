// Where tests find the servers of shares that scripts/test-shares starts.
import Glibc

/// Servers on this machine, which all serve one folder, and the session that may mount them.
package struct ShareServers: Sendable {
    /// nil where the tests run without them.
    package static let running = ShareServers()
    package static let absence = "scripts/test-shares starts the servers of shares"

    /// Addresses of the folder by name; scripts/shares.sh lists the names.
    package let addresses: [String: String]
    /// Path of the folder that they serve. Files are the session's user's, whoever has made them.
    package let folder: String
    /// Who signs in where a server asks for it, in this run.
    package let user: String, password: String

    private let killer: String

    private init?() {
        guard let lines = Self.variable("TESSERA_SHARES"), let folder = Self.variable("TESSERA_SHARES_FOLDER"),
            let user = Self.variable("TESSERA_SHARES_USER"), let password = Self.variable("TESSERA_SHARES_PASSWORD"),
            let killer = Self.variable("TESSERA_SHARES_KILLER")
        else { return nil }
        let pairs = lines.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        addresses = Dictionary(
            pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        self.folder = folder
        self.user = user
        self.password = password
        self.killer = killer
    }

    /// Kills the processes that serve connections to the server of an address. Returns when they are gone.
    package func killConnections(of address: String) {
        guard let (_, port, _) = ShareLine.parts(of: address) else { return }
        let request = open(killer, O_WRONLY | O_CLOEXEC), bytes = Array(port.utf8)
        write(request, bytes, bytes.count)
        close(request)
        let answer = open(killer + ".done", O_RDONLY | O_CLOEXEC)
        var byte: UInt8 = 0
        while read(answer, &byte, 1) == 1 {}
        close(answer)
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
