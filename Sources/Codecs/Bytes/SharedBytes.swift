// Encoded bytes in a GBytes, which C reads and decodes without copies.
import CGLib
import CPixels
import Glibc
public import ImagePipeline

/// A GBytes as the pipeline's storage of encoded bytes.
///
/// `@unchecked Sendable`: a GBytes is immutable and its reference count is atomic.
public final class SharedBytes: EncodedStorage, @unchecked Sendable {
    /// The GBytes, owned by this object.
    package let bytes: OpaquePointer
    public let count: Int

    /// Takes over `bytes` (transfer full).
    package init(adopting bytes: OpaquePointer) {
        self.bytes = bytes
        count = Int(g_bytes_get_size(bytes))
    }

    /// Creates a copy of bytes that lie elsewhere.
    package convenience init(copying other: EncodedBytes) {
        let memory = g_malloc(UInt(max(1, other.count)))
        other.storage.withBytes { source in
            if let memory { UnsafeMutableRawBufferPointer(start: memory, count: source.count).copyMemory(from: source) }
        }
        self.init(adopting: g_bytes_new_take(memory, UInt(other.count)))
    }

    /// Reads up to `count` bytes of an open file, from its beginning, into memory outside the heap. Nil when nothing
    /// can be read. Blocks.
    convenience init?(reading count: Int, of descriptor: Int32) {
        guard let memory = tessera_pixel_memory_new_once(UInt(count)) else { return nil }
        var done = 0
        while done < count {
            let length = pread(descriptor, memory + done, count - done, off_t(done))
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { break }
            done += length
        }
        guard done > 0 else {
            tessera_pixel_memory_free(memory)
            return nil
        }
        self.init(adopting: tessera_pixel_memory_bytes(memory, UInt(done)))
    }

    /// Returns the first `count` bytes, in the same memory.
    package func prefix(_ count: Int) -> SharedBytes {
        SharedBytes(adopting: g_bytes_new_from_bytes(bytes, 0, UInt(min(count, self.count))))
    }

    deinit { g_bytes_unref(bytes) }

    public func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try body(UnsafeRawBufferPointer(start: g_bytes_get_data(bytes, nil), count: count))
    }
}

/// A growing buffer into which bytes are read, of a size that need not be known in advance. Freed unless it was handed
/// on.
///
/// A long one is in pages of its own, which grow without a copy and go back to the system at once: the heap keeps large
/// blocks for the next frame, and would keep each size through which the buffer has grown.
package struct ByteBuffer: ~Copyable {
    /// The error when there is no memory for more.
    package struct OutOfMemory: Error {}

    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    /// Whether the memory is in pages of its own.
    private var isInPages = false
    /// Bytes from which it is.
    private static let leastInPages = 1 << 20
    /// Expected bytes plus one, for the read that finds the end; nil when nothing was announced.
    private let expected: Int?
    package private(set) var count = 0

    /// Creates an empty buffer. Memory is allocated as bytes arrive, because an announced length cannot be trusted.
    /// - Parameter expected: the number of bytes that were announced.
    package init(expected: Int?) {
        self.expected = expected.map { $0 < Int.max ? $0 + 1 : $0 }
    }

    deinit { if isInPages { tessera_pixel_memory_free(memory) } else { g_free(memory) } }

    /// Returns memory after the existing bytes, never empty; grows the buffer when it is full. Valid until the next
    /// call.
    /// - Throws: `OutOfMemory`.
    package mutating func room(upTo length: Int) throws -> UnsafeMutableRawBufferPointer {
        if capacity == count || memory == nil {
            let (doubled, isTooLarge) = max(1, capacity, length).multipliedReportingOverflow(by: capacity == 0 ? 1 : 2)
            var next = doubled
            if let expected, count < expected { next = min(next, expected) }
            guard !isTooLarge, let grown = resized(to: next) else { throw OutOfMemory() }
            (memory, capacity) = (grown, next)
        }
        return UnsafeMutableRawBufferPointer(start: memory.map { $0 + count }, count: min(length, capacity - count))
    }

    /// Returns memory of another length with the bytes, in place of the present memory; nil where there is none.
    private mutating func resized(to length: Int) -> UnsafeMutableRawPointer? {
        if isInPages { return memory.flatMap { tessera_pixel_memory_resize_once($0, UInt(length)) } }
        if length < Self.leastInPages { return g_try_realloc(memory, UInt(length)) }
        guard let pages = tessera_pixel_memory_new_once(UInt(length)) else { return nil }
        if let memory { pages.copyMemory(from: memory, byteCount: count) }
        g_free(memory)
        isInPages = true
        return pages
    }

    /// Counts `length` bytes that were written into that memory.
    package mutating func wrote(_ length: Int) { count += length }

    /// Appends a copy of bytes.
    /// - Throws: `OutOfMemory`.
    package mutating func append(_ bytes: some EncodedStorage) throws {
        try bytes.withBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let room = try room(upTo: rest.count)
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(room.count)))
                count += room.count
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(room.count))
            }
        }
    }

    /// A closure that copies the bytes present now. Valid until the buffer is next changed.
    package var copier: @Sendable () -> EncodedBytes {
        // The bytes up to `count` are not written again, and the memory stays until the buffer is next changed.
        nonisolated(unsafe) let memory = memory
        let count = count
        return { EncodedBytes(SharedBytes(adopting: g_bytes_new(memory, UInt(count)))) }
    }

    /// Hands the bytes on without a copy; the buffer is empty afterwards.
    package mutating func take() -> EncodedBytes {
        if capacity > count + count / 8 { memory = resized(to: max(1, count)) ?? memory }
        defer {
            memory = nil
            capacity = 0
            count = 0
            isInPages = false
        }
        if isInPages { return EncodedBytes(SharedBytes(adopting: tessera_pixel_memory_bytes(memory, UInt(count)))) }
        return EncodedBytes(SharedBytes(adopting: g_bytes_new_take(memory, UInt(count))))
    }
}
