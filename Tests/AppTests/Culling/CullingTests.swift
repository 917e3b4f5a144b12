// Culling in the window: whose mark a key gives, what follows, what the strip shows, and the way back.
import Browse
import CAccessible
import CGTK
import CWidgets
import Desktop
import Foundation
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class CullingTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testADecisionIsGivenToTheShownPhotoAndTheNextOneFollows() throws {
        try withWindow(6) { stage in
            stage.begin()
            XCTAssertEqual(stage.position, 0)
            runLoop { stage.panel?.counter == "1 of 6, 0 kept" }
            stage.act("cull-stars", 4)
            XCTAssertEqual(stage.position, 1)
            stage.act("cull-reject")
            stage.act("cull-favourite")
            stage.act("cull-label", 3)
            XCTAssertEqual(stage.position, 4)
            stage.act("cull-stars", 0)
            XCTAssertEqual(stage.position, 5)
            let expected = [
                PhotoMarks(stars: 4), PhotoMarks(stars: -1), PhotoMarks(isFavourite: true), PhotoMarks(label: .green),
                .none, .none,
            ]
            runLoop { stage.marks == expected }
            runLoop { stage.panel?.counter == "6 of 6, 2 kept" }
            runLoop { stage.text(of: 2).contains("digiKam:PickLabel=\"3\"") }
            runLoop { !stage.isBusy }
            XCTAssertTrue(stage.text(of: 0).contains("xmp:Rating=\"4\""))
            XCTAssertTrue(stage.text(of: 1).contains("xmp:Rating=\"-1\""))
            XCTAssertTrue(stage.text(of: 3).contains("xmp:Label=\"Green\""))
            // What was given to photos that are passed is said by the strip.
            XCTAssertNil(stage.window.toasts.last)
        }
    }

    func testHoweverFastTheKeysComeEachMarkIsOnItsPhotoAndTheLastOneStays() throws {
        try withWindow(60) { stage in
            stage.begin()
            for index in 0..<60 {
                XCTAssertEqual(stage.position, index)
                stage.decide(index)
            }
            XCTAssertEqual(stage.position, 59)
            XCTAssertEqual(stage.window.toasts.last, CullingText.end)
            runLoop { !stage.isBusy }
            runLoop { stage.marks == (0..<60).map(Stage.decision) }
            for index in 0..<60 {
                XCTAssertEqual(stage.statedRating(of: index), Stage.decision(index).rating, "\(index)")
            }
            stage.act("cull-stars", 1)
            runLoop { stage.marks[59] == PhotoMarks(stars: 1) }
            XCTAssertEqual(stage.position, 59)
        }
    }

    func testOfSeveralSelectedPhotosThoseAloneAreCulled() throws {
        try withWindow(6) { stage in
            for index in [1, 3, 4] { stage.page.selection.model.apply(.toggle(stage.page.model.ref(at: index))) }
            runLoop { stage.window.target.count == 3 }
            stage.begin()
            XCTAssertEqual(stage.position, 1)
            runLoop { stage.panel?.counter == "1 of 3, 0 kept" }
            XCTAssertEqual(stage.window.detail.widgets.position, "1 of 3")
            stage.act("cull-stars", 1)
            stage.act("cull-stars", 2)
            XCTAssertEqual(stage.position, 4)
            stage.act("cull-stars", 3)
            XCTAssertEqual(stage.position, 4)
            runLoop { stage.marks.map(\.stars) == [0, 1, 0, 2, 3, 0] }
            runLoop { stage.panel?.counter == "3 of 3, 3 kept" && stage.panel?.strip.items.count == 3 }
            XCTAssertTrue(stage.window.detail.run(.navigate(.first)))
            XCTAssertEqual(stage.position, 1)
            // The others are there again afterwards.
            stage.window.escape()
            runLoop { !stage.window.isShowingDetail }
            stage.window.page?.openPhoto(at: 1)
            runLoop { stage.window.isShowingDetail }
            XCTAssertTrue(stage.window.detail.navigate(.next))
            XCTAssertEqual(stage.position, 2)
        }
    }

    func testEscapeLeadsBackToTheGridOrToThePageWhereItBegan() throws {
        try withWindow(4) { stage in
            stage.begin()
            stage.act("cull-stars", 2)
            stage.window.escape()
            runLoop { !stage.window.isShowingDetail && stage.panel == nil }
            XCTAssertEqual(stage.window.context.router.current, .grid)
            XCTAssertFalse(stage.window.context.culling.isOn)
            runLoop { stage.page.grid.focus.photo == stage.page.model.ref(at: 1) }
            stage.window.page?.openPhoto(at: 2)
            runLoop { stage.window.isShowingDetail && stage.window.detail.hasEnded }
            stage.begin()
            XCTAssertEqual(stage.position, 2)
            XCTAssertNotEqual(gtk_widget_get_visible(stage.window.detail.widgets.footer), 0)
            stage.window.escape()
            XCTAssertTrue(stage.window.isShowingDetail)
            XCTAssertNil(stage.panel)
            XCTAssertEqual(gtk_widget_get_visible(stage.window.detail.widgets.footer), 0)
            // The keys are those of the page again.
            stage.act("cull-stars", 5)
            XCTAssertEqual(stage.position, 2)
            XCTAssertEqual(stage.marks[2], .none)
        }
    }

    func testEscapeClosesTheInformationFirst() throws {
        try withWindow(3) { stage in
            stage.begin()
            stage.window.perform(.info)
            runLoop { stage.window.context.router.panel == .info }
            stage.window.escape()
            XCTAssertTrue(stage.window.context.culling.isOn)
            XCTAssertNil(stage.window.context.router.panel)
        }
    }

    func testUndoTakesDecisionsBackInOrderAndGoesToTheirPhotos() throws {
        try withWindow(5) { stage in
            stage.begin()
            stage.act("cull-stars", 3)
            stage.act("cull-reject")
            stage.act("cull-stars", 5)
            XCTAssertEqual(stage.position, 3)
            runLoop { !stage.isBusy && stage.isEnabled("undo") }
            for (position, stars) in [(2, [3, -1, 0]), (1, [3, 0, 0]), (0, [0, 0, 0])] {
                stage.act("undo")
                runLoop { stage.position == position && stage.marks.prefix(3).map(\.rating) == stars }
                runLoop { !stage.isBusy && stage.isEnabled("redo") }
            }
            stage.act("redo")
            runLoop { stage.marks[0] == PhotoMarks(stars: 3) && !stage.isBusy }
            // And on from there.
            stage.act("cull-stars", 1)
            runLoop { stage.position == 1 && stage.marks[0] == PhotoMarks(stars: 1) }
        }
    }

    func testUndoOfWhatWasDoneBeforeLeadsOutOfTheChosenPhotos() throws {
        try withWindow(5) { stage in
            stage.page.grid.focus.move(to: stage.page.model.ref(at: 4))
            stage.act("rate", 2)
            runLoop { !stage.isBusy && stage.marks[4].stars == 2 }
            for index in [0, 1] { stage.page.selection.model.apply(.toggle(stage.page.model.ref(at: index))) }
            runLoop { stage.window.target.count == 2 && stage.isEnabled("undo") }
            stage.begin()
            runLoop { stage.panel?.counter == "1 of 2, 0 kept" }
            stage.act("undo")
            runLoop { stage.position == 4 && stage.marks[4] == .none }
            runLoop { stage.panel?.counter == "5 of 5, 0 kept" }
        }
    }

    func testAnUndoThatIsDoneLateLeavesAUserAloneWhoHasGoneOn() throws {
        try withWindow(5) { stage in
            stage.page.grid.focus.move(to: stage.page.model.ref(at: 4))
            stage.act("rate", 2)
            runLoop { !stage.isBusy && stage.marks[4].stars == 2 && stage.isEnabled("undo") }
            stage.page.grid.focus.move(to: stage.page.model.ref(at: 0))
            // As on a share that answers late.
            stage.act("undo")
            stage.begin()
            runLoop { stage.marks[4] == .none && !stage.isBusy }
            XCTAssertEqual(stage.position, 0)
            stage.act("cull-stars", 3)
            XCTAssertEqual(stage.position, 1)
            runLoop { !stage.isBusy && stage.marks[0].stars == 3 && stage.isEnabled("undo") }
            stage.act("undo")
            XCTAssertTrue(stage.window.detail.navigate(.next))
            runLoop { stage.marks[0] == .none && !stage.isBusy }
            XCTAssertEqual(stage.position, 2)
            // Two in a row lead from photo to photo.
            stage.act("cull-stars", 1)
            stage.act("cull-stars", 1)
            runLoop { !stage.isBusy && stage.marks[3].stars == 1 }
            stage.act("undo")
            stage.act("undo")
            runLoop { stage.position == 2 && stage.marks[2] == .none }
        }
    }

    func testAMagnifiedPhotoGivesWayToTheNextOneInItsPlaceAlsoByAnArrow() throws {
        try withWindow(4, size: PixelSize(width: 3000, height: 2000)) { stage in
            stage.begin()
            let detail = stage.window.detail, zoom = detail.zoom
            runLoop { detail.hasEnded && zoom.zoomState != nil && !stage.window.routes.transition.isRunning }
            stage.act("toggle-zoom")
            runLoop { zoom.zoomState?.scale == 1 && !zoom.isMoving }
            zoom.pan(x: 200, y: 100)
            let chosen = zoom.zoomState
            stage.act("cull-stars", 1)
            runLoop { detail.hasEnded && zoom.zoomState == chosen }
            XCTAssertTrue(detail.run(.arrow(x: -1, y: 0, .next)))
            XCTAssertEqual(stage.position, 2)
            runLoop { detail.hasEnded && zoom.zoomState == chosen }
            // With Shift.
            XCTAssertTrue(detail.run(.arrow(x: -1, y: 0, nil)))
            runLoop { (zoom.zoomState?.origin.x ?? 0) < (chosen?.origin.x ?? 0) }
            XCTAssertEqual(stage.position, 2)
            stage.act("toggle-zoom")
            runLoop { zoom.zoomState?.isFitted == true }
        }
    }

    func testTheStripHasThePicturesAndMarksOfThePhotosInViewAndNoOthers() throws {
        try withWindow(200) { stage in
            stage.begin()
            let strip = try XCTUnwrap(stage.panel?.strip)
            runLoop { !strip.items.isEmpty && strip.items.values.allSatisfy { $0.texture != nil } }
            XCTAssertLessThan(strip.items.count, 25)
            stage.act("cull-stars", 5)
            let first = stage.page.model.ref(at: 0), second = stage.page.model.ref(at: 1)
            runLoop { strip.items[first]?.marks == PhotoMarks(stars: 5) }
            XCTAssertEqual(strip.items[first]?.isPresent, false)
            XCTAssertEqual(strip.items[second]?.isPresent, true)
            let item = try XCTUnwrap(strip.items[first])
            XCTAssertEqual(gtk_accessible_get_accessible_role(strip.root.widget.opaque), GTK_ACCESSIBLE_ROLE_LIST)
            XCTAssertEqual(gtk_accessible_get_accessible_role(item.widget.opaque), GTK_ACCESSIBLE_ROLE_LIST_ITEM)
            let spoken = PhotoText.spoken(
                stage.page.model.photo(first), taken: stage.page.model.facts(of: first).taken, badge: nil,
                marks: PhotoMarks(stars: 5))
            XCTAssertNotEqual(tessera_accessible_has_label(item.widget.object, spoken), 0)
            XCTAssertNotEqual(tessera_accessible_has_description(item.widget.object, "1 of 200"), 0)
            // Far away the same widgets are used again.
            let made = FilmStripItem.itemCount
            XCTAssertTrue(stage.window.detail.run(.navigate(.last)))
            runLoop { strip.items[stage.page.model.ref(at: 199)]?.isPresent == true && strip.items[first] == nil }
            runLoop { strip.items.values.allSatisfy { $0.texture != nil } }
            XCTAssertEqual(FilmStripItem.itemCount, made)
        }
    }

    func testNothingIsLeftOfTheStripAfterwards() throws {
        try withWindow(20) { stage in
            XCTAssertEqual(FilmStripItem.itemCount, 0)
            stage.begin()
            runLoop { FilmStripItem.itemCount > 5 }
            stage.window.escape()
            runLoop { !stage.window.isShowingDetail && stage.panel == nil && FilmStripItem.itemCount == 0 }
            // Nor where the window closes meanwhile.
            stage.begin()
            runLoop { FilmStripItem.itemCount > 5 }
        }
        MainActor.assumeIsolated { runLoop { FilmStripItem.itemCount == 0 } }
    }

    func testNoPhotoIsDecodedForTheStripAlone() throws {
        try withWindow(12) { stage in
            runLoop { stage.page.isQuiet }
            let counters = stage.window.context.composition.loader.counters
            stage.begin()
            let strip = try XCTUnwrap(stage.panel?.strip)
            runLoop { strip.items.count == 10 && strip.items.values.allSatisfy { $0.texture != nil } }
            runLoop { stage.page.isQuiet && stage.window.detail.hasEnded }
            // The opened photo and its neighbour, in the size of the window.
            XCTAssertLessThanOrEqual(stage.window.context.composition.loader.counters.decoded, counters.decoded + 2)
        }
    }

    func testAPhotoThatVanishesGivesWayToTheNextOfTheChosenOnes() throws {
        try withWindow(6) { stage in
            for index in [1, 3, 4] { stage.page.selection.model.apply(.toggle(stage.page.model.ref(at: index))) }
            runLoop { stage.window.target.count == 3 }
            stage.begin()
            let next = stage.page.model.ref(at: 3)
            try FileManager.default.removeItem(atPath: stage.folder + "/picture-1.jpg")
            runLoop { stage.window.detail.shownRef == next }
            runLoop { stage.panel?.counter == "1 of 2, 0 kept" }
        }
    }

    func testPhotosThatAreNoFilesAreNotCulled() {
        MainActor.assumeIsolated {
            var options = LaunchOptions()
            options.subject = .paths([])
            let window = MainWindow(application: TestApplication.shared, composition: Composition(options: options))
            XCTAssertEqual(
                g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), "cull")), 0)
            gtk_window_destroy(window.window)
        }
    }

    // MARK: Stage

    /// A window over a folder.
    @MainActor
    private struct Stage {
        let window: MainWindow
        let page: GalleryPage
        let folder: String

        var panel: CullingPanel? { window.feature(WindowCulling.self).panel }
        var position: Int? { window.detail.shownRef.flatMap { page.model.position(of: $0) } }
        var marks: [PhotoMarks] { (0..<page.model.count).map { page.model.marks(of: page.model.ref(at: $0)) } }
        var isBusy: Bool { window.context.composition.files.isBusy }

        func begin() {
            act("cull")
            runLoop { window.isShowingDetail && panel != nil && position != nil }
        }

        func act(_ name: String, _ number: Int? = nil) {
            gtk_widget_activate_action_variant(
                window.window.cast(), "win." + name, number.flatMap { g_variant_new_int32(Int32($0)) })
        }

        func isEnabled(_ name: String) -> Bool {
            g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), name)) != 0
        }

        /// The decision on the photo at a position: another one for each of seven.
        nonisolated static func decision(_ index: Int) -> PhotoMarks { PhotoMarks(stars: index % 7 - 1) }

        func decide(_ index: Int) {
            let rating = Self.decision(index).rating
            if rating < 0 { act("cull-reject") } else { act("cull-stars", rating) }
        }

        func text(of index: Int) -> String {
            let path = folder + "/\(page.model.photo(page.model.ref(at: index)).title).xmp"
            return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }

        /// The rating in the sidecar; 0 for none.
        func statedRating(of index: Int) -> Int {
            text(of: index).firstMatch(of: /xmp:Rating="(-?\d)"/).flatMap { Int($0.1) } ?? 0
        }
    }

    private func withWindow(
        _ count: Int, size: PixelSize = PixelSize(width: 320, height: 240), _ body: @MainActor (Stage) throws -> Void
    ) throws {
        let folder = try TestPictures.folder(named: "culling", count: count, size: size)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder], query: QueryRequest(order: .name, isDescending: false))
            let page = try XCTUnwrap(shown.window.gallery)
            runLoop { page.model.count == count }
            try body(Stage(window: shown.window, page: page, folder: folder))
            runLoop { !shown.window.context.composition.files.isBusy }
            shown.close()
        }
    }
}
