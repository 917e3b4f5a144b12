// Previews of photos on shares that are kept, and the tiles that are made of them.
import Photos
import Testing

@testable import ImagePipeline

struct KeptPreviewsTests: PackSuite {
    let disk = MemoryDisk()

    /// Encodes a picture by its title; one that is called “clear” not at all.
    private struct TitleEncoder: TileEncoder {
        func encode(_ image: any DecodedImage) async -> EncodedBytes? {
            guard let title = (image as? TestImage)?.title, title != "clear" else { return nil }
            return EncodedBytes(Array(title.utf8))
        }
    }

    private static let location = ImageLocation.remote("sftp://nas/photos/a.jpg")

    private func request(_ side: Int, version: String = "1", at location: ImageLocation = location) -> ImageRequest {
        ImageRequest(
            source: sampleSource, photo: Photo(id: PhotoID("a.jpg"), title: "a", version: version), location: location,
            size: PixelSize(square: side), fit: .fill)
    }

    private func preview(version: String = "1", at location: ImageLocation = location) -> ImageRequest {
        KeptPreviews.request(
            for: Photo(id: PhotoID("a.jpg"), title: "a", version: version), of: sampleSource, at: location)
    }

    @Test func aKeptPreviewStandsInForTilesOfEverySizeAndForNoOtherVersion() async {
        let pack = open(), previews = KeptPreviews(pack: pack, encoder: TitleEncoder())
        let store = LocalTileStore(pack: pack, encoder: TitleEncoder(), thumbnails: previews)
        #expect(await store.tile(for: request(200)) == nil)
        #expect(await previews.keep(TestImage(title: "a"), for: preview()) == .kept)
        #expect(await previews.contains(preview()))
        for side in [96, 200, 512] { #expect(await store.tile(for: request(side))?.array == Array("a".utf8)) }
        #expect(await store.tile(for: request(200, version: "2")) == nil)
        #expect(await previews.contains(preview(version: "2")) == false)
    }

    @Test func aTileOfTheSizeItselfComesFirst() async throws {
        let pack = open(), previews = KeptPreviews(pack: pack, encoder: TitleEncoder())
        let store = LocalTileStore(pack: pack, encoder: TitleEncoder(), thumbnails: previews)
        _ = await previews.keep(TestImage(title: "a"), for: preview())
        await pack.store(EncodedBytes([1]), for: try #require(TileKey(request(200))))
        #expect(await store.tile(for: request(200))?.array == [1])
    }

    @Test func whereTheLimitIsReachedNothingIsKeptAndNothingDeleted() async {
        let pack = open(budget: 8 << 10), previews = KeptPreviews(pack: pack, encoder: TitleEncoder())
        await store(0..<200, in: pack)
        let before = await pack.count
        #expect(await previews.keep(TestImage(title: "a"), for: preview()) == .full)
        #expect(await pack.count == before)
        #expect(await previews.contains(preview()) == false)
    }

    @Test func aPictureThatIsNotEncodedAndOneWithoutAVersionAreUnsuited() async {
        let previews = KeptPreviews(pack: open(), encoder: TitleEncoder())
        #expect(await previews.keep(TestImage(title: "clear"), for: preview()) == .unsuited)
        #expect(await previews.keep(TestImage(title: "a"), for: preview(version: "")) == .unsuited)
        let service = preview(at: .remote("https://example.org/a.jpg"))
        #expect(await previews.keep(TestImage(title: "a"), for: service) == .unsuited)
    }

    @Test func tilesOfFilesAndOfSharesAreStoredApart() async throws {
        let files = open(), other = MemoryDisk()
        let shares = TilePack(folder: other.folder(), budget: 1 << 20, executor: SerialJobs())
        let stores = TileStoresByPlace(
            files: LocalTileStore(pack: files, encoder: TitleEncoder(), thumbnails: nil),
            shares: LocalTileStore(pack: shares, encoder: TitleEncoder(), thumbnails: nil))
        let here = request(200, at: .file("/photos/a.jpg")), there = request(200)
        await files.store(EncodedBytes([1]), for: try #require(TileKey(here)))
        await shares.store(EncodedBytes([2]), for: try #require(TileKey(there)))
        #expect(await stores.tile(for: here)?.array == [1])
        #expect(await stores.tile(for: there)?.array == [2])
        await stores.discard(there)
        #expect(await stores.tile(for: here)?.array == [1])
        #expect(await stores.tile(for: there) == nil)
    }
}
