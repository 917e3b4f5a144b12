// The reading of an open file in chunks, with as few requests as it can be done.
import CGLib
import Codecs

extension ShareStream {
    /// Bytes of a first read, and of each one that follows: one more request for a file of a few hundred kilobytes.
    private static let firstChunk = ShareByteLoader.beginning, chunk = 256 << 10

    /// Reads on, until the file ends or `most` bytes of it are read. Asking for what lies behind its end takes a
    /// request more, which is left out where as many bytes have come as were listed, and the last of them are the end
    /// of a JPEG.
    /// - Parameters:
    ///   - start: The place in the file that the stream has come to.
    ///   - listed: The length that the share has told; it may be wrong.
    ///   - take: Gets the bytes as they come, in their order.
    /// - Throws: `GLibError`; `CancellationError` when the call was cancelled; what `take` throws.
    func read(
        from start: Int, most: Int, listed: Int?, _ call: ShareCall, isolation: isolated (any Actor)? = #isolation,
        _ take: (SharedBytes) throws -> Void
    ) async throws {
        var place = start
        while place < most {
            let left = listed.map { $0 - place } ?? 0
            var count =
                place == 0 && left > Self.chunk || listed == nil && place < Self.firstChunk
                ? Self.firstChunk : Self.chunk
            if left > 0 { count = min(count, left) }
            let bytes = try await read(min(count, most - place), call)
            call.answered()
            if bytes.count == 0 { return }
            place += bytes.count
            try take(bytes)
            if place == listed, bytes.endsJPEG { return }
        }
    }
}

extension SharedBytes {
    /// Whether the last two bytes are the marker at the end of a JPEG (EOI).
    fileprivate var endsJPEG: Bool {
        var ends = false
        withBytes { ends = $0.suffix(2).elementsEqual([0xFF, 0xD9]) }
        return ends
    }
}
