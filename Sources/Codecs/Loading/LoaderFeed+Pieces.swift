// The pieces of a file as the loader takes them.
import CPixels
import PhotoFormats

extension LoaderFeed {
    /// Calls `body` with the pieces of `file`, which must contain all ranges; valid only during the call.
    func withPieces<Result>(
        of file: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<TesseraPixbufPiece>) throws -> Result
    ) rethrows -> Result {
        try insertions.withUnsafeBytes { insertions in
            let pieces = self.pieces.map { piece in
                let source = piece.source == .file ? file : insertions
                let part = UnsafeRawBufferPointer(rebasing: source[piece.range])
                return TesseraPixbufPiece(
                    bytes: part.bindMemory(to: UInt8.self).baseAddress, count: UInt(part.count))
            }
            return try pieces.withUnsafeBufferPointer { try body($0) }
        }
    }
}
