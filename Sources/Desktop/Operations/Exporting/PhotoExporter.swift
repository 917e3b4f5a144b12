// The making anew of photos for an export: decoded and encoded where that can do no harm.
import Codecs
import Dispatch
import Glibc
import ImagePipeline
import PhotoFormats
import Photos
import Synchronization

/// Makes the bytes of exported photos, one at a time, each in a process that sees nothing else. Blocks.
struct PhotoExporter: Sendable {
    private let engine: any DecodeEngine
    private let turner: PhotoTurner
    private let marks: MarkWriter
    private let calls: FileSystemCalls
    private let pool = WorkerPool(name: "export", width: 1, niceness: 10)
    /// Longest file of a share that is read, in bytes.
    private static let most = 1 << 30
    /// How often the flag of the operation is looked at.
    private static let pause = DispatchTimeInterval.milliseconds(20)

    /// - Parameters:
    ///   - turner: Knows the turns that files do not keep.
    ///   - marks: Knows the marks and words that sidecars and the user's own database state.
    ///   - calls: Reads files on shares.
    init(engine: any DecodeEngine, turner: PhotoTurner, marks: MarkWriter, calls: FileSystemCalls) {
        self.calls = calls
        (self.engine, self.turner, self.marks) = (engine, turner, marks)
    }

    /// Whether a file is copied as it is: a video, an animation, and what is no longer there.
    func copies(_ path: FilePath) -> Bool {
        if VideoFile.covers(path.text) { return true }
        // A file on a share is read for it only where its format has animations.
        if calls.isOnShare(path), ["jpg", "jpeg"].contains(FilePath.nameExtension(of: path.name.text)) { return false }
        guard let input = try? input(path) else { return false }
        if case .done? = try? engine.performAlone(.animationSearch, on: input) { return true }
        return false
    }

    /// Returns the encoded photo.
    /// - Parameter format: Never `same`.
    func bytes(
        _ path: FilePath, as format: ExportRecipe.Format, _ recipe: ExportRecipe, _ control: OperationControl
    ) throws(FileFailure) -> SharedBytes {
        let isSilent = recipe.metadata == .none
        let stated = isSilent ? nil : marks.statements(of: path.text)
        let kept = isSilent ? PhotoMarks.none : marks.marks(of: path.text)
        let request = DecodeRequest.export(
            DecodeRequest.Export(
                format: format, longSide: recipe.longSide, quality: recipe.quality, metadata: recipe.metadata,
                quarterTurns: turner.keptTurn(of: path.text),
                marks: kept.stated(otherThan: stated?.own.marks ?? .none), restated: stated?.restated ?? RestatedFacts()
            ))
        let handover = Handover()
        let work = Task(executorPreference: pool) {
            handover.put(Result { try engine.performAlone(request, on: try input(path)) })
        }
        while !handover.isThere(within: Self.pause) {
            if control.isCancelled { work.cancel() }
        }
        switch handover.result {
        case .success(.exported(let bytes, _))?: return bytes
        case .success(.cancelled)?: throw FileFailure(path, .cancelled)
        case .success(.failed(let reason))?: throw FileFailure(path, .notExported(reason))
        case .failure(let failure as LoadFailure)?:
            throw FileFailure(path, failure.reason == .notFound ? .missing : .notExported(failure.reason))
        case .failure(is CancellationError)?: throw FileFailure(path, .cancelled)
        default: throw FileFailure(path, .notExported(.corrupt(Message("it contains no picture"))))
        }
    }

    /// - Throws: `LoadFailure`.
    private func input(_ path: FilePath) throws -> DecodeInput {
        if let share = ShareAddress(path) {
            do throws(SystemFailure) {
                return DecodeInput(try calls.contents(of: share, limit: Self.most), place: .folder(path.folder))
            } catch {
                let reason: LoadFailure.Reason =
                    error.code == ENOENT ? .notFound : .unreadable(.verbatim(systemMessage(error.code)))
                throw LoadFailure(stage: .fetch, culprit: path.name.shown, reason: reason)
            }
        }
        let file = try OpenFile(path.text, title: path.name.shown)
        return DecodeInput(
            EncodedBytes(PageCachedFile(file, count: file.size, closing: pool)), place: .folder(path.folder))
    }

    /// The answer on its way from the thread that waits for a process to that of the operation.
    private final class Handover: Sendable {
        private let answer = Mutex<Result<DecodeAnswer, any Error>?>(nil)
        private let semaphore = DispatchSemaphore(value: 0)

        func put(_ result: Result<DecodeAnswer, any Error>) {
            answer.withLock { $0 = result }
            semaphore.signal()
        }

        func isThere(within time: DispatchTimeInterval) -> Bool { semaphore.wait(timeout: .now() + time) == .success }

        var result: Result<DecodeAnswer, any Error>? { answer.withLock { $0 } }
    }
}

extension PhotoMarks {
    /// The marks that say something, or something else than the file.
    fileprivate func stated(otherThan own: PhotoMarks) -> [Mark] {
        (rating == 0 && own.rating == 0 ? [] : [.stars(rating)])
            + (isFavourite || own.isFavourite ? [.favourite(isFavourite)] : [])
            + (label == .other || label == .none && own.label == .none ? [] : [.label(label)])
    }
}

/// The export that an operation carries out. For the thread of operations alone.
struct RunningExport {
    private let exporter: PhotoExporter
    private let recipe: ExportRecipe

    init(exporter: PhotoExporter, recipe: ExportRecipe) { (self.exporter, self.recipe) = (exporter, recipe) }

    /// Whether a photo is copied as it is.
    func copies(_ path: FilePath) -> Bool { exporter.copies(path) }

    /// Returns the encoded photo in the format that the name of its file says.
    func bytes(_ path: FilePath, as name: FileName, _ control: OperationControl) throws(FileFailure) -> SharedBytes {
        try exporter.bytes(path, as: ExportRecipe().format(of: name), recipe, control)
    }
}
