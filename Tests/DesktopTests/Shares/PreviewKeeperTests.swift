// Previews of photos on shares that are kept on this machine.
import Codecs
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Desktop

struct PreviewKeeperTests {
    private let scratch = ScratchFolder()
    private let share = ScriptedShare()
    private let previews: KeptPreviews
    private let keeper: PreviewKeeper

    init() {
        let pack = TilePack(
            folder: FilePackFolder(path: scratch.path + "/shares"), executor: LoopExecutor(name: "tiles"))
        previews = KeptPreviews(pack: pack, encoder: JPEGTileEncoder())
        keeper = PreviewKeeper(
            share, photos: nil, decoder: PixbufDecoder(width: 1, processes: nil), previews: previews)
    }

    private func keep(_ name: String, version: String = "1") async throws -> KeptPreviews.Outcome {
        let location = ImageLocation.remote(ScriptedShare.root.appending(path: FilePath(name)).text)
        return try await keeper.keep(
            Photo(id: PhotoID(name), title: name, version: version), of: SourceID("s"), at: location)
    }

    @Test func aPhotoIsReadOnceAndItsPreviewIsThatOfTheWholePicture() async throws {
        await share.set(Painting.quarters(1200, 800).encoded("jpeg"), of: "a.jpg")
        #expect(try await keep("a.jpg") == .kept)
        #expect(try await keep("a.jpg") == .kept)
        #expect(await share.reads == ["a.jpg"])
        let location = ImageLocation.remote(ScriptedShare.root.appending(path: "a.jpg").text)
        let photo = Photo(id: PhotoID("a.jpg"), title: "a", version: "1")
        let tile = ImageRequest(
            source: SourceID("other"), photo: photo, location: location, size: PixelSize(square: 200), fit: .fill)
        let bytes = try #require(await previews.thumbnail(for: tile))
        let whole = KeptPreviews.request(for: photo, of: SourceID("s"), at: location)
        let picture = try await PixbufDecoder(width: 1, processes: nil).decode(bytes, for: whole, priority: .visible)
        #expect(picture.size == PixelSize(width: 768, height: 512))
    }

    @Test func aChangedPhotoIsReadAgain() async throws {
        await share.set(Painting.quarters(90, 60).encoded("jpeg"), of: "a.jpg")
        _ = try await keep("a.jpg")
        #expect(try await keep("a.jpg", version: "2") == .kept)
        #expect(await share.reads == ["a.jpg", "a.jpg"])
    }

    @Test func aVideoIsNotRead() async throws {
        await share.set([1, 2, 3], of: "a.mp4")
        #expect(try await keep("a.mp4") == .unsuited)
        #expect(await share.reads.isEmpty)
    }

    @Test func aPhotoThatIsGoneFailsByItsName() async throws {
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "b.jpg", reason: .notFound)) {
            try await keep("b.jpg")
        }
    }
}
