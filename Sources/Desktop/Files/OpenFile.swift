// One open image file, read in one of three ways: all of it, its beginning, or only into the system's page cache.
import CGLib
import CPixels
import Codecs
import Glibc
import ImagePipeline
import Photos

/// A regular file that is open for reading. Its reads block.
///
/// `deinit` closes the descriptor on the thread that releases the last reference; on a network mount that can block.
final class OpenFile: Sendable {
    /// Borrowed while this object is held.
    let descriptor: Int32
    private let title: String
    /// Bytes when it was opened.
    let size: Int

    /// - Parameter title: names the file in errors.
    /// - Throws: `LoadFailure` with stage `.fetch`.
    init(_ path: String, title: String) throws {
        self.title = title
        // Not opened, because opening a device may have effects.
        if let status = FilePath.status(of: path), !status.isRegular {
            (descriptor, size) = (-1, 0)
            throw failure(.unreadable(Message("it is not a regular file")))
        }
        // Non-blocking, because opening a pipe without a writer would wait for ever; one may have come meanwhile.
        descriptor = FilePath.withC(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        var status = stat()
        let (isOpen, isKnown) = (descriptor >= 0, descriptor >= 0 && fstat(descriptor, &status) == 0)
        let error = errno
        size = Int(status.st_size)
        guard isOpen else {
            throw failure(
                error == ENOENT || error == ENOTDIR ? .notFound : .unreadable(.verbatim(systemMessage(error))))
        }
        guard isKnown else { throw failure(.unreadable(.verbatim(systemMessage(error)))) }
        guard status.isRegular else { throw failure(.unreadable(Message("it is not a regular file"))) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
        LoadFailure(stage: .fetch, culprit: title, reason: reason)
    }

    /// Returns all bytes, as many as there were when the file was opened. Of a file whose file system did not report
    /// its size, returns all up to `limit`.
    /// - Throws: `LoadFailure`; `CancellationError`, like all reads.
    func whole(_ limit: Int) throws -> EncodedBytes {
        guard size == 0 else { return EncodedBytes(try beginning(size)) }
        var buffer = ByteBuffer(expected: nil)
        while true {
            let count = try read(into: buffer.room(upTo: Self.chunkLength), at: buffer.count)
            if count == 0 { break }
            buffer.wrote(count)
            if buffer.count > limit { throw failure(.tooManyBytes(limit: limit)) }
        }
        if buffer.count == 0 { throw failure(.empty) }
        return buffer.take()
    }

    /// Reads everything once only to fill the system's page cache, `limit` bytes at most.
    /// - Returns: the number of bytes; nil when the system does not keep them, which the first ones show.
    func bringIntoCache(_ limit: Int) throws -> Int? {
        try withUnsafeTemporaryAllocation(byteCount: Self.passingLength, alignment: 16) { room in
            var total = 0
            while true {
                let count = try read(into: room, at: total)
                if total == 0, !isCached(count) { return nil }
                if count == 0 { return total }
                total += count
                if total > limit { throw failure(.tooManyBytes(limit: limit)) }
            }
        }
    }

    /// Returns the first `count` bytes, fewer if there are no more. They lie in memory outside the heap, which files of
    /// all sizes would fragment; it returns to the system with the last reference.
    func beginning(_ count: Int) throws -> SharedBytes {
        guard let memory = tessera_pixel_memory_new_once(UInt(count)) else {
            throw failure(.unreadable(Message("not enough memory")))
        }
        do {
            var done = 0
            while done < count {
                let room = UnsafeMutableRawBufferPointer(
                    start: memory + done, count: min(Self.chunkLength, count - done))
                let length = try read(into: room, at: done)
                if length == 0 { break }
                done += length
            }
            if done == 0 { throw failure(.empty) }
            return SharedBytes(adopting: tessera_pixel_memory_bytes(memory, UInt(done)))
        } catch {
            tessera_pixel_memory_free(memory)
            throw error
        }
    }

    /// Returns whether the first `length` bytes, at least one, are in the system's page cache. Asks for a mapping that
    /// is never read, so that a file that shrinks does no harm.
    private func isCached(_ length: Int) -> Bool {
        guard length > 0, let pages = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0),
            Int(bitPattern: pages) != -1
        else { return false }
        defer { munmap(pages, length) }
        var states = [UInt8](repeating: 0, count: length / Int(getpagesize()) + 1)
        return mincore(pages, length, &states) == 0
            && states.prefix((length - 1) / Int(getpagesize()) + 1).allSatisfy { $0 & 1 == 1 }
    }

    /// Reads once; returns 0 at the end of the file.
    private func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        while true {
            try Task.checkCancellation()
            let count = pread(descriptor, room.baseAddress, room.count, off_t(offset))
            if count >= 0 { return count }
            if errno != EINTR { throw failure(.unreadable(.verbatim(systemMessage(errno)))) }
        }
    }

    /// Bytes read between two checks of the cancel flag.
    private static let chunkLength = 1 << 20
    /// Bytes of one read whose data are discarded: small enough for a processor's cache beside other data.
    private static let passingLength = 128 << 10
}
