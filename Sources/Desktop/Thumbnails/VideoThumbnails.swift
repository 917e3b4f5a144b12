// Thumbnails of videos: from the desktop's store, or made by an installed program and put there.
import Codecs
import Glibc
import ImagePipeline
import Photos
import Synchronization

/// The blocking steps that lead to the thumbnail of a video. For threads that may block on a disk or a process.
final class VideoThumbnails: Sendable {
    /// What is there before anything is made.
    enum Look: Sendable {
        case found(EncodedBytes)
        /// There is no thumbnail of the size in which they are made.
        case missing(Missing)
    }

    struct Missing: Sendable {
        let file: ThumbnailFolder.Original
        /// The MIME type; nil where the system does not know the name's extension.
        let type: String?
        /// A smaller thumbnail that another program has stored.
        let smaller: EncodedBytes?
        /// Whether it is known that no thumbnail can be made.
        let hasFailed: Bool
    }

    private struct Programs {
        var installed: InstalledThumbnailers
        /// Nil before the first use; then whether there is one.
        var sandbox: ThumbnailSandbox??
    }

    private let store: ThumbnailFolder
    private let isKept: Bool
    private let limit: Duration
    private let programs: Mutex<Programs>

    /// - Parameters:
    ///   - store: The desktop's thumbnails.
    ///   - isKept: Whether thumbnails and failures are put into the store.
    ///   - limit: Time that a program gets for one thumbnail.
    ///   - confines: Whether programs run in a sandbox where the system has one.
    init(
        store: ThumbnailFolder = ThumbnailFolder(), installed: InstalledThumbnailers = InstalledThumbnailers(),
        isKept: Bool, limit: Duration = .seconds(20), confines: Bool = true
    ) {
        self.store = store
        self.isKept = isKept
        self.limit = limit
        programs = Mutex(Programs(installed: installed, sandbox: confines ? nil : .some(nil)))
    }

    /// Looks for a thumbnail of the size in which thumbnails are made, or larger.
    /// - Throws: `LoadFailure` where the file cannot be read.
    func look(for path: String, title: String) throws -> Look {
        // Says also why the file cannot be opened.
        _ = try OpenFile(path, title: title)
        guard let file = ThumbnailFolder.Original(path) else {
            throw LoadFailure(stage: .fetch, culprit: title, reason: .notFound)
        }
        let made = ThumbnailFolder.Size.made.side
        for size in ThumbnailFolder.Size.all where size.side >= made {
            if let found = store.thumbnail(of: file, size) { return .found(found) }
        }
        let smaller = ThumbnailFolder.Size.all.reversed().lazy.filter { $0.side < made }
            .compactMap { [store] in store.thumbnail(of: file, $0) }.first
        return .missing(
            Missing(
                file: file, type: InstalledThumbnailers.type(ofName: FilePath.name(of: path)), smaller: smaller,
                hasFailed: store.hasFailed(file)))
    }

    /// Returns what another program has stored in one size meanwhile.
    func stored(_ file: ThumbnailFolder.Original, _ size: ThumbnailFolder.Size) -> EncodedBytes? {
        store.thumbnail(of: file, size)
    }

    /// Has an installed program make the thumbnail, confined where the system can, and stores it.
    /// - Returns: nil where there is no program for the type, or it could make none.
    /// - Throws: `CancellationError`; the program is ended then.
    func make(_ missing: Missing) throws -> EncodedBytes? {
        guard let type = missing.type else { return nil }
        let (entry, sandbox) = programs.withLock { programs in
            let entry = programs.installed.entry(for: type)
            if entry != nil, programs.sandbox == nil { programs.sandbox = .some(ThumbnailSandbox.find()) }
            return (entry, programs.sandbox ?? nil)
        }
        guard let entry, let folder = TemporaryFolder() else { return nil }
        defer { folder.remove() }
        switch run(entry, in: sandbox, on: missing.file, writing: folder) {
        case .ended(status: 0): break
        case .cancelled: throw CancellationError()
        // A machine that is busy now may make it the next time.
        case .outOfTime, .notStarted: return nil
        case .ended:
            noteFailure(of: missing.file)
            return nil
        }
        let output = try? OpenFile(folder.path + "/" + Self.outputName, title: "")
        guard let output, output.size <= ThumbnailPicture.longestFile,
            let picture = try? output.whole(ThumbnailPicture.longestFile),
            let thumbnail = store.store(picture, of: missing.file, isKept: isKept)
        else {
            noteFailure(of: missing.file)
            return nil
        }
        return thumbnail
    }

    private static let outputName = "thumbnail.png"

    private func run(
        _ entry: ThumbnailerEntry, in sandbox: ThumbnailSandbox?, on file: ThumbnailFolder.Original,
        writing folder: TemporaryFolder
    ) -> ThumbnailerProcess.Outcome {
        func command(_ path: String, _ output: String) -> [String] {
            entry.command(
                path: path, uri: FilePath.uri(of: path) ?? file.uri, output: output + "/" + Self.outputName,
                side: ThumbnailFolder.Size.made.side)
        }
        let words =
            sandbox?.confined(
                command(ThumbnailSandbox.place(of: file.path), ThumbnailSandbox.folder), input: file.path,
                output: folder.path)
            ?? command(file.path, folder.path)
        return ThumbnailerProcess.run(words, limit: limit) { Task.isCancelled }
    }

    private func noteFailure(of file: ThumbnailFolder.Original) { if isKept { store.noteFailure(of: file) } }
}
