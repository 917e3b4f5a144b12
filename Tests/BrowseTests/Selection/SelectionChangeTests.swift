import Photos
import Testing

@testable import Browse
@testable import Library

/// A selection while the collection is arranged anew, searched, and changed.
struct SelectionChangeTests {
    @Test func anotherOrderKeepsTheSelectionAndListsItInThatOrder() {
        var gallery = SelectedGallery(8)
        gallery.apply(.click(gallery.ref(2), .toggle), .click(gallery.ref(6), .toggle))
        gallery.show([7, 6, 5, 4, 3, 2, 1, 0])
        #expect(gallery.selection.refs(in: gallery.snapshot) == [gallery.ref(6), gallery.ref(2)])
        // The anchor too is a photo and no position.
        gallery.apply(.click(gallery.ref(4), .extend))
        #expect(gallery.selected == [2, 4, 5, 6])
    }

    @Test func fewAndManyAreListedInTheSameOrder() {
        var gallery = SelectedGallery(100)
        gallery.show((0..<100).map { $0 * 37 % 100 })
        for step in [1, 3, 40] {
            gallery.apply(.none)
            for slot in stride(from: 0, to: 100, by: step) { gallery.apply(.toggle(gallery.ref(slot))) }
            let refs = gallery.selection.refs(in: gallery.snapshot)
            #expect(
                refs.compactMap(gallery.snapshot.position(of:))
                    == refs.compactMap(gallery.snapshot.position(of:)).sorted())
            #expect(refs.count == (99 / step) + 1)
        }
    }

    @Test func hiddenPhotosStaySelectedAndAreLeftAlone() {
        var gallery = SelectedGallery(10)
        gallery.apply(.click(gallery.ref(2), .toggle), .click(gallery.ref(6), .toggle))
        gallery.show([4, 5, 6])
        #expect(gallery.selected == [2, 6])
        #expect(SelectedGallery.members(of: gallery.selection.shown(in: gallery.snapshot)) == [6])
        #expect(gallery.selection.refs(in: gallery.snapshot) == [gallery.ref(6)])
        gallery.apply(.inversion)
        #expect(gallery.selected == [2, 4, 5])
        gallery.apply(.beginBand([]), .band([0..<1]), .endBand(nil))
        #expect(gallery.selected == [2, 4])
        gallery.apply(.all)
        #expect(gallery.selected == [2, 4, 5, 6])
        gallery.show(Array(0..<10))
        #expect(gallery.selected == [2, 4, 5, 6])
        gallery.show([4])
        gallery.apply(.none)
        #expect(gallery.selected == [], "what clears the selection clears what is hidden as well")
    }

    @Test func anAnchorThatASearchHidesBeginsNoRange() {
        var gallery = SelectedGallery(10)
        gallery.apply(.click(gallery.ref(2), .toggle))
        gallery.show([4, 5, 6, 7])
        gallery.apply(.click(gallery.ref(6), .extend))
        #expect(gallery.selected == [2, 6])
        gallery.apply(.click(gallery.ref(4), .extend))
        #expect(gallery.selected == [2, 4, 5, 6])
    }

    @Test func photosThatAreGoneLeaveTheSelectionAndWhatItGoesBackTo() {
        var gallery = SelectedGallery(10)
        gallery.apply(.click(gallery.ref(2), .toggle), .click(gallery.ref(5), .toggle), .click(gallery.ref(7), .extend))
        gallery.remove([2, 6])
        #expect(gallery.selected == [5, 7])
        gallery.apply(.click(gallery.ref(5), .extend))
        #expect(gallery.selected == [5])
        gallery.remove([5])
        #expect(gallery.selection.cursor == nil && gallery.selection.anchor == nil && !gallery.selection.isActive)
    }

    @Test func aBandFollowsAChangeUnderIt() {
        var gallery = SelectedGallery(10)
        gallery.apply(.click(gallery.ref(9), .toggle))
        gallery.apply(.beginBand(.toggle), .band([2..<5]))
        gallery.remove([0, 3])
        #expect(gallery.selected == [2, 4, 9])
        // Positions are those of 1, 2, 4, 5, 6, 7, 8, 9 now.
        gallery.apply(.band([2..<4]))
        #expect(gallery.selected == [4, 5, 9])
        gallery.show([9, 8, 7, 6, 5, 4, 2, 1])
        gallery.apply(.band([0..<2]))
        #expect(gallery.selected == [8])
        gallery.apply(.band([7..<40]))
        #expect(gallery.selected == [1, 9], "a band of an order that is gone is cut to what there is")
        gallery.apply(.cancelBand)
        #expect(gallery.selected == [9])
    }

    @Test func aMillionPhotosSelectedTakeLittle() {
        let count: UInt32 = 1_000_000
        var order = ContiguousArray(0..<count)
        order.reverse()
        let collection = PhotoRef.Collection.next()
        let snapshot = CollectionSnapshot(
            collection, store: PhotoStore(), arrangement: Arrangement(order, slots: Int(count)))
        var selection = Selection(collection)
        #expect(selection.apply(.all, in: snapshot).count == Int(count))
        #expect(selection.slots.byteCount < 200_000)
        #expect(selection.shown(in: snapshot).count == Int(count))
    }
}
