// Parts of long files on shares, through GIO.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// Reads and appends parts of files, so that a long copy goes on where it was broken off.
struct ShareParts: Sendable {
    let calls: BlockingShareCalls

    /// Bytes that a thread reads one after another by sftp.
    private static let segment = 128 << 10
    /// Bytes of a file for each thread. At 30 ms and 20 Mbit/s a file of 2.9 MB, for which the line needs 1.16 s and
    /// GVfs's own copy takes 1.31 s, comes in 1.29 s by two threads, in 1.30 s by three and in 1.32 s by four.
    private static let bytesOfThread = 1 << 20

    /// `ShareDisk.read(_:_:to:onBytes:)`.
    func read(
        _ address: ShareAddress, _ part: Range<Int>, to descriptor: Int32, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        try calls.check(.read(address))
        if part.isEmpty { return }
        // By sftp GVfs sends a request once the one before it is answered; others have the whole line with one file.
        let isDivided = address.scheme == "sftp"
        let width = isDivided ? min(address.width, (part.count + Self.bytesOfThread - 1) / Self.bytesOfThread) : 1
        let length = isDivided ? Self.segment : part.count
        try calls.again(at: address) { () throws(SystemFailure) in
            let segments = ShareSegments(part, of: length, width: width, to: descriptor)
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
            do throws(SystemFailure) {
                try ShareThreads.shared.run(address, calls.patience, waiting: tell, width: width) { call in
                    do throws(SystemFailure) {
                        return .success(try Self.read(address, segments, call))
                    } catch {
                        return .failure(error)
                    }
                }
            } catch {
                // What was told of is not read again.
                throw error == .goneProcess && segments.whole > 0 ? SystemFailure(ENOTCONN) : error
            }
        }
    }

    /// Reads segments until none is left.
    private static func read(
        _ address: ShareAddress, _ segments: ShareSegments, _ call: ShareThreads.Call
    ) throws(SystemFailure) {
        guard var segment = segments.take(after: nil) else { return }
        let file = address.makeFile()
        defer { withExtendedLifetime(file) {} }
        let stream = try call.object { g_file_read(file.pointer.opaque, call.pointer, $0) }
        defer { g_input_stream_close(stream.pointer.cast(), call.pointer, nil) }
        var place = 0
        while true {
            if segment.lowerBound != place {
                try call.done { error in
                    g_seekable_seek(
                        stream.pointer.opaque, goffset(segment.lowerBound), G_SEEK_SET, call.pointer, error)
                }
                place = segment.lowerBound
            }
            while place < segment.upperBound {
                let bytes = try call.read(stream, min(BlockingShareCalls.chunk, segment.upperBound - place))
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
            guard let next = segments.take(after: segment) else { return }
            segment = next
        }
    }

    /// `ShareDisk.append(_:_:to:onBytes:)`.
    func append(
        _ source: FilePath, _ part: Range<Int>, to address: ShareAddress, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        try calls.check(.append(address))
        let progress = ShareProgress()
        func tell() { progress.tell(onBytes) }
        defer { tell() }
        try calls.explained(at: address, writing: part.count) { () throws(SystemFailure) in
            try calls.run(address, limit: ShareCall.listingPatience, waiting: tell) { call throws(SystemFailure) in
                progress.begin(call)
                try append(source, part, to: address, progress, call)
            }
        }
    }

    private func append(
        _ source: FilePath, _ part: Range<Int>, to address: ShareAddress, _ progress: ShareProgress,
        _ call: ShareThreads.Call
    ) throws(SystemFailure) {
        let descriptor = try FileSystemCalls().open(source, O_RDONLY)
        defer { Glibc.close(descriptor) }
        let file = address.makeFile()
        defer { withExtendedLifetime(file) {} }
        let stream = try call.object { error in
            part.lowerBound == 0
                ? g_file_create(file.pointer.opaque, G_FILE_CREATE_NONE, call.pointer, error)
                : g_file_append_to(file.pointer.opaque, G_FILE_CREATE_NONE, call.pointer, error)
        }
        defer { withExtendedLifetime(stream) {} }
        do throws(SystemFailure) {
            if part.lowerBound > 0 {
                let place = goffset(part.lowerBound)
                try call.done { g_seekable_truncate(stream.pointer.opaque, place, call.pointer, $0) }
                // By SMB a stream of GVfs 1.57 that appends is always at its end, and cannot seek.
                if g_seekable_can_seek(stream.pointer.opaque) != 0 {
                    try call.done { g_seekable_seek(stream.pointer.opaque, place, G_SEEK_SET, call.pointer, $0) }
                }
            }
            var buffer = [UInt8](repeating: 0, count: BlockingShareCalls.chunk), place = part.lowerBound
            while place < part.upperBound {
                let count = pread(
                    descriptor, &buffer, min(BlockingShareCalls.chunk, part.upperBound - place), off_t(place))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SystemFailure(count < 0 ? errno : EIO) }
                try calls.check(.write)
                try call.done { error in
                    g_output_stream_write_all(stream.pointer.cast(), buffer, UInt(count), nil, call.pointer, error)
                }
                place += count
                progress.note(place - part.lowerBound)
            }
            try calls.check(.close)
        } catch {
            g_output_stream_close(stream.pointer.cast(), call.pointer, nil)
            throw error
        }
        try call.done { g_output_stream_close(stream.pointer.cast(), call.pointer, $0) }
    }
}
