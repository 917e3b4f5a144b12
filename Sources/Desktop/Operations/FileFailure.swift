// Why a file operation did not happen to a photo.
import Glibc
public import Photos

/// The reason why a photo's files are where they were.
public struct FileFailure: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The file system has no trash that the user may use.
        case noTrash
        /// There is no such file any more.
        case missing
        /// The name is in use.
        case nameIsTaken
        /// The file was changed by another program meanwhile.
        case changed
        case isFolder
        /// It is a link or a device: its content is not copied.
        case isNoFile
        /// It is there already.
        case isAlreadyThere
        case noSpace
        case notAllowed
        case readOnly
        case nameTooLong
        /// The drive that the file goes to takes no such name: for this character, where it is one, and with this name
        /// in its place, where there is one.
        case nameNotAllowed(character: String?, instead: FileName?)
        /// The drive that the file goes to keeps no such attributes, which would be lost with the original.
        case attributesLost([String])
        /// What it shows could not be made anew.
        case notExported(LoadFailure.Reason)
        case notEmpty
        /// The journal, without which nothing is begun, cannot be written.
        case noJournal(Int32)
        /// The user's own database, which is to keep it in place of the file, cannot be written; with the reason in
        /// words.
        case notKept(Message)
        /// Nothing is written into its metadata.
        case notEmbedded(EmbeddingFailure)
        /// Its mark could not be written.
        case notMarked(PhotoMarking.Failure)
        case cancelled
        /// The share on which it is, or is to be, does not answer or is not connected any more.
        case noAnswer
        /// Another error of the system, by its number.
        case system(Int32)
    }

    /// Absolute path of the file.
    public let path: String
    public let reason: Reason

    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    init(_ path: FilePath, _ reason: Reason) { self.init(path.text, reason) }

    init(_ path: FilePath, _ failure: SystemFailure) { self.init(path.text, failure) }

    init(_ path: String, _ failure: SystemFailure) {
        self.path = path
        reason =
            switch failure.code {
            case ENOENT, ENOTDIR: .missing
            case EEXIST: .nameIsTaken
            case ENOSPC, EDQUOT: .noSpace
            case EACCES, EPERM: .notAllowed
            case EROFS: .readOnly
            case ENAMETOOLONG: .nameTooLong
            case ENOTEMPTY: .notEmpty
            case ELOOP: .isNoFile
            case ETIMEDOUT, ENOTCONN: .noAnswer
            case ECANCELED: .cancelled
            default: .system(failure.code)
            }
    }
}

/// Runs a system call on a path; its error becomes a failure that names the path.
func onFile<Value>(_ path: String, _ body: () throws(SystemFailure) -> Value) throws(FileFailure) -> Value {
    do {
        return try body()
    } catch {
        throw FileFailure(path, error)
    }
}
