// The files that are in a folder already, known by their content.
import Codecs
import Glibc
import Photos

/// Tells whether a file is in a folder or below it, under whatever name: by its length, and where one of that length is
/// there, by a checksum of both. For one thread; blocks on the disk.
final class KnownContents {
    /// The files of each length.
    private var bySize: [Int: [FilePath]] = [:]
    private var sums: [FilePath: UInt64] = [:]

    private static let deepest = 32, most = 2_000_000
    private var count = 0

    init(in folder: FilePath) { add(folder, depth: 0) }

    private func add(_ folder: FilePath, depth: Int) {
        guard depth < Self.deepest else { return }
        for name in (try? FileSystemCalls().names(in: folder.text)) ?? [] {
            let path = folder.appending(FileName(name))
            guard count < Self.most, let status = try? FileSystemCalls().status(path) else { continue }
            switch status.kind {
            case .folder: add(path, depth: depth + 1)
            case .file: note(path, size: status.stamp.size)
            case .link, .other: break
            }
        }
    }

    /// Takes in a file that has come.
    func note(_ path: FilePath, size: Int) {
        bySize[size, default: []].append(path)
        count += 1
    }

    /// Whether a file of this content is there.
    func contains(_ path: FilePath, size: Int) -> Bool {
        guard let others = bySize[size], !others.isEmpty else { return false }
        guard let own = Self.sum(of: path) else { return false }
        return others.contains { other in
            if let known = sums[other] { return known == own }
            guard let sum = Self.sum(of: other) else { return false }
            sums[other] = sum
            return sum == own
        }
    }

    private static func sum(of path: FilePath) -> UInt64? {
        guard let file = try? FileSystemCalls().open(path, O_RDONLY) else { return nil }
        defer { close(file) }
        return FileChecksum.of(file)
    }
}
