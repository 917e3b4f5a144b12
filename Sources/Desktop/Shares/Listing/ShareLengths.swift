// What listings of shares have said of the lengths of files.
import Library
import Photos
import Synchronization

/// The lengths of files as they were listed, by which a file is read in as few requests as it needs. A length may be
/// wrong: nothing but the number of requests follows from it.
final class ShareLengths: Sendable {
    private let lengths = Mutex<[Int: UInt32]>([:])

    /// Most lengths that are known, of 12 bytes each and a bit; all are forgotten when there are more.
    private static let most = 1 << 17

    /// Takes the lengths of a folder's files.
    func note(_ entries: [ShareEntry], of folder: ShareAddress) {
        lengths.withLock { lengths in
            for entry in entries where entry.isRegular {
                let key = Self.key(folder, entry.name)
                guard let length = UInt32(exactly: entry.byteCount), length > 0 else {
                    lengths[key] = nil
                    continue
                }
                if lengths.count >= Self.most, lengths[key] == nil { lengths = [:] }
                lengths[key] = length
            }
        }
    }

    /// Returns the length of a file in bytes, above 0; nil where none was listed.
    func length(of address: ShareAddress) -> Int? {
        guard let folder = address.folder else { return nil }
        let key = Self.key(folder, address.name)
        return lengths.withLock { $0[key].map { Int($0) } }
    }

    private static func key(_ folder: ShareAddress, _ name: FileName) -> Int {
        var hasher = Hasher()
        hasher.combine(folder)
        hasher.combine(name)
        return hasher.finalize()
    }
}
