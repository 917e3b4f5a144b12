// What is done with files on shares, through GIO.
import CGLib
import Codecs
import Dispatch
import Glibc
public import ImagePipeline
public import Library
public import Photos
import Synchronization

/// Files on shares that GVfs has mounted; nothing is connected here, and no question is asked.
///
/// By the blocking forms of GIO's functions on threads of their own: those for copies, moves, folders and deletions
/// have no other ones that hold none of GLib's.
public struct MountedShareDisk: ShareDisk {
    /// A call that is about to be made.
    public enum Call: Hashable, Sendable {
        case status(ShareAddress), entries(ShareAddress), read(ShareAddress), create(ShareAddress), write, close
        case copy(FilePath, FilePath), rename(ShareAddress, ShareAddress), remove(ShareAddress)
        case makeFolder(ShareAddress), setModified(ShareAddress), room(ShareAddress)
        case append(ShareAddress), connect(ShareAddress)
    }

    let patience: SharePatience
    /// Most entries of a folder, as a share may list without an end.
    private let mostEntries: Int
    /// Closes the files of a share that this program has read; nil where it reads none.
    private let closeRead: Closing?
    /// Called before each call, which is not made where it throws.
    private let before: (@Sendable (Call) throws(SystemFailure) -> Void)?

    /// Bytes that are read or written at once.
    static let chunk = 256 << 10
    /// Less room than this after a write that has failed without a reason is the reason.
    private static let leastRoom = 2 * chunk

    /// Closes files, as a server may have to know before they are renamed or deleted (`ShareClient.closeFiles`).
    public typealias Closing = @Sendable (_ share: ShareAddress) async -> Void

    public init(
        patience: SharePatience = SharePatience(), mostEntries: Int = 1_000_000, close: Closing? = nil,
        before: (@Sendable (Call) throws(SystemFailure) -> Void)? = nil
    ) {
        self.patience = patience
        self.mostEntries = mostEntries
        closeRead = close
        self.before = before
    }

    func check(_ call: @autoclosure () -> Call) throws(SystemFailure) {
        if let before { try before(call()) }
    }

    // MARK: Reading

    public func status(_ address: ShareAddress, followsLink: Bool) throws(SystemFailure) -> ShareEntry {
        try check(.status(address))
        return try run(address) { call throws(SystemFailure) in try Self.status(address, followsLink, call) }
    }

    public func statuses(of files: [ShareAddress]) throws(SystemFailure) -> [ShareEntry?] {
        var asked: [ShareThreads.Pending<ShareEntry>] = []
        for file in files {
            try check(.status(file))
            asked.append(try begin(file) { call throws(SystemFailure) in try Self.status(file, true, call) })
        }
        var entries: [ShareEntry?] = [], failure: SystemFailure?
        for call in asked {
            do throws(SystemFailure) { entries.append(try call.wait()) } catch {
                if error.code != ENOENT { failure = error }
                entries.append(nil)
            }
        }
        if let failure { throw failure }
        return entries
    }

    private static func status(
        _ address: ShareAddress, _ followsLink: Bool, _ call: ShareThreads.Call
    ) throws(SystemFailure) -> ShareEntry {
        let file = address.makeFile()
        defer { withExtendedLifetime(file) {} }
        let flags = followsLink ? G_FILE_QUERY_INFO_NONE : G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS
        let info = try object { error in
            g_file_query_info(file.pointer.opaque, ShareEntry.attributes, flags, call.pointer, error)
        }
        defer { withExtendedLifetime(info) {} }
        if let entry = ShareEntry(info.pointer.opaque) { return entry }
        // The share as a whole has no name.
        guard g_file_info_get_file_type(info.pointer.opaque) == G_FILE_TYPE_DIRECTORY else {
            throw SystemFailure(ENOENT)
        }
        return ShareEntry(name: address.name, isFolder: true, isRegular: false)
    }

    public func entries(in folder: ShareAddress) throws(SystemFailure) -> [ShareEntry] {
        try check(.entries(folder))
        let most = mostEntries
        return try run(folder, limit: ShareCall.listingPatience) { call throws(SystemFailure) in
            let file = folder.makeFile()
            defer { withExtendedLifetime(file) {} }
            let entries = try Self.object { error in
                g_file_enumerate_children(
                    file.pointer.opaque, ShareEntry.attributes, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS,
                    call.pointer, error)
            }
            defer { g_file_enumerator_close(entries.pointer.cast(), call.pointer, nil) }
            var list: [ShareEntry] = []
            while true {
                var error: UnsafeMutablePointer<GError>?
                guard let info = g_file_enumerator_next_file(entries.pointer.cast(), call.pointer, &error) else {
                    if let error { throw SystemFailure(ofShare: GLibError(adopting: error)) }
                    return list
                }
                defer { g_object_unref(info.object) }
                call.answer()
                if list.count == most { throw SystemFailure(EFBIG) }
                if let entry = ShareEntry(info) { list.append(entry) }
            }
        }
    }

    public func beginning(of address: ShareAddress, count: Int) throws(SystemFailure) -> EncodedBytes {
        try check(.read(address))
        return try run(address) { call throws(SystemFailure) in
            let file = address.makeFile()
            defer { withExtendedLifetime(file) {} }
            let stream = try Self.object { g_file_read(file.pointer.opaque, call.pointer, $0) }
            defer { g_input_stream_close(stream.pointer.cast(), call.pointer, nil) }
            var buffer = ByteBuffer(expected: nil)
            while buffer.count < count {
                var error: UnsafeMutablePointer<GError>?
                let size = UInt(min(Self.chunk, count - buffer.count))
                let read = g_input_stream_read_bytes(stream.pointer.cast(), size, call.pointer, &error)
                guard let read else { throw SystemFailure(ofShare: GLibError(adopting: error)) }
                let bytes = SharedBytes(adopting: read)
                call.answer()
                if bytes.count == 0 { break }
                do { try buffer.append(bytes) } catch { throw SystemFailure(ENOMEM) }
            }
            return buffer.take()
        }
    }

    public func room(at folder: ShareAddress) throws(SystemFailure) -> ShareRoom {
        try check(.room(folder))
        return try run(folder) { call throws(SystemFailure) in
            let file = folder.makeFile()
            defer { withExtendedLifetime(file) {} }
            let room = try Self.object { error in
                g_file_query_filesystem_info(
                    file.pointer.opaque, "filesystem::free,filesystem::readonly", call.pointer, error)
            }
            defer { withExtendedLifetime(room) {} }
            let info = room.pointer.opaque
            let says = g_file_info_has_attribute(info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE) != 0
            // By sftp GVfs says the one with the other, and leaves out the room where there is none (1.50).
            let isFull =
                folder.scheme == "sftp"
                && g_file_info_has_attribute(info, G_FILE_ATTRIBUTE_FILESYSTEM_READONLY) != 0
            return ShareRoom(
                free: says
                    ? Int(clamping: g_file_info_get_attribute_uint64(info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE))
                    : isFull ? 0 : nil,
                isReadOnly: g_file_info_get_attribute_boolean(info, G_FILE_ATTRIBUTE_FILESYSTEM_READONLY) != 0)
        }
    }

    // MARK: Writing

    public func make(_ address: ShareAddress, of bytes: EncodedBytes) throws(SystemFailure) {
        try check(.create(address))
        try explained(at: address, writing: bytes.count) { () throws(SystemFailure) in
            // All of a file may be sent with its close, by some kinds of share.
            try run(address, limit: bytes.count > Self.chunk ? ShareCall.listingPatience : nil) {
                call throws(SystemFailure) in
                let file = address.makeFile()
                defer { withExtendedLifetime(file) {} }
                let stream = try Self.object {
                    g_file_create(file.pointer.opaque, G_FILE_CREATE_NONE, call.pointer, $0)
                }
                defer { withExtendedLifetime(stream) {} }
                do throws(SystemFailure) {
                    try write(bytes, to: stream, call)
                    try check(.close)
                } catch {
                    g_output_stream_close(stream.pointer.cast(), call.pointer, nil)
                    throw error
                }
                try Self.done { g_output_stream_close(stream.pointer.cast(), call.pointer, $0) }
            }
        }
    }

    func write(_ bytes: EncodedBytes, to stream: GObjectReference, _ call: ShareThreads.Call)
        throws(SystemFailure)
    {
        var result: Result<Void, SystemFailure> = .success(())
        bytes.storage.withBytes { memory in
            var rest = memory[...]
            while !rest.isEmpty, case .success = result {
                let part = rest.prefix(Self.chunk)
                do throws(SystemFailure) {
                    try check(.write)
                    try Self.done { error in
                        g_output_stream_write_all(
                            stream.pointer.cast(), memory.baseAddress.map { $0 + part.startIndex }, UInt(part.count),
                            nil,
                            call.pointer, error)
                    }
                } catch {
                    result = .failure(error)
                }
                call.answer()
                rest = rest.dropFirst(part.count)
            }
        }
        try result.get()
    }

    public func copy(_ from: FilePath, to: FilePath, onBytes: (Int) -> Void) throws(SystemFailure) {
        guard let share = ShareAddress(to) ?? ShareAddress(from) else { throw SystemFailure(EINVAL) }
        try check(.copy(from, to))
        let progress = Progress()
        func tell() { progress.tell(onBytes) }
        defer { tell() }
        // What has failed is deleted by GIO, and takes no room any more, but not by sftp.
        let size = FilePath.status(of: from.text).map { Int($0.st_size) } ?? 0
        do throws(SystemFailure) {
            try explained(at: ShareAddress(to), writing: size) { () throws(SystemFailure) in
                try copy(from, to: to, by: share, progress, tell)
            }
        } catch {
            // Whatever broke, what was asked for may happen once the server is back.
            if ShareAddress(to) == nil, [ECANCELED, ETIMEDOUT, EIO, ENOTCONN].contains(error.code) {
                patience.noteLate(to)
            }
            throw error
        }
    }

    private func copy(
        _ from: FilePath, to: FilePath, by share: ShareAddress, _ progress: Progress, _ tell: () -> Void
    ) throws(SystemFailure) {
        try run(share, limit: ShareCall.listingPatience, waiting: tell) { call throws(SystemFailure) in
            let source = Self.file(from), target = Self.file(to)
            defer { withExtendedLifetime((source, target)) {} }
            progress.call.withLock { $0 = call }
            let flags = GFileCopyFlags(
                rawValue: G_FILE_COPY_NOFOLLOW_SYMLINKS.rawValue | G_FILE_COPY_TARGET_DEFAULT_PERMS.rawValue)
            try Self.done { error in
                g_file_copy(
                    source.pointer.opaque, target.pointer.opaque, flags, call.pointer,
                    { current, _, context in
                        guard let context else { return }
                        Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue().note(Int(current))
                    }, Unmanaged.passUnretained(progress).toOpaque(), error)
            }
        }
    }

    public func rename(_ from: ShareAddress, to: ShareAddress, replaces: Bool) throws(SystemFailure) {
        try check(.rename(from, to))
        if from.isRenamedByName { return try renameByName(from, to: to, replaces: replaces) }
        do {
            try untilFree(from) { call throws(SystemFailure) in
                let source = from.makeFile(), target = to.makeFile()
                defer { withExtendedLifetime((source, target)) {} }
                let flags = GFileCopyFlags(
                    rawValue: G_FILE_COPY_NO_FALLBACK_FOR_MOVE.rawValue | G_FILE_COPY_NOFOLLOW_SYMLINKS.rawValue
                        | (replaces ? G_FILE_COPY_OVERWRITE.rawValue : 0))
                // Renaming by a name alone replaces a file by sftp, silently (GVfs 1.50).
                try Self.done { error in
                    g_file_move(
                        source.pointer.opaque, target.pointer.opaque, flags, call.pointer, nil, nil,
                        error)
                }
            }
        } catch let error where error.code == ENOTSUP {
            throw SystemFailure(EXDEV)
        }
    }

    private func renameByName(
        _ from: ShareAddress, to: ShareAddress, replaces: Bool
    ) throws(SystemFailure) {
        guard let folder = from.folder, folder == to.folder else { throw SystemFailure(EXDEV) }
        if replaces {
            do throws(SystemFailure) { try remove(to) } catch { if error.code != ENOENT { throw error } }
        }
        try untilFree(from) { call throws(SystemFailure) in
            let file = from.makeFile()
            defer { withExtendedLifetime(file) {} }
            _ = try Self.object { error in
                FilePath.withC(to.name.text) { g_file_set_display_name(file.pointer.opaque, $0, call.pointer, error) }
            }
        }
    }

    public func remove(_ address: ShareAddress) throws(SystemFailure) {
        try check(.remove(address))
        try untilFree(address) { call throws(SystemFailure) in
            let file = address.makeFile()
            defer { withExtendedLifetime(file) {} }
            try Self.done { g_file_delete(file.pointer.opaque, call.pointer, $0) }
        }
    }

    public func makeFolder(_ address: ShareAddress) throws(SystemFailure) {
        try check(.makeFolder(address))
        try explained(at: address) { () throws(SystemFailure) in
            try run(address) { call throws(SystemFailure) in
                let file = address.makeFile()
                defer { withExtendedLifetime(file) {} }
                try Self.done { g_file_make_directory(file.pointer.opaque, call.pointer, $0) }
            }
        }
    }

    public func setModified(_ address: ShareAddress, _ time: Int64) throws(SystemFailure) {
        try check(.setModified(address))
        try run(address) { call throws(SystemFailure) in
            let file = address.makeFile()
            defer { withExtendedLifetime(file) {} }
            try Self.done { error in
                g_file_set_attribute_uint64(
                    file.pointer.opaque, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                    UInt(clamping: time / 1_000_000_000), G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, call.pointer, error)
            }
        }
    }

    // MARK: Calls

    func run<Value: Sendable>(
        _ address: ShareAddress, limit: Duration? = nil, waiting: () -> Void = {},
        _ body: @escaping @Sendable (ShareThreads.Call) throws(SystemFailure) -> Value
    ) throws(SystemFailure) -> Value {
        try begin(address, body).wait(limit: limit, waiting: waiting)
    }

    private func begin<Value: Sendable>(
        _ address: ShareAddress, _ body: @escaping @Sendable (ShareThreads.Call) throws(SystemFailure) -> Value
    ) throws(SystemFailure) -> ShareThreads.Pending<Value> {
        try ShareThreads.shared.begin(address, patience) { call in
            do throws(SystemFailure) { return .success(try body(call)) } catch { return .failure(error) }
        }
    }

    /// Makes a call that some servers refuse for a file that is open: what this program has read is closed then, and
    /// what it reads just now, or another program, is waited for.
    private func untilFree(
        _ address: ShareAddress, _ body: @escaping @Sendable (ShareThreads.Call) throws(SystemFailure) -> Void
    ) throws(SystemFailure) {
        for _ in 0..<Self.mostWaits {
            do {
                return try run(address, body)
            } catch let error where error.code == EBUSY {
                closeReadFiles(on: address.root)
                usleep(Self.wait)
            }
        }
        try run(address, body)
    }

    /// Has the files closed that this program has read, and waits for that, as long as for a call.
    private func closeReadFiles(on share: ShareAddress) {
        guard let closeRead else { return }
        let isDone = DispatchSemaphore(value: 0)
        Task {
            await closeRead(share)
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + patience.limit() / .seconds(1))
    }

    /// Times that is waited for an open file, and the microseconds of each: five seconds in all, in which 64 files are
    /// closed at 30 ms.
    private static let mostWaits = 25, wait: UInt32 = 200_000

    /// Finds the reason of a write that has failed without one: a full share, which sftp does not name, or one that is
    /// gone.
    func explained(
        at address: ShareAddress?, writing size: Int = 0, _ body: () throws(SystemFailure) -> Void
    ) throws(SystemFailure) {
        do {
            try body()
        } catch let error where error.code == EIO {
            guard let address else { throw error }
            let room: ShareRoom
            do throws(SystemFailure) {
                room = try self.room(at: address.folder ?? address)
            } catch let other {
                throw other.code == ENOTCONN ? other : error
            }
            throw room.free.map { $0 < max(Self.leastRoom, size) } == true ? SystemFailure(ENOSPC) : error
        }
    }

    /// How far a copy is.
    final class Progress: Sendable {
        let call = Mutex<ShareThreads.Call?>(nil)
        private let count = Atomic(0), told = Atomic(0)

        func note(_ now: Int) {
            call.withLock { $0?.answer() }
            count.store(now, ordering: .relaxed)
        }

        /// Calls `onBytes` with the bytes that have come since the last call, if any. On the thread of who waits.
        func tell(_ onBytes: (Int) -> Void) {
            let now = count.load(ordering: .relaxed), before = told.load(ordering: .relaxed)
            guard now > before else { return }
            told.store(now, ordering: .relaxed)
            onBytes(now - before)
        }
    }

    static func file(_ path: FilePath) -> GObjectReference {
        if let address = ShareAddress(path) { return address.makeFile() }
        guard let file = path.withC({ g_file_new_for_path($0) }) else { preconditionFailure("GIO made no file") }
        return GObjectReference(adopting: UnsafeMutableRawPointer(file))
    }

    typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    static func object(_ body: (ErrorPlace) -> OpaquePointer?) throws(SystemFailure) -> GObjectReference {
        try object { (error: ErrorPlace) -> UnsafeMutablePointer<GObject>? in body(error).map { .init($0) } }
    }

    static func object<Object>(
        _ body: (ErrorPlace) -> UnsafeMutablePointer<Object>?
    ) throws(SystemFailure) -> GObjectReference {
        var error: UnsafeMutablePointer<GError>?
        guard let object = body(&error) else { throw SystemFailure(ofShare: GLibError(adopting: error)) }
        return GObjectReference(adopting: UnsafeMutableRawPointer(object))
    }

    static func done(_ body: (ErrorPlace) -> gboolean) throws(SystemFailure) {
        var error: UnsafeMutablePointer<GError>?
        if body(&error) == 0 { throw SystemFailure(ofShare: GLibError(adopting: error)) }
    }
}
