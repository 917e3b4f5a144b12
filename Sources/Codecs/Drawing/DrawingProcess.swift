// SVG drawing in a separate process, tessera-decode.
import CDrawing
import CGLib
import Glibc
import Photos

/// The process that draws an SVG, and its limits. An SVG of a few kilobytes can ask for any amount of memory and time,
/// and librsvg ends the process that it runs in when it gets no more memory.
public struct DrawingProcess: Sendable {
    /// The program's path. If it is missing, SVGs are not shown; they are never drawn in this process.
    public var program = Self.installed
    /// Bytes of memory beside the drawing's own pixels: an ordinary drawing takes 25 MB, one with an embedded image of
    /// 24 megapixels 180 MB.
    public var memory = 512 << 20
    /// Seconds of processor time; twice as many of real time. A map of 10 MB of paths takes three.
    public var seconds = 10

    /// Uses the values above.
    public init() {}

    /// Memory beside the pixels that the decode budget counts before a drawing is drawn.
    static let usualMemory = 24 << 20

    /// The program beside the running one, as in a build folder, or where meson has installed it.
    private static let installed: String = {
        let name = "tessera-decode"
        let beside = takeText(g_file_read_link("/proc/self/exe", nil)).flatMap { takeText(g_path_get_dirname($0)) }
        if let beside, access("\(beside)/\(name)", X_OK) == 0 { return "\(beside)/\(name)" }
        return String(cString: tessera_drawing_folder()) + "/" + name
    }()

    /// Draws the SVG in `bytes`. Blocks; `prepare` as in `DecodedPixbuf`. Ends the process when the task is cancelled.
    /// - Parameter pixels: The most that `prepare` allows.
    func draw(
        _ bytes: UnsafeRawBufferPointer, pixels: Int, prepare: @escaping (PixelSize) -> PixelSize?
    ) throws(DecodedPixbuf.Failure) -> DecodedPixbuf {
        let question = DecodedPixbuf.Question(prepare)
        var outcome = TESSERA_DRAWING_OUTCOME_FAILED
        var error: UnsafeMutablePointer<GError>?
        var limits = TesseraDrawingLimits(memory: guint64(memory), seconds: guint32(seconds), pixels: guint64(pixels))
        let drawn = question.withHooks { hooks in
            tessera_drawing_load(
                program, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &limits, &hooks, &outcome, &error)
        }
        if let drawn { return DecodedPixbuf(adopting: drawn) }
        switch outcome {
        case TESSERA_DRAWING_OUTCOME_CANCELLED: throw .cancelled
        case TESSERA_DRAWING_OUTCOME_REFUSED: throw .refused
        case TESSERA_DRAWING_OUTCOME_OUT_OF_TIME:
            throw .tooCostly(
                Message("it takes more than {count} second", many: "it takes more than {count} seconds", count: seconds))
        case TESSERA_DRAWING_OUTCOME_ENDED:
            throw .notDrawn(Message("the process that drew it ended without a picture"))
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
