// The writing of what sidecars state of one photo into its file.
import CGLib
import Codecs
import Glibc
import PhotoFormats
import Photos

/// Writes into the metadata of photos, one at a time. Sidecars, and what the user's own database keeps, stay. Blocks on
/// the disk.
struct PhotoEmbedder: Sendable {
    private let embedder: MetadataEmbedder
    private let reader: MarkReader
    private let store: MarkStore
    private let replacement: FileReplacement
    private let finder = SidecarFinder()

    private static let mostTries = 4
    /// What the seam of replacements is told of a file that is not what it was meant to be.
    private static let unfaithful = FileReplacement.Failure(code: EBADMSG)

    init(embedder: MetadataEmbedder, reader: MarkReader, store: MarkStore, replacement: FileReplacement) {
        (self.embedder, self.reader, self.store, self.replacement) = (embedder, reader, store, replacement)
    }

    /// Whether there may be something to write into the file at a path, by its name and what lies beside it.
    func isOfUse(_ path: FilePath) -> Bool {
        guard MetadataEmbedder.covers(path.name), let status = FilePath.status(of: path.text) else { return false }
        return !finder.files(of: path.text).sidecars.isEmpty
            || store.stated(of: path.text, FileStamp(status)) != StatedMarks()
    }

    /// Writes into a file. One that another program changes meanwhile is read again.
    /// - Parameter prepare: Gets the change just before it is made, for a process that is killed behind that.
    /// - Returns: What was changed; nil for a photo of which nothing is stated that its file does not state.
    /// - Throws: `FileFailure`, after which the photo is as it was.
    func embed(_ path: FilePath, prepare: (KeptChange) -> Void) throws(FileFailure) -> KeptChange? {
        for _ in 1..<Self.mostTries {
            do {
                return try embedOnce(path, prepare: prepare)
            } catch let error where error.reason == .changed {
                continue
            }
        }
        return try embedOnce(path, prepare: prepare)
    }

    private func embedOnce(_ path: FilePath, prepare: (KeptChange) -> Void) throws(FileFailure) -> KeptChange? {
        guard let status = FilePath.status(of: path.text) else { throw FileFailure(path, SystemFailure(errno)) }
        guard status.isRegular else { throw FileFailure(path, .isNoFile) }
        guard MetadataEmbedder.covers(path.name) else { throw FileFailure(path, .notEmbedded(.format)) }
        guard let stated = try? reader.statements(of: finder.files(of: path.text)) else {
            throw FileFailure(path, .notEmbedded(.damaged))
        }
        let stamp = FileStamp(status), row = store.row(of: path.text, stamp)
        let statement = EmbeddedStatement(stated, kept: row?.entry.stated ?? StatedMarks())
        if statement.isEmpty { return nil }
        let plan: MetadataEmbedder.Plan
        do {
            plan = try embedder.plan(statement, of: path.text)
        } catch {
            throw FileFailure(path, .notEmbedded(error))
        }
        guard plan.stamp == stamp else { throw FileFailure(path, .changed) }
        if plan.splices.isEmpty { return nil }
        // A folder would let it be replaced all the same.
        guard status.st_mode & 0o222 != 0, FilePath.withC(path.text, { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) }) == 0
        else { throw FileFailure(path, .notEmbedded(.readOnly)) }
        do {
            let change = try replacement.splice(plan.splices, of: path, expected: stamp) {
                file throws(FileReplacement.Failure) in
                guard embedder.isFaithful(file, to: path.text, statement) else { throw Self.unfaithful }
            } prepare: {
                prepare(.file($0))
            }
            let now = FilePath.status(of: path.text) ?? status
            return KeptChange(change, store.noteReplaced(path.text, row, to: FileStamp(now)))
        } catch let error where error == .changed {
            throw FileFailure(path, .changed)
        } catch let error where error == Self.unfaithful {
            throw FileFailure(path, .notEmbedded(.unfaithful))
        } catch {
            throw FileFailure(path, SystemFailure(error.code))
        }
    }

    /// Gives a file the bytes back that it had before, or after.
    /// - Returns: What leads forward again; nil for a file into which nothing was written, because the process ended
    ///   before that.
    /// - Throws: `FileFailure`, `.changed` for a file that is no longer what was written.
    func reverse(_ part: ActPart.EmbedPart) throws(FileFailure) -> ActPart.EmbedPart? {
        do {
            return ActPart.EmbedPart(path: part.path, change: try part.change.takenBack(by: replacement, store))
        } catch let error where error.reason == .changed {
            let isUntouched = FilePath.status(of: part.path.text).map { EntryStamp($0) } == part.change.file?.before
            if isUntouched { return nil }
            throw error
        }
    }
}
