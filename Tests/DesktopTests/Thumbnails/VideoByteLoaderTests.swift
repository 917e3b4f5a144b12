// Thumbnails of videos: found, made, stored, and what becomes of programs that fail.
import CGLib
import Codecs
import Fixtures
import Glibc
import ImagePipeline
import PhotoFormats
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct VideoByteLoaderTests {
    private let scratch = ScratchFolder()
    private let video: String

    init() { video = scratch.write("Tür & 50 % #1.mp4", Array("a video".utf8)) }

    /// Installs a shell script as the program for MP4. It notes each call.
    private func install(_ script: String) {
        scratch.folder("data/thumbnailers")
        let full = "#!/bin/sh\necho call >> '\(scratch.path)/calls'\n" + script
        chmod(scratch.write("maker", Array(full.utf8)), 0o700)
        scratch.write(
            "data/thumbnailers/fake.thumbnailer",
            Array("[Thumbnailer Entry]\nExec=\(scratch.path)/maker %i %o %s\nMimeType=video/mp4;\n".utf8))
    }

    /// The picture that the scripts copy.
    private func leavePicture(_ width: Int = 512, _ height: Int = 288) {
        scratch.write("picture.png", Painting.quarters(width, height).encoded("png"))
    }

    private func loader(isKept: Bool = true, limit: Duration = .seconds(20), confines: Bool = false) -> VideoByteLoader
    {
        VideoByteLoader(
            VideoThumbnails(
                store: ThumbnailFolder(root: scratch.path + "/thumbnails"),
                installed: InstalledThumbnailers(folders: [scratch.path + "/data"]), isKept: isKept, limit: limit,
                confines: confines),
            service: nil)
    }

    private func bytes(_ loader: VideoByteLoader, _ path: String? = nil) async throws -> [UInt8] {
        let bytes = try await loader.bytes(at: .file(FilePath(path ?? video)), title: "Film", priority: .visible)
        var array: [UInt8] = []
        bytes.storage.withBytes { array = Array($0) }
        return array
    }

    private func reason(_ loader: VideoByteLoader, _ path: String? = nil) async -> LoadFailure.Reason? {
        do {
            _ = try await bytes(loader, path)
            return nil
        } catch {
            let failure = error as? LoadFailure
            #expect(failure?.culprit == "Film" && failure?.stage == .fetch)
            return failure?.reason
        }
    }

    private var calls: Int { text("calls").utf8.count { $0 == 10 } }
    private func text(_ name: String) -> String {
        var text: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents(scratch.path + "/" + name, &text, nil, nil) != 0 else { return "" }
        return takeText(text) ?? ""
    }

    private func stored(in folder: String = "x-large") throws -> String {
        let uri = try #require(FilePath.uri(of: video))
        return "\(scratch.path)/thumbnails/\(folder)/" + (try #require(ThumbnailFolder.name(for: uri)))
    }

    private func size(_ png: [UInt8]) -> PixelSize? { png.withUnsafeBytes { PictureHeader(scanning: $0).size } }

    @Test func aThumbnailIsMadeOnceAndStoredAsTheStandardSays() async throws {
        leavePicture()
        install("cp '\(scratch.path)/picture.png' \"$2\"; echo \"$1 $3\" > '\(scratch.path)/arguments'")
        let first = try await bytes(loader())
        #expect(size(first) == PixelSize(width: 512, height: 288))
        #expect(text("arguments") == "\(video) 512\n")
        let status = try #require(FilePath.status(of: try stored()))
        #expect(status.st_mode & 0o777 == 0o600)
        let texts = first.withUnsafeBytes { PNGText.texts(of: $0, withPrefix: "Thumb::", inflate: Inflation.bytes) }
        #expect(texts["Thumb::URI"] == FilePath.uri(of: video))
        #expect(texts["Thumb::MTime"] == FilePath.status(of: video).map { "\($0.st_mtim.tv_sec)" })
        #expect(try await bytes(loader()) == first)
        #expect(calls == 1)
        // The grid finds it as any thumbnail of the desktop's.
        let request = ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID("1"), title: "Film"), location: .file(FilePath(video)),
            size: PixelSize(square: 200), fit: .fill)
        let shared = DesktopThumbnails(root: scratch.path + "/thumbnails", executor: LoopExecutor(name: "tiles"))
        #expect(await shared.thumbnail(for: request) != nil)
    }

    @Test func aThumbnailThatIsThereIsUsed() async throws {
        install("exit 1")
        let file = try #require(ThumbnailFolder.Original(video))
        let folder = ThumbnailFolder(root: scratch.path + "/thumbnails")
        let picture = EncodedBytes(Painting.quarters(600, 400).encoded("png"))
        let kept = try #require(folder.store(picture, of: file, isKept: true))
        #expect(try await bytes(loader()).count == kept.count)
        #expect(calls == 0)
    }

    @Test func aConfinedProgramMakesOneToo() async throws {
        // The “video” is a picture, so that any program of the system will do.
        let film = scratch.write("film.mp4", Painting.quarters(300, 200).encoded("png"))
        scratch.folder("data/thumbnailers")
        scratch.write(
            "data/thumbnailers/fake.thumbnailer",
            Array("[Thumbnailer Entry]\nExec=cp %i %o\nMimeType=video/mp4;\n".utf8))
        #expect(size(try await bytes(loader(confines: true), film)) == PixelSize(width: 300, height: 200))
    }

    @Test func aPictureThatIsTooLargeIsReduced() async throws {
        leavePicture(2000, 1000)
        install("cp '\(scratch.path)/picture.png' \"$2\"")
        #expect(size(try await bytes(loader())) == PixelSize(width: 512, height: 256))
        leavePicture(5000, 10)
        #expect(await reason(loader(), scratch.write("b.mp4", [1])) == .noThumbnail)
    }

    @Test(arguments: [
        "exit 3", "exit 0", "echo garbage > \"$2\"", "head -c 900 '$DIR/picture.png' > \"$2\"", "kill -SEGV $$",
        "mkfifo \"$2\"",
    ])
    func aFailureIsNotedAndNotTriedAgainUntilTheFileChanges(script: String) async throws {
        leavePicture()
        install(script.replacing("$DIR", with: scratch.path))
        #expect(await reason(loader()) == .noThumbnail)
        #expect(await reason(loader()) == .noThumbnail)
        #expect(calls == 1)
        #expect(FilePath.status(of: try stored(in: "fail/tessera-1"))?.st_mode ?? 0 & 0o777 == S_IFREG | 0o600)
        scratch.write("Tür & 50 % #1.mp4", Array("a longer video".utf8))
        #expect(await reason(loader()) == .noThumbnail)
        #expect(calls == 2)
    }

    @Test func aProgramThatHangsIsEndedAndMayTryAgain() async throws {
        install("sleep 1000")
        #expect(await reason(loader(limit: .zero)) == .noThumbnail)
        #expect(FilePath.status(of: try stored(in: "fail/tessera-1")) == nil)
        #expect(ThumbnailerProcess.run(["sleep", "1000"], limit: .zero) { false } == .outOfTime)
        #expect(ThumbnailerProcess.run(["sh", "-c", "exit 7"], limit: .seconds(20)) { false } == .ended(status: 7))
        #expect(ThumbnailerProcess.run(["/no/such/program"], limit: .seconds(20)) { false } == .notStarted)
    }

    @Test func aCancelledFetchEndsTheProgram() async throws {
        mkfifo(scratch.path + "/gate", 0o600)
        install("sleep 1000 & echo $! > '\(scratch.path)/pid'; echo ready > '\(scratch.path)/gate'; wait")
        let loader = loader()
        let task = Task { try await bytes(loader) }
        // Waits until the program has started.
        let gate = open(scratch.path + "/gate", O_RDWR | O_CLOEXEC)
        defer { close(gate) }
        await Task.detached { [gate] in
            var byte: UInt8 = 0
            _ = read(gate, &byte, 1)
        }.value
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The script's own child ends as well, a moment after it was killed, and waits at most for its parent in init.
        let process = try #require(Int32(text("pid").dropLast()))
        while kill(process, 0) == 0, !Self.isZombie(process) { await Task.yield() }
        #expect(FilePath.status(of: try stored(in: "fail/tessera-1")) == nil)
    }

    private static func isZombie(_ process: Int32) -> Bool {
        var text: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents("/proc/\(process)/stat", &text, nil, nil) != 0 else { return true }
        return takeText(text)?.contains(") Z ") ?? true
    }

    @Test func withoutAProgramThereIsNoThumbnailAndNothingIsNoted() async throws {
        #expect(await reason(loader()) == .noThumbnail)
        #expect(FilePath.status(of: scratch.path + "/thumbnails") == nil)
        // A smaller one of another program's is better than none.
        let file = try #require(ThumbnailFolder.Original(video))
        let picture = EncodedBytes(Painting.quarters(256, 144).encoded("png"))
        _ = ThumbnailFolder(root: scratch.path + "/thumbnails").store(picture, of: file, isKept: true)
        scratch.folder("thumbnails/large")
        let name = try stored()
        #expect(rename(name, name.replacing("x-large", with: "large")) == 0)
        #expect(size(try await bytes(loader())) == PixelSize(width: 256, height: 144))
    }

    @Test func nothingIsStoredWhereNothingIsToBeKept() async throws {
        leavePicture()
        install("cp '\(scratch.path)/picture.png' \"$2\"")
        #expect(size(try await bytes(loader(isKept: false))) == PixelSize(width: 512, height: 288))
        #expect(FilePath.status(of: scratch.path + "/thumbnails") == nil)
    }

    @Test func oddNamesReachTheProgramAsTheyAre() async throws {
        leavePicture()
        install("cat \"$1\" > /dev/null && cp '\(scratch.path)/picture.png' \"$2\"")
        for name in ["-o; rm x.mp4", "two\nlines.mp4", "'\"$(x)`.mp4", "%o %i.mp4"] {
            #expect(
                size(try await bytes(loader(), scratch.write(name, [1]))) == PixelSize(width: 512, height: 288),
                "\(name)")
        }
        // Latin-1, which is not UTF-8.
        let odd = FilePath.text(Array("\(scratch.path)/Caf".utf8) + [0xE9] + Array(".mp4".utf8))
        let file = FilePath.withC(odd) { creat($0, 0o600) }
        close(file)
        #expect(size(try await bytes(loader(), odd)) == PixelSize(width: 512, height: 288))
    }

    @Test func aVideoThatCannotBeReadHasItsReason() async {
        #expect(await reason(loader(), scratch.path + "/missing.mp4") == .notFound)
        mkfifo(scratch.path + "/pipe.mp4", 0o600)
        #expect(await reason(loader(), scratch.path + "/pipe.mp4") == .unreadable(Message("it is not a regular file")))
        // No type of a thumbnailer's.
        #expect(await reason(loader(), scratch.write("a.divx", [1])) == .noThumbnail)
    }
}
