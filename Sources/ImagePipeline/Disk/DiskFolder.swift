// The folder of the disk cache: names of its files, and reading and writing them.
//
// A file is written completely under another name, flushed, then renamed over the old one, so that a file under one of
// the cache's names is always complete, whenever the process ends. The rename itself is not flushed: after a power
// failure a file may be missing, but one that is there is complete, and where a file system does not keep this promise,
// the checksum shows it.
import FoundationEssentials

/// The identity of one file of the cache: its name without the suffix, and its kind.
struct DiskFile: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case photo
        /// The first bytes of a photo.
        case partial = "part"
        /// The latest validation of a photo's bytes.
        case validation = "valid"
    }
    /// 16 hexadecimal digits.
    let name: String
    let kind: Kind

    func with(_ kind: Kind) -> DiskFile { DiskFile(name: name, kind: kind) }
}

/// The folder as files to read and write, without budget or order of use. Its methods block.
struct DiskFolder: Sendable {
    let files: any CacheFolder
    /// Bytes above which a file is not read; no photo is that long.
    private static let longestFile = 512 << 20

    private static let version = "\(DiskEntry.formatVersion)"

    private func name(_ file: DiskFile) -> String { "\(file.name).\(file.kind.rawValue)\(Self.version)" }

    func contents(_ file: DiskFile) -> Data? { files.contents(name(file), limit: Self.longestFile) }

    /// Replaces a file as a whole.
    /// - Returns: false when it cannot be written; then nothing has changed.
    func write(_ data: Data, _ file: DiskFile) -> Bool { files.replace(name(file), with: data) }

    func delete(_ file: DiskFile) { files.delete(name(file)) }

    /// Sets the modification time, which keeps the order of use between runs.
    func setUsed(_ file: DiskFile, at time: Double) { files.setModified(name(file), at: time) }

    /// Removes other users' permissions from the files of the cache.
    func restrict() {
        files.restrict { Self.file($0) != nil || Self.isCutShort($0) }
    }

    /// Returns all files of the cache, with size and time of last use. Deletes those of interrupted writes; other files
    /// are not touched.
    func list(now: Double) -> [DiskFile: (size: Int, used: Double)] {
        var found: [DiskFile: (size: Int, used: Double)] = [:]
        for there in files.files() {
            let modified = Double(there.modified) / 1e9
            if let file = Self.file(there.name) {
                found[file] = (there.size, modified)
            } else if Self.isCutShort(there.name), modified < now - Self.longestWrite {
                files.delete(there.name)
            }
        }
        return found
    }

    /// Seconds after which an unfinished file counts as abandoned, and not as one that another process with the same
    /// folder is writing.
    private static let longestWrite = 600.0

    /// Returns the file that has a name; nil for names that are not of the cache.
    static func file(_ name: String) -> DiskFile? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16, parts[0].allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
            let kind = DiskFile.Kind.allCases.first(where: { $0.rawValue + version == parts[1] })
        else { return nil }
        return DiskFile(name: String(parts[0]), kind: kind)
    }

    /// Returns whether the name is that of a draft: ".dat.nosync", the number of the process, six characters.
    private static func isCutShort(_ name: String) -> Bool {
        let start = ".dat.nosync"
        guard name.hasPrefix(start) else { return false }
        let parts = name.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(\.isHexDigit) && parts[1].utf8.count == 6
    }
}
