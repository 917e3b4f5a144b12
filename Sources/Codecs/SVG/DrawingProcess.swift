// SVG drawing in a separate process, tessera-draw.
import CDrawing
import CGLib
import Glibc
import Photos

/// The process that draws an SVG, and its limits. An SVG of a few kilobytes can ask for any amount of memory and time,
/// and librsvg ends the process that it runs in when it runs out of memory. The process is confined: from the first
/// byte that it reads on it can open no file, reach no network and start no program.
public struct DrawingProcess: Sendable {
    /// The program's path. If it is missing, SVGs are not shown; they are never drawn in this process.
    public var program = HelperProgram.path(of: "tessera-draw")
    /// Bytes of memory beside the drawing's own pixels: an ordinary drawing takes 25 MB, one with an embedded image of
    /// 24 megapixels 180 MB.
    public var memory = 512 << 20
    /// Bytes of memory with them: what pixels of a large drawing may add.
    public var most = 700 << 20
    /// Seconds of processor time; twice as many of real time. A map of 10 MB of paths takes one to three.
    public var seconds = 4

    /// Uses the values above.
    public init() {}

    /// Memory beside the pixels that the decode budget counts before a drawing is drawn.
    static let usualMemory = 24 << 20

    /// Draws the SVG in `bytes`. Blocks; `prepare` as in `DecodedPixbuf`. Ends the process when the task is cancelled.
    func draw(
        _ bytes: UnsafeRawBufferPointer, prepare: @escaping (PixelSize) -> PixelSize?
    ) throws(DecodedPixbuf.Failure) -> DecodedPixbuf {
        let question = DecodedPixbuf.Question(prepare)
        var outcome = TESSERA_DRAWING_OUTCOME_FAILED
        var error: UnsafeMutablePointer<GError>?
        var limits = TesseraDrawingLimits(memory: guint64(memory), most: guint64(most), seconds: guint32(seconds))
        let drawn = question.withHooks { hooks in
            tessera_drawing_load(
                program, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &limits, &hooks, &outcome,
                &error)
        }
        if let drawn { return DecodedPixbuf(adopting: drawn) }
        switch outcome {
        case TESSERA_DRAWING_OUTCOME_CANCELLED: throw .cancelled
        case TESSERA_DRAWING_OUTCOME_REFUSED: throw .refused
        case TESSERA_DRAWING_OUTCOME_OUT_OF_TIME:
            throw .tooCostly(
                Message("it takes more than {count} second", many: "it takes more than {count} seconds", count: seconds)
            )
        case TESSERA_DRAWING_OUTCOME_ENDED:
            throw .notDrawn(Message("drawing it failed"))
        case TESSERA_DRAWING_OUTCOME_FORBIDDEN:
            throw .notDrawn(Message("it was stopped: it tried to do what a picture must not"))
        case TESSERA_DRAWING_OUTCOME_OUT_OF_MEMORY:
            throw .tooCostly(Message("it takes more than {limit} MB of memory", ["limit": .count(memory >> 20)]))
        case TESSERA_DRAWING_OUTCOME_NOT_STARTED:
            throw .notDrawn(
                Message(
                    "{program}, which draws it, did not start ({reason})",
                    ["program": .text(program), "reason": .text(GLibError(adopting: error).message)]))
        default: throw .failed(GLibError(adopting: error))
        }
    }
}
