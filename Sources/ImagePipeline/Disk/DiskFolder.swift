// The folder of the disk cache: what its files are called, and how they are read and written.
//
// Written here means: complete in a file of another name, flushed, then renamed over the old one (`Data`'s atomic
// writing does all three). So a file under one of our names is always a whole one, whenever the process ends. The
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
    let path: String

    private static let version = "\(DiskEntry.formatVersion)"

    func path(_ file: DiskFile) -> String { "\(path)/\(file.name).\(file.kind.rawValue)\(Self.version)" }

    func contents(_ file: DiskFile) -> Data? { FileManager.default.contents(atPath: path(file)) }

    /// Replaces the file whole. - Throws: what the file system says; then nothing has changed.
    func write(_ data: Data, _ file: DiskFile) throws {
        let writeWhole = { try data.write(to: URL(filePath: path(file)), options: .atomic) }
        do {
            try writeWhole()
        } catch {
            // The first file of all, or someone has emptied the cache by hand.
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try writeWhole()
        }
    }

    func delete(_ file: DiskFile) { try? FileManager.default.removeItem(atPath: path(file)) }

    /// Sets the time of modification, in which the order of use outlives a start.
    func setUsed(_ file: DiskFile, at time: Double) {
        try? FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path(file))
    }

    /// Names of all files that are of this version of the format, with size and time of last use. Deletes what an
    /// earlier version or a write that was cut short has left; files that are none of ours stay untouched.
    func list(now: Double) -> [DiskFile: (size: Int, used: Double)] {
        var found: [DiskFile: (size: Int, used: Double)] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            let isCutShort = Self.isCutShort(name)
            let file = Self.file(name)
            guard isCutShort || file != nil else {
                if Self.isOutdated(name) { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
                continue
            }
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"),
                // A UInt, or an NSNumber once all of Foundation is in the process; its digits are the same.
                let size = attributes[.size].flatMap({ Int("\($0)") })
            else { continue }
            let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            if let file {
                found[file] = (size, modified)
            } else if modified < now - Self.longestWrite {
                try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
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

    /// The name under which `Data`'s atomic writing begins: ".dat.nosync", the process's number, six characters.
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
