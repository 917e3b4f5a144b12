// The marks that files and sidecars state, read and stated anew where that can do no harm.
import ImagePipeline
package import Photos

/// Reads what strangers have written with a decode engine. Blocks; any thread.
public struct MarkReader: Sendable {
    private let engine: any DecodeEngine

    /// - Parameter engine: Where files and sidecars are parsed; nil for this process.
    package init(engine: (any DecodeEngine)? = nil) { self.engine = engine ?? LocalDecoding() }

    /// The marks that the file at an absolute path states by itself; none where it cannot be read.
    package func marks(inFile path: String) -> PhotoMarks {
        guard let file = FileWindow(path: path), let facts = try? engine.facts(of: file, at: path) else { return .none }
        return facts.marks
    }

    /// What a sidecar states; nil where there is none, or none that can be read.
    /// - Throws: `CancellationError`.
    package func marks(in sidecar: Sidecar) throws -> StatedMarks? {
        guard let content = sidecar.content else { return nil }
        switch try engine.perform(.sidecar, on: DecodeInput(EncodedBytes(content)), within: Unbudgeted()) {
        case .marks(let marks): return marks
        case .cancelled: throw CancellationError()
        default: return nil
        }
    }

    /// What a sidecar states, and the bytes of one that states `mark` and else what this one does; nil where it does so
    /// already. A new one states nothing else.
    ///
    /// A process that has read other pictures could put anything into the user's file, so one that reads nothing else does it.
    /// - Throws: `SidecarFailure`, for one that has to be left as it is.
    package func restate(
        _ sidecar: Sidecar, with mark: PhotoMarks.Mark
    ) throws(SidecarFailure) -> (before: StatedMarks, bytes: [UInt8]?) {
        guard let content = sidecar.content else {
            // Nobody else has written it.
            return (StatedMarks(), try SidecarDocument().restated(with: mark))
        }
        if content.isEmpty { throw .malformed }
        let answer = try? engine.performAlone(.restatement(mark), on: DecodeInput(EncodedBytes(content)))
        switch answer {
        case .restated(let before, nil): return (before, nil)
        case .restated(let before, let written?): return (before, Array(written))
        case .sidecarFailed(let failure): throw failure
        default: throw .stopped
        }
    }
}
