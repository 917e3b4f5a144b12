import Photos
import Testing

@testable import Browse
@testable import Library

/// What a window is told of a selection.
@MainActor
struct SelectionModelTests {
    private func model(_ gallery: SelectedGallery) -> SelectionModel { SelectionModel(gallery.snapshot) }

    private func update(_ gallery: SelectedGallery) -> CollectionUpdate {
        CollectionUpdate(snapshot: gallery.snapshot, edit: nil, changed: [], isListed: true)
    }

    @Test func countAndBytesAreOfWhatIsShown() {
        var gallery = SelectedGallery(10)
        let model = model(gallery)
        model.apply(.toggle(gallery.ref(2)))
        model.apply(.toggle(gallery.ref(6)))
        #expect(model.summary.isActive && model.summary.count == 2 && model.summary.bytes == 28)
        gallery.show([5, 6])
        model.collectionChanged(by: update(gallery))
        #expect(model.summary.count == 1 && model.summary.hiddenCount == 1 && model.summary.bytes == 16)
        model.apply(.leave)
        #expect(model.summary == SelectionSummary())
    }

    @Test func theBytesOfManyAreAddedUpMeanwhileAndTheLastCount() async {
        let count = 2 * SelectionModel.fewPhotos
        let gallery = SelectedGallery(count)
        let model = model(gallery)
        model.apply(.all)
        #expect(model.summary.count == count && model.summary.bytes == nil)
        model.apply(.toggle(gallery.ref(0)))
        model.apply(.toggle(gallery.ref(1)))
        await model.waitUntilAdded()
        #expect(model.summary.bytes == (2..<Int64(count)).reduce(0) { $0 + 10 + $1 })
        model.apply(.none)
        #expect(model.summary.bytes == nil)
    }

    @Test func aSizeThatIsNotKnownOfOneIsNotSaid() {
        let collection = PhotoRef.Collection.next()
        var store = PhotoStore()
        store.append(PackedPage((0..<3).map { Photo(id: PhotoID("\($0)"), title: "\($0)") }))
        store.columns.note([(slot: UInt32(0), stamp: SelectedGallery.stamp(7))])
        let model = SelectionModel(
            CollectionSnapshot(collection, store: store, arrangement: Arrangement(listing: 3, without: SlotSet())))
        model.apply(.toggle(PhotoRef(collection, slot: 0)))
        #expect(model.summary.bytes == 7)
        model.apply(.all)
        #expect(model.summary.bytes == nil && model.summary.count == 3)
    }

    @Test func aChangeNamesThePhotosThatHaveChangedAndNoOthers() {
        let gallery = SelectedGallery(10)
        let model = model(gallery)
        var changes: [[Int]] = []
        model.onChange = { changes.append(SelectedGallery.members(of: $0)) }
        model.apply(.toggle(gallery.ref(4)))
        model.apply(.click(gallery.ref(6), .extend))
        model.apply(.click(gallery.ref(5), .extend))
        model.apply(.enter)
        #expect(changes == [[4], [5, 6], [6], []])
    }
}
