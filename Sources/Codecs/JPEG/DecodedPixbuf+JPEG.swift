// A JPEG, or a region of one, as libjpeg decodes it for this program alone: where gdk-pixbuf would decode too much, or
// make RGB of inks.
import CGLib
import CPixels
import PhotoFormats

extension DecodedPixbuf {
    /// What a decode asks of its job.
    struct JPEGQuestion {
        /// Takes memory for bytes of pixels and bytes of coefficients; false refuses the decode.
        let reserve: (_ pixels: Int, _ coefficients: Int) -> Bool
        /// Asked between two parts of the feed; true passes over the rest but the last.
        var isLate: () -> Bool = { false }
    }

    /// Decodes `region` of the image reduced to 1 / `denominator`, as tessera_jpegregion.h has it. Nil for what has to
    /// be left to gdk-pixbuf, a damaged image among it, of which that says what is wrong. Blocks.
    /// - Throws: `CancellationError`.
    static func jpeg(
        _ bytes: UnsafeRawBufferPointer, _ feed: LoaderFeed?, _ region: TesseraJpegRegion, denominator: Int,
        inks: InkOrder?, asking question: JPEGQuestion
    ) throws -> DecodedPixbuf? {
        var outcome = TESSERA_PIXBUF_FAILED
        var region = region
        let pixbuf = withUnsafePointer(to: question) { question in
            var hooks = TesseraJpegHooks(
                context: UnsafeMutableRawPointer(mutating: question),
                reserve: { context, pixels, coefficients in
                    let question = context?.assumingMemoryBound(to: JPEGQuestion.self).pointee
                    return question?.reserve(Int(pixels), Int(coefficients)) == true ? 1 : 0
                },
                cancelled: { _ in Cancellation.isRequested ? 1 : 0 },
                late: { context in
                    context?.assumingMemoryBound(to: JPEGQuestion.self).pointee.isLate() == true ? 1 : 0
                })
            return (feed ?? LoaderFeed(upTo: bytes.count, without: [])).withPieces(of: bytes) { pieces in
                tessera_jpeg_region(
                    pieces.baseAddress, UInt(pieces.count), Int32(denominator), &region, inks == nil ? 0 : 1, &hooks,
                    &outcome)
            }
        }
        if outcome == TESSERA_PIXBUF_CANCELLED { throw CancellationError() }
        return pixbuf.map { DecodedPixbuf(adopting: $0, inks: inks) }
    }
}
