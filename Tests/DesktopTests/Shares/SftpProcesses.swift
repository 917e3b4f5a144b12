// The processes by which GVfs is connected to servers by sftp.
import Foundation
import Photos

/// What serves a share that is connected by sftp; nothing for any other share.
struct SftpProcesses {
    /// The processes of GVfs in this session that serve it or another share by sftp.
    let gvfs: Set<pid_t>
    /// Those of ssh that are connected to its server.
    private let ssh: Set<pid_t>

    init(serving share: ShareAddress) {
        guard share.scheme == "sftp", let port = URLComponents(string: share.root.text)?.port else {
            (gvfs, ssh) = ([], [])
            return
        }
        let bus = ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap(pid_t.init)
        gvfs = Set(
            all.filter { process in
                Self.words(of: process, "comm") == ["gvfsd-sftp\n"]
                    // A comma and what else the bus says of itself may follow.
                    && Self.words(of: process, "environ").contains { $0.hasPrefix("DBUS_SESSION_BUS_ADDRESS=\(bus)") }
            })
        ssh = Set(
            all.filter { process in
                let words = Self.words(of: process, "cmdline")
                return words.first?.hasSuffix("ssh") == true
                    && zip(words, words.dropFirst()).contains { $0 == "-p" && $1 == "\(port)" }
            })
    }

    /// Returns when those of ssh and one of GVfs's have ended, after ten seconds at the latest.
    ///
    /// A connection that is made before goes through the old one, without a password (GVfs 1.50 asks ssh for
    /// ControlMaster), or is told that the share is being unmounted.
    func ended() async throws {
        func isThere(_ process: pid_t) -> Bool { kill(process, 0) == 0 }
        for _ in 0..<200 where ssh.contains(where: isThere) || !gvfs.isEmpty && gvfs.allSatisfy(isThere) {
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func words(of process: pid_t, _ file: String) -> [Substring] {
        let data = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\0")
    }
}
