// The check of the disk caches' files as they are, for tools and tests: what would not be served, and would not be
// missed.

import FoundationEssentials
import Photos

/// The result of reading every file of a cache. Nothing is changed, so a program that uses the cache may run.
public struct CacheCheck: Sendable {
    /// Intact entries.
    public private(set) var entries = 0
    /// Bytes of the files looked at.
    public private(set) var bytes = 0
    /// One sentence for each entry that is not intact.
    public private(set) var damage: [String] = []

    /// Checks the originals of remote photos. Blocks on the disk.
    public init(photosIn folder: any CacheFolder) {
        for file in folder.files() {
            guard let entry = DiskFile(fileName: file.name) else { continue }
            bytes = bytes.addingSaturating(file.size)
            // One that was deleted meanwhile is no damage.
            guard let data = folder.contents(file.name, limit: .max) else { continue }
            note(data.withUnsafeBytes { DiskEntry.isIntact($0, as: entry) }, "\(file.name): the entry is damaged")
        }
    }

    /// Checks finished tiles or tiny pictures. Blocks on the disk.
    public init(tilesIn folder: some PackFolder) {
        for file in folder.files() where TileSegment.number(of: file.name) != nil {
            bytes = bytes.addingSaturating(file.size)
            for entry in TileSegment(file, in: folder).entries {
                let record = folder.read(file.name, at: Int(entry.offset), count: Int(entry.length))
                let isIntact = record.withUnsafeBytes { bytes in
                    guard let record = TileRecord(bytes, at: 0), record.kind == .tile, record.length == bytes.count
                    else { return false }
                    // The index of a sealed file still has what was withdrawn, whose bytes may be the reason.
                    return !record.isLive || record.hash == entry.hash && record.content(bytes, at: 0) != nil
                }
                note(isIntact, "\(file.name): the tile at \(entry.offset) is damaged")
            }
        }
    }

    private mutating func note(_ isIntact: Bool, _ damage: @autoclosure () -> String) {
        if isIntact { entries += 1 } else { self.damage.append(damage()) }
    }
}
