// What is done with files on shares, through GIO.
import CGLib
import Codecs
import Glibc
public import ImagePipeline
public import Library
public import Photos

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

    private let calls: BlockingShareCalls
    private let parts: ShareParts
    /// Most entries of a folder, as a share may list without an end.
    private let mostEntries: Int

    /// Closes files, as a server may have to know before they are renamed or deleted (`ShareClient.closeFiles`).
    public typealias Closing = @Sendable (_ share: ShareAddress) async -> Void

    public init(
        patience: SharePatience = SharePatience(), mostEntries: Int = 1_000_000, close: Closing? = nil,
        before: (@Sendable (Call) throws(SystemFailure) -> Void)? = nil
    ) {
        calls = BlockingShareCalls(patience: patience, closeRead: close, before: before)
        parts = ShareParts(calls: calls)
        self.mostEntries = mostEntries
    }

    // MARK: Reading

    public func status(_ address: ShareAddress, followsLink: Bool) throws(SystemFailure) -> ShareEntry {
        try calls.check(.status(address))
        return try calls.run(address) { call throws(SystemFailure) in try Self.status(address, followsLink, call) }
    }

    public func statuses(of files: [ShareAddress]) throws(SystemFailure) -> [ShareEntry?] {
        for file in files { try calls.check(.status(file)) }
        guard let share = files.first else { return [] }
        // Each thread finds out by itself that a process has gone.
        return try calls.again(at: share) { () throws(SystemFailure) in try askAtOnce(files) }
    }

    private func askAtOnce(_ files: [ShareAddress]) throws(SystemFailure) -> [ShareEntry?] {
        var asked: [ShareThreads.Pending<ShareEntry>] = []
        for file in files {
            asked.append(try calls.begin(file) { call throws(SystemFailure) in try Self.status(file, true, call) })
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
        let info = try call.object { error in
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
        try calls.check(.entries(folder))
        let most = mostEntries
        return try calls.run(folder, limit: ShareCall.listingPatience) { call throws(SystemFailure) in
            let file = folder.makeFile()
            defer { withExtendedLifetime(file) {} }
            let entries = try call.object { error in
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
        try calls.check(.read(address))
        return try calls.run(address) { call throws(SystemFailure) in
            let file = address.makeFile()
            defer { withExtendedLifetime(file) {} }
            let stream = try call.object { g_file_read(file.pointer.opaque, call.pointer, $0) }
            defer { g_input_stream_close(stream.pointer.cast(), call.pointer, nil) }
            var buffer = ByteBuffer(expected: nil)
            while buffer.count < count {
                let bytes = try call.read(stream, min(BlockingShareCalls.chunk, count - buffer.count))
                if bytes.count == 0 { break }
                do { try buffer.append(bytes) } catch { throw SystemFailure(ENOMEM) }
            }
            return buffer.take()
        }
    }

    // MARK: Writing

    public func make(_ address: ShareAddress, of bytes: EncodedBytes) throws(SystemFailure) {
        try calls.check(.create(address))
        try calls.explained(at: address, writing: bytes.count) { () throws(SystemFailure) in
            // All of a file may be sent with its close, by some kinds of share.
            try calls.run(address, limit: bytes.count > BlockingShareCalls.chunk ? ShareCall.listingPatience : nil) {
                call throws(SystemFailure) in
                let file = address.makeFile()
                defer { withExtendedLifetime(file) {} }
                let stream = try call.object {
                    g_file_create(file.pointer.opaque, G_FILE_CREATE_NONE, call.pointer, $0)
                }
                defer { withExtendedLifetime(stream) {} }
                do throws(SystemFailure) {
                    try write(bytes, to: stream, call)
                    try calls.check(.close)
                } catch {
                    g_output_stream_close(stream.pointer.cast(), call.pointer, nil)
                    throw error
                }
                try call.done { g_output_stream_close(stream.pointer.cast(), call.pointer, $0) }
            }
        }
    }

    private func write(_ bytes: EncodedBytes, to stream: GObjectReference, _ call: ShareThreads.Call)
        throws(SystemFailure)
    {
        var result: Result<Void, SystemFailure> = .success(())
        bytes.storage.withBytes { memory in
            var rest = memory[...]
            while !rest.isEmpty, case .success = result {
                let part = rest.prefix(BlockingShareCalls.chunk)
                do throws(SystemFailure) {
                    try calls.check(.write)
                    try call.done { error in
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
        try calls.check(.copy(from, to))
        let progress = ShareProgress()
        func tell() { progress.tell(onBytes) }
        defer { tell() }
        // What has failed is deleted by GIO, and takes no room any more, but not by sftp.
        let size = FilePath.status(of: from.text).map { Int($0.st_size) } ?? 0
        do throws(SystemFailure) {
            try calls.explained(at: ShareAddress(to), writing: size) { () throws(SystemFailure) in
                try copy(from, to: to, by: share, progress, tell)
            }
        } catch {
            // Whatever broke, what was asked for may happen once the server is back.
            if ShareAddress(to) == nil, [ECANCELED, ETIMEDOUT, EIO, ENOTCONN].contains(error.code) {
                calls.patience.noteLate(to)
            }
            throw error
        }
    }

    private func copy(
        _ from: FilePath, to: FilePath, by share: ShareAddress, _ progress: ShareProgress, _ tell: () -> Void
    ) throws(SystemFailure) {
        try calls.run(share, limit: ShareCall.listingPatience, waiting: tell) { call throws(SystemFailure) in
            let source = from.makeFile(), target = to.makeFile()
            defer { withExtendedLifetime((source, target)) {} }
            progress.begin(call)
            let flags = GFileCopyFlags(
                rawValue: G_FILE_COPY_NOFOLLOW_SYMLINKS.rawValue | G_FILE_COPY_TARGET_DEFAULT_PERMS.rawValue)
            try call.done { error in
                g_file_copy(
                    source.pointer.opaque, target.pointer.opaque, flags, call.pointer,
                    { current, _, context in
                        guard let context else { return }
                        Unmanaged<ShareProgress>.fromOpaque(context).takeUnretainedValue().note(Int(current))
                    }, Unmanaged.passUnretained(progress).toOpaque(), error)
            }
        }
    }

    public func rename(_ from: ShareAddress, to: ShareAddress, replaces: Bool) throws(SystemFailure) {
        try calls.check(.rename(from, to))
        if from.isRenamedByName { return try renameByName(from, to: to, replaces: replaces) }
        do {
            try calls.untilFree(from) { call throws(SystemFailure) in
                let source = from.makeFile(), target = to.makeFile()
                defer { withExtendedLifetime((source, target)) {} }
                let flags = GFileCopyFlags(
                    rawValue: G_FILE_COPY_NO_FALLBACK_FOR_MOVE.rawValue | G_FILE_COPY_NOFOLLOW_SYMLINKS.rawValue
                        | (replaces ? G_FILE_COPY_OVERWRITE.rawValue : 0))
                // Renaming by a name alone replaces a file by sftp, silently (GVfs 1.50).
                try call.done { error in
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
        try calls.untilFree(from) { call throws(SystemFailure) in
            let file = from.makeFile()
            defer { withExtendedLifetime(file) {} }
            _ = try call.object { error in
                FilePath.withC(to.name.text) { g_file_set_display_name(file.pointer.opaque, $0, call.pointer, error) }
            }
        }
    }

    public func remove(_ address: ShareAddress) throws(SystemFailure) {
        try calls.check(.remove(address))
        try calls.untilFree(address) { call throws(SystemFailure) in
            let file = address.makeFile()
            defer { withExtendedLifetime(file) {} }
            try call.done { g_file_delete(file.pointer.opaque, call.pointer, $0) }
        }
    }

    public func makeFolder(_ address: ShareAddress) throws(SystemFailure) {
        try calls.check(.makeFolder(address))
        try calls.explained(at: address) { () throws(SystemFailure) in
            try calls.run(address) { call throws(SystemFailure) in
                let file = address.makeFile()
                defer { withExtendedLifetime(file) {} }
                try call.done { g_file_make_directory(file.pointer.opaque, call.pointer, $0) }
            }
        }
    }

    public func setModified(_ address: ShareAddress, _ time: Int64) throws(SystemFailure) {
        try calls.check(.setModified(address))
        try calls.run(address) { call throws(SystemFailure) in
            let file = address.makeFile()
            defer { withExtendedLifetime(file) {} }
            try call.done { error in
                g_file_set_attribute_uint64(
                    file.pointer.opaque, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                    UInt(clamping: time / 1_000_000_000), G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, call.pointer, error)
            }
        }
    }

    // MARK: Parts

    public func read(
        _ address: ShareAddress, _ part: Range<Int>, to descriptor: Int32, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        try parts.read(address, part, to: descriptor, onBytes: onBytes)
    }

    public func append(
        _ source: FilePath, _ part: Range<Int>, to address: ShareAddress, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        guard ["sftp", "smb"].contains(address.scheme) else { throw SystemFailure(ENOTSUP) }
        // As a stream, sftp waits for the answer to each 32 KB.
        if part.lowerBound == 0, address.scheme == "sftp" {
            return try copy(source, to: address.path, onBytes: onBytes)
        }
        try parts.append(source, part, to: address, onBytes: onBytes)
    }

    // MARK: The share as a whole

    public func room(at folder: ShareAddress) throws(SystemFailure) -> ShareRoom { try calls.room(at: folder) }

    public func connect(_ share: ShareAddress) throws(SystemFailure) { try calls.connect(share) }
}
