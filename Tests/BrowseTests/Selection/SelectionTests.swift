import Browse
import Photos
import Testing

@testable import Library

/// Each step of a selection, alone.
struct SelectionTests {
    @Test func aPlainClickOpensUntilSomethingIsSelectedAndThenToggles() {
        var gallery = SelectedGallery(10)
        #expect(gallery.selection.opensOnClick([]))
        gallery.apply(.click(gallery.ref(3), []))
        #expect(gallery.selected == [] && !gallery.selection.isActive)
        gallery.apply(.click(gallery.ref(3), .toggle))
        #expect(!gallery.selection.opensOnClick([]))
        #expect(gallery.apply(.click(gallery.ref(5), [])) == [5])
        #expect(gallery.apply(.click(gallery.ref(3), [])) == [3])
        #expect(gallery.selected == [5])
    }

    @Test func theModeEndsWithTheLastPhotoUnlessItWasAskedFor() {
        var gallery = SelectedGallery(10)
        gallery.apply(.click(gallery.ref(3), .toggle), .click(gallery.ref(3), []))
        #expect(!gallery.selection.isActive)
        gallery.apply(.enter, .click(gallery.ref(3), []), .click(gallery.ref(3), []))
        #expect(gallery.selection.isActive)
        gallery.apply(.leave)
        #expect(!gallery.selection.isActive)
    }

    @Test func shiftReplacesTheLastRangeAndKeepsWhatWasSelectedBefore() {
        var gallery = SelectedGallery(20)
        gallery.apply(.click(gallery.ref(1), .toggle), .click(gallery.ref(8), .toggle))
        #expect(gallery.apply(.click(gallery.ref(11), .extend)) == [9, 10, 11])
        #expect(gallery.apply(.click(gallery.ref(6), .extend)) == [6, 7, 9, 10, 11])
        #expect(gallery.selected == [1, 6, 7, 8])
    }

    @Test func ctrlAndShiftAddTheRange() {
        var gallery = SelectedGallery(20)
        gallery.apply(
            .click(gallery.ref(8), .toggle), .click(gallery.ref(10), .extend),
            .click(gallery.ref(6), [.extend, .toggle]))
        #expect(gallery.selected == [6, 7, 8, 9, 10])
        gallery.apply(.click(gallery.ref(9), .extend))
        #expect(gallery.selected == [6, 7, 8, 9, 10])
    }

    @Test func aRangeWithoutAnAnchorBeginsAtTheCursor() {
        var gallery = SelectedGallery(20)
        gallery.apply(.click(gallery.ref(2), []), .click(gallery.ref(4), .extend))
        #expect(gallery.selected == [2, 3, 4])
        var other = SelectedGallery(20)
        other.apply(.click(other.ref(4), .extend))
        #expect(other.selected == [4])
    }

    @Test func shiftAndArrowsGrowAndShrinkARangeFromWhereTheyBegan() {
        var gallery = SelectedGallery(20)
        gallery.apply(.move(to: gallery.ref(5), from: gallery.ref(4), []))
        #expect(gallery.selected == [] && gallery.selection.cursor == gallery.ref(5))
        gallery.apply(.move(to: gallery.ref(6), from: gallery.ref(5), .extend))
        #expect(gallery.selected == [5, 6])
        gallery.apply(.move(to: gallery.ref(16), from: gallery.ref(6), .extend))
        gallery.apply(.move(to: gallery.ref(7), from: gallery.ref(16), .extend))
        #expect(gallery.selected == [5, 6, 7])
        // The anchor stays behind a move without Shift.
        gallery.apply(.move(to: gallery.ref(10), from: gallery.ref(7), .toggle))
        gallery.apply(.move(to: gallery.ref(11), from: gallery.ref(10), .extend))
        #expect(gallery.selected == [5, 6, 7, 10, 11])
    }

    @Test func allNoneAndTheInverse() {
        var gallery = SelectedGallery(6)
        gallery.apply(.click(gallery.ref(2), .toggle))
        #expect(gallery.apply(.inversion) == [0, 1, 2, 3, 4, 5])
        #expect(gallery.selected == [0, 1, 3, 4, 5])
        #expect(gallery.apply(.all) == [2])
        #expect(gallery.selected == [0, 1, 2, 3, 4, 5])
        gallery.apply(.none)
        #expect(gallery.selected == [] && !gallery.selection.isActive)
    }

    @Test func aSectionGoesFromNoneToAllToNoneAndFromSomeToAll() throws {
        var gallery = SelectedGallery(9, sections: [3, 4, 2])
        let section = gallery.snapshot.arrangement.sections[1]
        func state() -> SectionSelection { gallery.selection.state(of: section, in: gallery.snapshot) }
        #expect(state() == .none)
        gallery.apply(.section(section))
        #expect(state() == .all && gallery.selected == [3, 4, 5, 6])
        gallery.apply(.section(section))
        #expect(state() == .none && gallery.selected == [])
        gallery.apply(.click(gallery.ref(6), .toggle))
        #expect(state() == .some)
        gallery.apply(.section(section))
        #expect(state() == .all)
        // One of an arrangement that is gone names no photo that is not there.
        gallery.apply(.section(ArrangedSection(key: .undated, start: 8, count: 50)))
        #expect(gallery.selected == [3, 4, 5, 6, 8])
        gallery.apply(.all)
        #expect(state() == .all)
    }

    @Test func aLongPressSelectsAndNeverDeselects() {
        var gallery = SelectedGallery(9)
        gallery.apply(.hold(gallery.ref(4)), .hold(gallery.ref(4)))
        #expect(gallery.selected == [4])
        gallery.apply(.click(gallery.ref(6), .extend))
        #expect(gallery.selected == [4, 5, 6])
        gallery.apply(.none)
        #expect(gallery.selection.isActive, "a mode that was asked for stays without photos")
    }

    @Test func whatLeavesTheBandIsAsItWasBefore() {
        var gallery = SelectedGallery(30)
        gallery.apply(.click(gallery.ref(4), .toggle), .click(gallery.ref(20), .toggle))
        gallery.apply(.beginBand([]))
        #expect(gallery.selected == [] && gallery.selection.isActive)
        #expect(gallery.apply(.band([2..<4, 12..<14])) == [2, 3, 12, 13])
        #expect(gallery.apply(.band([3..<5, 13..<15, 23..<25])) == [2, 4, 12, 14, 23, 24])
        gallery.apply(.leave)
        #expect(gallery.selected == [4, 20])
        gallery.apply(.beginBand(.extend), .band([3..<6]), .band([5..<6]))
        #expect(gallery.selected == [4, 5, 20])
        gallery.apply(.endBand(gallery.ref(5)))
        gallery.apply(.beginBand(.toggle), .band([4..<7]))
        #expect(gallery.selected == [6, 20])
        gallery.apply(.band([4..<5]), .endBand(nil))
        #expect(gallery.selected == [5, 20])
        gallery.apply(.band([0..<30]))
        #expect(gallery.selected == [5, 20], "no band is held")
    }

    @Test func aStepForAPhotoThatIsNotShownDoesNothing() {
        var gallery = SelectedGallery(9)
        gallery.show([0, 1, 2])
        let other = SelectedGallery(9).ref(1)
        gallery.apply(
            .click(gallery.ref(7), .toggle), .toggle(gallery.ref(7)), .hold(gallery.ref(7)), .toggle(other),
            .click(other, .extend), .move(to: other, from: nil, .extend))
        #expect(gallery.selected == [] && !gallery.selection.isActive)
        gallery.apply(.click(gallery.ref(1), .toggle))
        #expect(!gallery.selection.contains(other))
    }
}
