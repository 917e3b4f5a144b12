// What counts as kept.
import Library
import Photos
import Testing

@testable import Browse

@MainActor
struct CullingCountTests {
    @Test func aPhotoWithStarsOrAHeartIsKeptAndARejectedOneIsNot() {
        #expect(!PhotoMarks.none.isKept && !PhotoMarks(label: .red).isKept)
        for stars in 1...5 { #expect(PhotoMarks(stars: stars).isKept) }
        #expect(PhotoMarks(isFavourite: true).isKept)
        #expect(!PhotoMarks(stars: -1).isKept && !PhotoMarks(stars: -1, isFavourite: true).isKept)
    }

    @Test func itCountsAllOrChosenPhotos() async {
        let model = GalleryModel(
            source: ScriptedSource(.page(["a", "b", "c", "d"], next: nil)), collation: PlainCollation())
        model.loadMore()
        await model.waitUntilIdle()
        let refs = (0..<4).map(model.ref(at:))
        await model.mark([
            (refs[0], PhotoMarks(stars: 2)), (refs[2], PhotoMarks(stars: -1)), (refs[3], PhotoMarks(stars: 1)),
        ])
        #expect(CullingCount.kept(of: nil, in: model.snapshot) == 2)
        #expect(CullingCount.kept(of: [refs[2], refs[3]], in: model.snapshot) == 1)
        #expect(CullingCount.kept(of: [], in: model.snapshot) == 0)
    }
}
