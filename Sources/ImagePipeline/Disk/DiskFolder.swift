// The folder of the disk cache: what its files are called, and how they are read and written.
//
// Written here means: complete in a file of another name, flushed, then renamed over the old one. So a file under one of our names is always a whole one, whenever the process ends. The
// rename itself is not flushed: after a power cut a file may be missing, but the one that is there is whole, and if a
// file system does worse than it promises, the checksum notices.
import FoundationEssentials

/// Names one file of the cache beside its suffix.
struct DiskFile: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case photo
        /// The first bytes of a photo.
        case partial = "part"
        /// The latest confirmation of a photo's bytes.
        case validation = "valid"
    }
    /// 32 hexadecimal digits.
    let name: String
    let kind: Kind

    func with(_ kind: Kind) -> DiskFile { DiskFile(name: name, kind: kind) }
}

/// Reads and writes files; knows neither budget nor order. Blocks.
struct DiskFolder: Sendable {
    let files: any CacheFolder
    /// Bytes beyond which a file is not read: no photo is as long.
    private static let longestFile = 512 << 20

    private static let version = "\(DiskEntry.formatVersion)"

    private func name(_ file: DiskFile) -> String { "\(file.name).\(file.kind.rawValue)\(Self.version)" }

    func contents(_ file: DiskFile) -> Data? { files.contents(name(file), limit: Self.longestFile) }

    /// Replaces the file whole. - Returns: false when it cannot be written; then nothing has changed.
    func write(_ data: Data, _ file: DiskFile) -> Bool { files.replace(name(file), with: data) }

    func delete(_ file: DiskFile) { files.delete(name(file)) }

    /// Sets the time of modification, in which the order of use outlives a start.
    func setUsed(_ file: DiskFile, at time: Double) { files.setModified(name(file), at: time) }

    /// Keeps other users from what is there.
    func restrict() {
        files.restrict { Self.file($0) != nil || Self.isOutdated($0) || Self.isCutShort($0) }
    }

    /// Names of all files that are of this version of the format, with size and time of last use. Deletes what an
    /// earlier version or a write that was cut short has left; files that are none of ours stay untouched.
    func list(now: Double) -> [DiskFile: (size: Int, used: Double)] {
        var found: [DiskFile: (size: Int, used: Double)] = [:]
        for there in files.files() {
            let modified = Double(there.modified) / 1e9
            if let file = Self.file(there.name) {
                found[file] = (there.size, modified)
            } else if Self.isOutdated(there.name) || Self.isCutShort(there.name) && modified < now - Self.longestWrite {
                files.delete(there.name)
            }
        }
        return found
    }

    /// Seconds after which an unfinished file is not someone else's who is still at it: another program of ours on the
    /// same folder.
    private static let longestWrite = 600.0

    private static func file(_ name: String) -> DiskFile? {
        guard isHexadecimal(name.prefix(32)), name.utf8.count > 33 else { return nil }
        for kind in DiskFile.Kind.allCases where name.dropFirst(32) == ".\(kind.rawValue)\(version)" {
            return DiskFile(name: String(name.prefix(32)), kind: kind)
        }
        return nil
    }

    /// A name that an earlier version of this cache gave.
    private static func isOutdated(_ name: String) -> Bool {
        guard isHexadecimal(name.prefix(32)) else { return false }
        let rest = name.dropFirst(32)
        return rest == ".photo" || (rest.hasPrefix("-") && rest.hasSuffix(".partial"))
    }

    /// The name under which writing begins, as `Data`'s atomic writing has it: ".dat.nosync", the process's number, six characters.
    private static func isCutShort(_ name: String) -> Bool {
        let start = ".dat.nosync"
        guard name.hasPrefix(start) else { return false }
        let parts = name.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(\.isHexDigit) && parts[1].utf8.count == 6
    }

    private static func isHexadecimal(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 32 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}
