// The facts of a file, by whatever engine.
import CGLib
import Library
import Photos

extension DecodeEngine {
    /// What an open file states about itself, with its length and its stamp by the system; nil where it stopped what
    /// read it. Blocks.
    /// - Parameters:
    ///   - path: Its path, whose name may state a date.
    ///   - withDetails: Whether everything is read that the info panel shows.
    /// - Throws: `LoadFailure` with stage `.fetch`, `CancellationError`.
    func facts(of file: FileWindow, at path: String, withDetails: Bool = false) throws -> FileFacts? {
        let answer = try withExtendedLifetime(file) {
            try perform(
                .facts(name: path, withDetails: withDetails),
                on: DecodeInput(
                    .file(file.descriptor), identity: .file(FileStamp(file.status)),
                    place: PicturePlace(of: .file(FilePath(path)))),
                within: Unbudgeted())
        }
        switch answer {
        case .facts(var facts):
            // What the system says of the file is nobody else's word.
            facts.byteCount = Int(file.status.st_size)
            facts.stamp = file.stamp
            return facts
        case .cancelled: throw CancellationError()
        default: return nil
        }
    }
}
