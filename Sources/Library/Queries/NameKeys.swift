// The keys by which photos are sorted by their names or paths.
import Photos

/// What of a photo it is sorted by.
enum Naming: Sendable {
    /// Its title, by the user's collation.
    case title(any NameCollation)
    /// Its title, and where that is the same its path.
    case titleAndPath(any NameCollation)
    /// Its path, as a folder is listed: the files of a folder by the collation of their names, then its subfolders with
    /// all that is in them by theirs. Names that the collation takes for equal follow by their bytes.
    case path(any NameCollation)
}

/// Makes keys, by whose bytes photos are sorted. Keeps those of folders, of which there are few.
struct NameKeyMaker {
    private let naming: Naming
    private var folders: [ContiguousArray<UInt8>: ContiguousArray<UInt8>] = [:]
    private var last: (folder: ContiguousArray<UInt8>, key: ContiguousArray<UInt8>) = ([], [])

    /// Sort below a path's names of folders, so that files come first.
    private static let file: UInt8 = 1, folder: UInt8 = 2

    init(_ naming: Naming) { self.naming = naming }

    /// The key of the photo in a slot. Takes some microseconds.
    mutating func key(of slot: UInt32, in store: PhotoStore) -> ContiguousArray<UInt8> {
        store.withName(of: slot) { id, title in key(id: id, title: title) } ?? []
    }

    mutating func key(id: UnsafeBufferPointer<UInt8>, title: UnsafeBufferPointer<UInt8>) -> ContiguousArray<UInt8> {
        switch naming {
        case .title(let collation): return collation.key(for: String(decoding: title, as: UTF8.self))
        case .titleAndPath(let collation):
            return collation.key(for: String(decoding: title, as: UTF8.self)) + [0] + path(id, collation)
        case .path(let collation): return path(id, collation)
        }
    }

    private mutating func path(
        _ id: UnsafeBufferPointer<UInt8>, _ collation: any NameCollation
    ) -> ContiguousArray<UInt8> {
        guard let slash = id.lastIndex(of: UInt8(ascii: "/")) else { return Self.level(id[...], Self.file, collation) }
        return folderKey(id[..<slash], collation) + Self.level(id[(slash + 1)...], Self.file, collation)
    }

    private mutating func folderKey(
        _ path: Slice<UnsafeBufferPointer<UInt8>>, _ collation: any NameCollation
    ) -> ContiguousArray<UInt8> {
        if last.folder.elementsEqual(path) { return last.key }
        let name = ContiguousArray(path)
        let key =
            folders[name]
            ?? path.split(separator: UInt8(ascii: "/")).reduce(into: []) { key, level in
                key += Self.level(level, Self.folder, collation)
            }
        folders[name] = key
        last = (name, key)
        return key
    }

    /// The key of one level of a path. Neither a collation's keys nor names have zero bytes, so that one that begins
    /// like another comes first.
    private static func level(
        _ name: Slice<UnsafeBufferPointer<UInt8>>, _ kind: UInt8, _ collation: any NameCollation
    ) -> ContiguousArray<UInt8> {
        var key: ContiguousArray<UInt8> = [kind]
        key += collation.key(for: String(decoding: name, as: UTF8.self))
        key.append(0)
        key += name
        key.append(0)
        return key
    }
}

/// The keys of photos while they are sorted: the bytes of all in one array.
struct NameKeys {
    private struct Entry {
        let start: Int
        let length: Int32
        let slot: UInt32
    }

    private var bytes: ContiguousArray<UInt8> = []
    private var entries: ContiguousArray<Entry> = []

    /// The keys of all photos of a store.
    init(_ store: PhotoStore, _ naming: Naming) {
        entries.reserveCapacity(store.slotCount)
        var maker = NameKeyMaker(naming)
        store.forEachName { slot, id, title, _ in add(maker.key(id: id, title: title), slot) }
    }

    /// The keys of some photos.
    init(_ store: PhotoStore, _ naming: Naming, of slots: some Collection<UInt32>) {
        entries.reserveCapacity(slots.count)
        var maker = NameKeyMaker(naming)
        for slot in slots { add(maker.key(of: slot, in: store), slot) }
    }

    private mutating func add(_ key: ContiguousArray<UInt8>, _ slot: UInt32) {
        entries.append(Entry(start: bytes.count, length: Int32(truncatingIfNeeded: key.count), slot: slot))
        bytes += key
    }

    /// The slots by their keys; equal ones in ascending order of slots.
    consuming func sorted() -> ContiguousArray<UInt32> {
        var entries = entries
        bytes.withUnsafeBufferPointer { bytes in
            entries.sort { a, b in
                let shorter = Int(min(a.length, b.length))
                for place in 0..<shorter where bytes[a.start + place] != bytes[b.start + place] {
                    return bytes[a.start + place] < bytes[b.start + place]
                }
                return a.length == b.length ? a.slot < b.slot : a.length < b.length
            }
        }
        return ContiguousArray(entries.lazy.map(\.slot))
    }
}
