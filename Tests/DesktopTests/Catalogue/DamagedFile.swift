// What tests do to a file behind its program's back.
import Glibc

@testable import Desktop

enum DamagedFile {
    static func bytes(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    static func overwrite(_ path: String, _ bytes: [UInt8]) {
        let file = open(path, O_WRONLY)
        defer { close(file) }
        precondition(write(file, bytes, bytes.count) == bytes.count)
    }

    /// Takes the superuser's rights to files away from the calling thread alone (setfsuid, which Swift does not
    /// import).
    static func actAsNobody() {
        typealias SetUser = @convention(c) (uid_t) -> Int32
        guard let function = dlsym(nil, "setfsuid") else { preconditionFailure("no setfsuid") }
        _ = unsafeBitCast(function, to: SetUser.self)(65534)
    }

    static func removeLog(_ path: String) {
        unlink(path + "-wal")
        unlink(path + "-shm")
    }

    static func removeDatabase(_ path: String) {
        unlink(path)
        removeLog(path)
    }
}
