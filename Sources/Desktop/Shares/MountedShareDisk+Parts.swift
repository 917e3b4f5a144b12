// Parts of long files on shares, through GIO, and the connection of a share that has gone.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Library
public import Photos
import Synchronization

extension MountedShareDisk {
    /// Bytes at least and at most that a thread reads one after another while others read elsewhere. GVfs reads 32 KB
    /// too much at the end of each.
    private static let segments = 256 << 10...1 << 20
    /// Threads that a short file is divided among: at 30 ms the four have 28 Mbit/s.
    private static let usualWidth = 4

    private static func segment(of part: Range<Int>) -> Int {
        min(max((part.count + usualWidth - 1) / usualWidth, segments.lowerBound), segments.upperBound)
    }

    public func read(
        _ address: ShareAddress, _ part: Range<Int>, to descriptor: Int32, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        try check(.read(address))
        // By sftp GVfs sends a request once the one before it is answered; others have the whole line with one file.
        let length = address.scheme == "sftp" ? Self.segment(of: part) : max(part.count, 1)
        let width = min(address.width, (part.count + length - 1) / length)
        if width == 0 { return }
        let segments = ShareSegments(part, of: length, to: descriptor)
        var told = 0
        func tell() {
            let whole = segments.whole
            if whole > told { onBytes(whole - told) }
            told = whole
        }
        defer {
            segments.finish()
            tell()
        }
        try ShareThreads.shared.run(address, patience, waiting: tell, width: width) { call in
            do throws(SystemFailure) {
                return .success(try Self.read(address, segments, call))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Reads segments until none is left.
    private static func read(
        _ address: ShareAddress, _ segments: ShareSegments, _ call: ShareThreads.Call
    ) throws(SystemFailure) {
        guard var segment = segments.take() else { return }
        let file = address.makeFile()
        defer { withExtendedLifetime(file) {} }
        let stream = try object { g_file_read(file.pointer.opaque, call.pointer, $0) }
        defer { g_input_stream_close(stream.pointer.cast(), call.pointer, nil) }
        var place = 0
        while true {
            if segment.lowerBound != place {
                try done { error in
                    g_seekable_seek(
                        stream.pointer.opaque, goffset(segment.lowerBound), G_SEEK_SET, call.pointer, error)
                }
                place = segment.lowerBound
            }
            while place < segment.upperBound {
                var error: UnsafeMutablePointer<GError>?
                let read = g_input_stream_read_bytes(
                    stream.pointer.cast(), UInt(min(chunk, segment.upperBound - place)), call.pointer, &error)
                guard let read else { throw SystemFailure(ofShare: GLibError(adopting: error)) }
                let bytes = SharedBytes(adopting: read)
                call.answer()
                if bytes.count == 0 { throw SystemFailure(EIO) }
                var result: Result<Void, SystemFailure> = .success(())
                bytes.withBytes { memory in
                    do throws(SystemFailure) {
                        try segments.write(UnsafeRawBufferPointer(memory), at: place, of: segment)
                    } catch {
                        result = .failure(error)
                    }
                }
                try result.get()
                place += bytes.count
            }
            guard let next = segments.take() else { return }
            segment = next
        }
    }

    public func append(
        _ source: FilePath, _ part: Range<Int>, to address: ShareAddress, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        guard ["sftp", "smb"].contains(address.scheme) else { throw SystemFailure(ENOTSUP) }
        // As a stream, sftp waits for the answer to each 32 KB.
        if part.lowerBound == 0, address.scheme == "sftp" {
            return try copy(source, to: address.path, onBytes: onBytes)
        }
        try check(.append(address))
        let progress = Progress()
        func tell() { progress.tell(onBytes) }
        defer { tell() }
        try explained(at: address, writing: part.count) { () throws(SystemFailure) in
            try run(address, limit: ShareCall.listingPatience, waiting: tell) { call throws(SystemFailure) in
                progress.call.withLock { $0 = call }
                try append(source, part, to: address, progress, call)
            }
        }
    }

    private func append(
        _ source: FilePath, _ part: Range<Int>, to address: ShareAddress, _ progress: Progress,
        _ call: ShareThreads.Call
    ) throws(SystemFailure) {
        let descriptor = try FileSystemCalls().open(source, O_RDONLY)
        defer { Glibc.close(descriptor) }
        let file = address.makeFile()
        defer { withExtendedLifetime(file) {} }
        let stream = try Self.object { error in
            part.lowerBound == 0
                ? g_file_create(file.pointer.opaque, G_FILE_CREATE_NONE, call.pointer, error)
                : g_file_append_to(file.pointer.opaque, G_FILE_CREATE_NONE, call.pointer, error)
        }
        defer { withExtendedLifetime(stream) {} }
        do throws(SystemFailure) {
            if part.lowerBound > 0 {
                let place = goffset(part.lowerBound)
                try Self.done { g_seekable_truncate(stream.pointer.opaque, place, call.pointer, $0) }
                try Self.done { g_seekable_seek(stream.pointer.opaque, place, G_SEEK_SET, call.pointer, $0) }
            }
            var buffer = [UInt8](repeating: 0, count: Self.chunk), place = part.lowerBound
            while place < part.upperBound {
                let count = pread(descriptor, &buffer, min(Self.chunk, part.upperBound - place), off_t(place))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SystemFailure(count < 0 ? errno : EIO) }
                try check(.write)
                try Self.done { error in
                    g_output_stream_write_all(stream.pointer.cast(), buffer, UInt(count), nil, call.pointer, error)
                }
                place += count
                progress.note(place - part.lowerBound)
            }
            try check(.close)
        } catch {
            g_output_stream_close(stream.pointer.cast(), call.pointer, nil)
            throw error
        }
        try Self.done { g_output_stream_close(stream.pointer.cast(), call.pointer, $0) }
    }

    // MARK: Connecting

    public func connect(_ share: ShareAddress) throws(SystemFailure) {
        try check(.connect(share))
        try run(share) { call throws(SystemFailure) in
            let context = g_main_context_new()
            g_main_context_push_thread_default(context)
            defer {
                g_main_context_pop_thread_default(context)
                g_main_context_unref(context)
            }
            let file = share.makeFile(isFolder: true)
            defer { withExtendedLifetime(file) {} }
            let answer = MountAnswer()
            g_file_mount_enclosing_volume(
                file.pointer.opaque, G_MOUNT_MOUNT_NONE, nil, call.pointer,
                { file, result, context in
                    guard let context else { return }
                    var error: UnsafeMutablePointer<GError>?
                    let isDone = g_file_mount_enclosing_volume_finish(file?.opaque, result, &error) != 0
                    let answer = Unmanaged<MountAnswer>.fromOpaque(context).takeUnretainedValue()
                    answer.result = isDone ? .success(()) : .failure(GLibError(adopting: error))
                }, Unmanaged.passUnretained(answer).toOpaque())
            while true {
                switch answer.result {
                case nil: g_main_context_iteration(context, 1)
                case .success?: return
                case .failure(let error)?:
                    if error.isIO(G_IO_ERROR_ALREADY_MOUNTED) { return }
                    throw SystemFailure(ofShare: error)
                }
            }
        }
    }

    /// What has become of a connection, for the thread that iterates the context to which GIO answers.
    private final class MountAnswer {
        var result: Result<Void, GLibError>?
    }
}
