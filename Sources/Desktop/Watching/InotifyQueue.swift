// The kernel's watches of folders: inotify(7).
import Codecs
import Glibc
import Photos

/// A queue of inotify. Closed with its last reference.
final class InotifyQueue: WatchQueue {
    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: bufferLength)
    /// Room for some hundred events, and for more than one with the longest name.
    private static let bufferLength = 64 << 10
    /// The bytes of an event before its name.
    private static let headLength = MemoryLayout<inotify_event>.size
    /// Buffers that are read at once.
    private static let readsAtOnce = 64

    /// Nil when the user has as many queues as the system grants.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    func add(_ path: FilePath, for kinds: WatchEvent.Kinds) -> Int32? {
        let flags = kinds.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
        let watch = path.withC { inotify_add_watch(descriptor, $0, flags) }
        return watch < 0 ? nil : watch
    }

    func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    func read() -> [WatchEvent] {
        var events: [WatchEvent] = []
        for _ in 0..<Self.readsAtOnce {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            buffer.withUnsafeBytes { Self.parse($0.prefix(count), into: &events) }
        }
        return events
    }

    /// The layout is that of `struct inotify_event`: four words, the last of which is the length of the name with the
    /// zero bytes behind it.
    private static func parse(_ bytes: Slice<UnsafeRawBufferPointer>, into events: inout [WatchEvent]) {
        var rest = UnsafeRawBufferPointer(rebasing: bytes)
        while rest.count >= headLength {
            let length = Int(rest.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
            guard rest.count >= headLength + length else { return }
            let name = rest[headLength..<headLength + length]
            events.append(
                WatchEvent(
                    watch: rest.loadUnaligned(fromByteOffset: 0, as: Int32.self),
                    kinds: WatchEvent.Kinds(rawValue: rest.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
                    cookie: rest.loadUnaligned(fromByteOffset: 8, as: UInt32.self),
                    name: length == 0 ? "" : FileName(FilePath.text(name.prefix { $0 != 0 }))))
            rest = UnsafeRawBufferPointer(rebasing: rest[(headLength + length)...])
        }
    }
}
