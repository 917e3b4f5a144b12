// The files of one folder as they are listed now, in some fifteen bytes each.
import Photos

/// A file of a folder by which it is recognised again.
struct FolderEntry: Equatable {
    let name: FileName
    /// Zero where it is not known.
    let inode: UInt64
    /// Changes when the content does (`FileStatus.fingerprint`).
    let fingerprint: UInt32
    /// Changes when anything about its entry does (`FileStamp.entryState`).
    var state: UInt32 = 0
    /// Changes when its sidecar does; 0 without one.
    var sidecar: UInt32 = 0
}

extension FolderEntry {
    /// A file whose status is known.
    init(_ name: FileName, _ status: FileStatus) {
        self.init(
            name: name, inode: status.stamp.inode, fingerprint: status.fingerprint,
            state: status.stamp.entryState, sidecar: status.stamp.sidecar)
    }
}

/// The files of a folder, packed: a million photos are watched in as many bytes as they are listed in. Each name is the
/// length of the beginning that it shares with the name before it, with a bit for a sidecar, and the rest; each inode
/// is the difference from the one before it.
struct FolderContents {
    private var bytes: [UInt8] = []
    private(set) var count = 0
    private var lastName: [UInt8] = []
    private var lastInode: UInt64 = 0

    init() {}

    /// Adds a file behind the others.
    mutating func append(_ entry: FolderEntry) {
        var entryName = entry.name.text
        entryName.withUTF8 { name in
            var shared = 0
            let limit = min(name.count, lastName.count)
            while shared < limit, name[shared] == lastName[shared] { shared += 1 }
            write(UInt64(shared) << 1 | (entry.sidecar == 0 ? 0 : 1))
            write(UInt64(name.count - shared))
            bytes.append(contentsOf: name[shared...])
            lastName.removeSubrange(shared...)
            lastName.append(contentsOf: name[shared...])
        }
        let step = Int64(bitPattern: entry.inode &- lastInode)
        write(UInt64(bitPattern: step << 1 ^ step >> 63))
        lastInode = entry.inode
        withUnsafeBytes(of: entry.fingerprint) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: entry.state) { bytes.append(contentsOf: $0) }
        if entry.sidecar != 0 { withUnsafeBytes(of: entry.sidecar) { bytes.append(contentsOf: $0) } }
        count += 1
    }

    /// Takes the files called `names` out.
    mutating func remove(_ names: Set<FileName>) {
        var left = FolderContents()
        forEach { if !names.contains($0.name) { left.append($0) } }
        left.trim()
        self = left
    }

    /// Gives back what was reserved for more files.
    mutating func trim() {
        bytes = bytes.withUnsafeBufferPointer { Array($0) }
    }

    /// Calls `body` with each file in the order in which they were added.
    func forEach(_ body: (FolderEntry) -> Void) {
        bytes.withUnsafeBytes { bytes in
            var place = 0
            var name: [UInt8] = []
            var inode: UInt64 = 0
            func read() -> UInt64 {
                var value: UInt64 = 0
                var shift: UInt64 = 0
                while true {
                    let byte = bytes[place]
                    place += 1
                    value |= UInt64(byte & 0x7F) << shift
                    if byte < 0x80 { return value }
                    shift += 7
                }
            }
            while place < bytes.count {
                let shared = read()
                name.removeSubrange(Int(shared >> 1)...)
                let length = Int(read())
                name.append(contentsOf: bytes[place..<place + length])
                place += length
                let step = read()
                inode &+= step >> 1 ^ (0 &- (step & 1))
                let fingerprint = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                let state = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                place += 8
                var entry = FolderEntry(
                    name: FileName(String(decoding: name, as: UTF8.self)), inode: inode, fingerprint: fingerprint,
                    state: state)
                if shared & 1 == 1 {
                    entry.sidecar = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    place += 4
                }
                body(entry)
            }
        }
    }

    /// The names of all files.
    var names: Set<FileName> {
        var names: Set<FileName> = []
        forEach { names.insert($0.name) }
        return names
    }

    /// Bytes of all files.
    var byteCount: Int { bytes.count }

    /// Seven bits a byte, the lowest first; the highest bit of a byte says that another follows (LEB128).
    private mutating func write(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
