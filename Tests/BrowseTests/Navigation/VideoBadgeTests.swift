// Badges that follow from the header of a file: the length of a video, and panoramas.
import Library
import Photos
import Testing

@testable import Browse

@MainActor
struct VideoBadgeTests {
    private struct Videos: PagedPhotoSource {
        var identity: SourceID { SourceID("videos") }
        var title: String { "Videos" }
        var root: String? { "/videos" }
        func page(after cursor: PageCursor?) async throws -> Page {
            Page(
                photos: [
                    Photo(id: PhotoID("a.jpg"), title: "a.jpg"),
                    Photo(id: PhotoID("b.mp4"), title: "b.mp4", badge: .video(seconds: nil)),
                ], next: nil)
        }
        func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { original(of: photo) }
        func original(of photo: Photo) -> ImageLocation { .file("/videos/\(photo.id.text)") }
        func changes() -> SourceChanges {
            let stamp = FileStamp(device: 1, inode: 1, byteCount: 1, modified: 1)
            return SourceChanges(
                AsyncStream { stream in
                    Task {
                        let photos = try? await page(after: nil).photos.map { ListedPhoto($0, stamp: stamp) }
                        stream.yield(.added(PackedPage(listed: photos ?? []), isLast: true))
                        stream.finish()
                    }
                })
        }
    }

    /// Knows the length of every file at once, and what its picture is.
    private struct Knowing: PhotoIndexing {
        var traits = PictureTraits()

        func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
            var facts = PhotoFacts()
            facts.seconds = 62
            facts.traits = traits
            await collection.learn(photos.map { ($0.slot, facts) })
        }
    }

    @Test func aVideosBadgeHasItsLengthOnceThatIsKnown() async {
        for (indexing, seconds) in [(nil, nil), (Knowing(), 62)] as [((any PhotoIndexing)?, Int?)] {
            let model = GalleryModel(source: Videos(), collation: PlainCollation(), indexing: indexing)
            model.loadMore()
            await model.waitUntilIdle()
            #expect((0..<model.count).map { model.badge(of: model.ref(at: $0)) } == [nil, .video(seconds: seconds)])
            #expect((0..<model.count).map { model.photo(model.ref(at: $0)).isVideo } == [false, true])
        }
    }

    @Test(arguments: [(PictureTraits.panorama, PhotoBadge.panorama), (.animation, .animation)])
    func aPictureIsWhatItsFileSaysAndAVideoIsAVideo(traits: PictureTraits, badge: PhotoBadge) async {
        let model = GalleryModel(source: Videos(), collation: PlainCollation(), indexing: Knowing(traits: traits))
        model.loadMore()
        await model.waitUntilIdle()
        #expect((0..<model.count).map { model.badge(of: model.ref(at: $0)) } == [badge, .video(seconds: 62)])
    }
}
