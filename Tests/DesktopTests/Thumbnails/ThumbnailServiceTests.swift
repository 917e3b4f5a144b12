// The desktop's thumbnail service: asked first, believed only as far as the store, and waited for no longer than it
// may.
import CGLib
import Codecs
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct ThumbnailServiceTests {
    private let scratch = ScratchFolder()
    private let video: String
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus(scratch)
        video = scratch.write("film.mp4", [1, 2, 3])
    }

    private var uri: String { FilePath.uri(of: video) ?? "" }

    @Test func whatTheServiceHasMadeIsReadFromTheStore() async throws {
        let root = scratch.path + "/thumbnails"
        let fake = await FakeThumbnailService(on: bus.address, .makes) { [video] _ in
            guard let file = ThumbnailFolder.Original(video) else { return }
            let picture = EncodedBytes(Painting.quarters(512, 288).encoded("png"))
            _ = ThumbnailFolder(root: root).store(picture, of: file, isKept: true)
        }
        let service = ThumbnailService(address: bus.address)
        #expect(try await service.make(uri: uri, type: "video/mp4") == ThumbnailFolder.Size.made)
        let loader = VideoByteLoader(
            VideoThumbnails(
                store: ThumbnailFolder(root: root), installed: InstalledThumbnailers(folders: [scratch.path]),
                isKept: true, confines: false),
            service: { [address = bus.address] in ThumbnailService(address: address) })
        scratch.write("other.mp4", [1])
        #expect(try await loader.bytes(at: .file(FilePath(video)), title: "Film", priority: .visible).count > 100)
        #expect(fake.calls.count { $0 == "Queue" } == 1)
        // The service says that it has made one, and the store does not have it.
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "Film", reason: .noThumbnail)) {
            try await loader.bytes(at: .file(FilePath(scratch.path + "/other.mp4")), title: "Film", priority: .visible)
        }
        #expect(fake.calls.count { $0 == "Queue" } == 2)
    }

    @Test func aServiceThatFailsMakesNone() async throws {
        let fake = await FakeThumbnailService(on: bus.address, .fails)
        let service = ThumbnailService(address: bus.address)
        #expect(try await service.make(uri: uri, type: "video/mp4") == nil)
        // Not of files, and not at all.
        #expect(try await service.make(uri: uri, type: "video/webm") == nil)
        #expect(try await service.make(uri: uri, type: "video/ogg") == nil)
        #expect(fake.calls.count { $0 == "Queue" } == 1)
    }

    @Test func aServiceThatIsSilentIsWaitedForNoLongerThanItMay() async throws {
        let fake = await FakeThumbnailService(on: bus.address, .isSilent)
        let service = ThumbnailService(address: bus.address, limit: .zero)
        #expect(try await service.make(uri: uri, type: "video/mp4") == nil)
        #expect(fake.calls.suffix(2) == ["Queue", "Dequeue"])
        let patient = ThumbnailService(address: bus.address)
        let task = Task { try await patient.make(uri: uri, type: "video/mp4") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func withoutAServiceNothingIsAskedFor() async throws {
        #expect(try await ThumbnailService(address: bus.address).make(uri: uri, type: "video/mp4") == nil)
        #expect(try await ThumbnailService(address: "unix:path=/nowhere").make(uri: uri, type: "video/mp4") == nil)
    }
}
