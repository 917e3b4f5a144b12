// Comparing in the window: what is shown, which photo is acted on, what moves together, and the way back.
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

nonisolated final class CompareTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testSelectedPhotosAreShownAndEscapeLeadsBackToTheActiveOne() throws {
        try withWindow(6) { stage in
            try stage.compare([1, 3, 4])
            XCTAssertEqual(stage.positions, [1, 3, 4])
            XCTAssertEqual(stage.cells.map(\.caption.name), [1, 3, 4].map { "picture-\($0).jpg" })
            runLoop { stage.areAllShown }
            XCTAssertEqual(stage.active, 1)
            XCTAssertFalse(stage.window.context.isGridInFront)
            XCTAssertTrue(stage.page.run(.activateNext(1)))
            XCTAssertEqual(stage.active, 3)
            XCTAssertEqual(gtk_widget_has_focus(stage.cells[1].view.widget), 1)
            stage.window.escape()
            runLoop { !stage.isOpen }
            XCTAssertEqual(stage.window.context.router.current, .grid)
            runLoop { stage.gallery.grid.focus.photo == stage.ref(3) }
            XCTAssertEqual(stage.gallery.selection.model.refs, [1, 3, 4].map(stage.ref))
            XCTAssertTrue(stage.cells.isEmpty)
            XCTAssertNil(stage.window.target.compared)
            // Forward leads there again.
            stage.act("forward")
            runLoop { stage.isOpen && stage.positions == [1, 3, 4] }
        }
    }

    func testTwoToSixPhotosAreComparedAndNoOtherNumber() throws {
        try withWindow(8) { stage in
            XCTAssertFalse(stage.isEnabled("compare"))
            stage.select([2])
            XCTAssertFalse(stage.isEnabled("compare"))
            stage.select([0, 1, 2, 3, 4, 5, 6])
            runLoop { stage.isEnabled("compare") }
            stage.act("compare")
            XCTAssertEqual(stage.window.toasts.last, CompareText.number)
            XCTAssertEqual(stage.window.context.router.current, .grid)
            try stage.compare([0, 1, 2, 3, 4, 5])
            XCTAssertEqual(stage.cells.count, 6)
            // Nothing begins over it that has a page of its own.
            stage.act("cull")
            stage.act("slideshow")
            XCTAssertTrue(stage.window.context.router.isComparing)
            XCTAssertFalse(stage.window.context.culling.isOn)
            XCTAssertFalse(stage.window.feature(WindowSlideshow.self).player.isRunning)
        }
    }

    func testMarksAreGivenToTheActivePhotoAndTakenBackInOrder() throws {
        try withWindow(4) { stage in
            try stage.compare([0, 2])
            stage.act("cull-stars", 4)
            XCTAssertEqual(stage.active, 0)
            XCTAssertTrue(stage.page.run(.activateNext(1)))
            stage.act("cull-reject")
            stage.act("cull-label", 3)
            runLoop { stage.marks == [PhotoMarks(stars: 4), .none, PhotoMarks(stars: -1, label: .green), .none] }
            runLoop { !stage.isBusy && stage.isEnabled("undo") }
            XCTAssertEqual(gtk_widget_has_css_class(stage.cells[1].root.widget, "rejected"), 1)
            // Once more takes it away.
            stage.act("cull-reject")
            runLoop { stage.marks[2] == PhotoMarks(label: .green) && !stage.isBusy }
            for (active, marks) in [
                (2, PhotoMarks(stars: -1, label: .green)), (2, PhotoMarks(stars: -1)), (2, .none),
            ] {
                runLoop { stage.isEnabled("undo") && !stage.isBusy }
                stage.act("undo")
                runLoop { stage.marks[2] == marks && stage.active == active }
            }
            runLoop { stage.isEnabled("undo") && !stage.isBusy }
            stage.act("undo")
            runLoop { stage.marks[0] == .none && stage.active == 0 }
            XCTAssertNil(stage.marks.first { $0 != .none })
        }
    }

    func testArrowsShowTheNeighboursThatAreNotComparedInThePlaceOfTheActivePhoto() throws {
        try withWindow(6) { stage in
            try stage.compare([1, 2])
            XCTAssertTrue(stage.page.run(.neighbour(isForward: true)))
            XCTAssertEqual(stage.positions, [3, 2])
            XCTAssertEqual(stage.active, 3)
            XCTAssertEqual(stage.window.context.router.current, .compare([3, 2].map(stage.ref)))
            XCTAssertTrue(stage.page.run(.neighbour(isForward: false)))
            XCTAssertTrue(stage.page.run(.neighbour(isForward: false)))
            XCTAssertEqual(stage.positions, [0, 2])
            // At the end nothing happens, and no other program gets the key.
            XCTAssertTrue(stage.page.run(.neighbour(isForward: false)))
            XCTAssertEqual(stage.positions, [0, 2])
            XCTAssertEqual(stage.gallery.selection.model.refs, [1, 2].map(stage.ref))
            stage.act("cull-stars", 3)
            runLoop { stage.marks[0] == PhotoMarks(stars: 3) && stage.areAllShown }
        }
    }

    func testPhotosAreZoomedAndMovedTogether() throws {
        try withWindow(3, size: PixelSize(width: 3000, height: 2000)) { stage in
            try stage.compare([0, 1, 2])
            runLoop { stage.areAllShown && stage.zooms.allSatisfy { $0.zoomState != nil } }
            XCTAssertTrue(stage.page.run(.toggleZoom))
            runLoop { stage.zooms.allSatisfy { $0.zoomState?.scale == 1 && !$0.isMoving } }
            stage.zooms[0].pan(x: 120, y: 60)
            XCTAssertEqual(Set(stage.zooms.map(\.zoomState)).count, 1)
            runLoop { stage.cells.allSatisfy { $0.view.sharper != nil } }
            // Another one leads, by the wheel.
            stage.page.zoom.begin(on: stage.cells[2].part, isAlone: false)
            stage.zooms[2].zoom(by: 2, at: (20, 30))
            runLoop { stage.zooms.allSatisfy { !$0.isMoving } && (stage.zooms[0].zoomState?.scale ?? 0) > 1.5 }
            XCTAssertEqual(Set(stage.zooms.map { $0.zoomState?.drawn }).count, 1)
            XCTAssertEqual(Set(stage.zooms.map { $0.zoomState?.origin.x }).count, 1)
            // The neighbour takes over the place as well.
            XCTAssertTrue(stage.page.run(.toggleZoom))
            runLoop { stage.zooms.allSatisfy { $0.zoomState?.isFitted == true && !$0.isMoving } }
        }
    }

    func testWithCtrlOnePhotoIsMovedAlone() throws {
        try withWindow(3, size: PixelSize(width: 3000, height: 2000)) { stage in
            try stage.compare([0, 1])
            runLoop { stage.areAllShown && stage.zooms.allSatisfy { $0.zoomState != nil } }
            XCTAssertTrue(stage.page.run(.toggleZoom))
            runLoop { stage.zooms.allSatisfy { $0.zoomState?.scale == 1 && !$0.isMoving } }
            let start = stage.zooms[1].zoomState
            stage.page.zoom.begin(on: stage.cells[0].part, isAlone: true)
            stage.zooms[0].pan(x: 50, y: 20)
            XCTAssertEqual(stage.zooms[1].zoomState, start)
            XCTAssertTrue(stage.page.zoom.isApart(stage.ref(0)))
            // From then on both keep that distance.
            stage.page.zoom.begin(on: stage.cells[1].part, isAlone: false)
            stage.zooms[1].pan(x: -30, y: 0)
            XCTAssertEqual(stage.zooms[0].zoomState?.origin.x, start.map { $0.origin.x + 20 })
            XCTAssertEqual(stage.zooms[0].zoomState?.origin.y, start.map { $0.origin.y + 20 })
            // A photo in its place lies where the other one does.
            XCTAssertTrue(stage.page.run(.neighbour(isForward: true)))
            runLoop { stage.zooms[0].zoomState == stage.zooms[1].zoomState && stage.areAllShown }
        }
    }

    func testAPhotoThatIsTrashedGivesWayToItsNeighbour() throws {
        try withWindow(5) { stage in
            try stage.compare([1, 2])
            stage.act("trash")
            let expected = [3, 2].map(stage.ref)
            runLoop { stage.page.photos?.photos == expected && stage.areAllShown }
            XCTAssertEqual(stage.page.photos?.active, expected[0])
            XCTAssertFalse(FileManager.default.fileExists(atPath: stage.folder + "/picture-1.jpg"))
            runLoop { !stage.isBusy }
        }
    }

    func testPhotosThatVanishGiveWayUntilTooFewAreLeft() throws {
        try withWindow(4) { stage in
            try stage.compare([1, 2, 3])
            let refs = (0..<4).map(stage.ref)
            runLoop { stage.areAllShown }
            try FileManager.default.removeItem(atPath: stage.folder + "/picture-2.jpg")
            runLoop { stage.page.photos?.photos == [refs[1], refs[0], refs[3]] }
            // No other is left for its place.
            try FileManager.default.removeItem(atPath: stage.folder + "/picture-3.jpg")
            runLoop { stage.page.photos?.photos == [refs[1], refs[0]] && stage.cells.count == 2 }
            runLoop { stage.areAllShown }
            try FileManager.default.removeItem(atPath: stage.folder + "/picture-1.jpg")
            runLoop { !stage.isOpen && stage.window.context.router.current == .grid }
            runLoop { stage.gallery.grid.focus.photo == refs[0] }
        }
    }

    func testAPhotoThatIsRenamedOrWrittenAnewStaysInItsPlace() throws {
        try withWindow(3) { stage in
            try stage.compare([0, 1])
            runLoop { stage.areAllShown }
            try FileManager.default.moveItem(
                atPath: stage.folder + "/picture-1.jpg", toPath: stage.folder + "/picture-9.jpg")
            runLoop { stage.cells.map(\.caption.name).contains("picture-9.jpg") || stage.cells.count < 2 }
            XCTAssertEqual(stage.cells.count, 2)
            // Damaged: its cell says so, the other one stays.
            try Data("no picture".utf8).write(to: URL(fileURLWithPath: stage.folder + "/picture-0.jpg"))
            runLoop { stage.cells.contains { $0.reason != nil } || stage.positions == [2] }
            XCTAssertTrue(stage.isOpen)
            // Nothing that is done to it then does harm.
            XCTAssertTrue(stage.page.run(.toggleZoom))
            XCTAssertTrue(stage.page.run(.activateNext(1)))
            XCTAssertTrue(stage.page.run(.pan(x: 1, y: 0, isAlone: true)))
            XCTAssertTrue(stage.page.run(.neighbour(isForward: true)))
        }
    }

    func testABrokenPhotoIsSaidInItsCell() throws {
        let folder = try TestPictures.folder(named: "comparing-broken", count: 2)
        try Data([0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 400))
            .write(to: URL(fileURLWithPath: folder + "/picture-2.jpg"))
        try withWindow(over: folder, 3) { stage in
            try stage.compare([0, 2])
            runLoop { stage.cells[1].reason != nil }
            runLoop { stage.cells[0].picture.shown?.state.full == .shown }
            XCTAssertNil(stage.cells[0].reason)
        }
    }

    func testEachPhotoHasNamePlaceAndStateForAReader() throws {
        try withWindow(4) { stage in
            try stage.compare([0, 2, 3])
            stage.act("cull-stars", 5)
            runLoop { stage.marks[0] == PhotoMarks(stars: 5) }
            let model = stage.gallery.model
            for (index, cell) in stage.cells.enumerated() {
                let ref = try XCTUnwrap(cell.ref), view = cell.view.widget.object
                let spoken = PhotoText.spoken(
                    model.photo(ref), taken: model.facts(of: ref).taken, badge: nil, marks: model.marks(of: ref))
                XCTAssertNotEqual(tessera_accessible_has_label(view, spoken), 0)
                XCTAssertNotEqual(tessera_accessible_has_description(view, "\(index + 1) of 3"), 0)
                XCTAssertNotEqual(tessera_accessible_is_selected(view, index == 0 ? 1 : 0), 0)
            }
            XCTAssertTrue(stage.page.run(.activateNext(-1)))
            XCTAssertNotEqual(tessera_accessible_is_selected(stage.cells[2].view.widget.object, 1), 0)
            XCTAssertNotEqual(tessera_accessible_is_selected(stage.cells[0].view.widget.object, 0), 0)
        }
    }

    func testNothingIsLeftAfterwards() throws {
        try withWindow(6) { stage in
            let canvases = Canvas.liveCount
            try stage.compare([0, 1, 2, 3, 4, 5])
            runLoop { stage.areAllShown }
            XCTAssertGreaterThan(Canvas.liveCount, canvases)
            stage.window.escape()
            runLoop { !stage.isOpen && Canvas.liveCount <= canvases }
            // Nor where the window closes meanwhile.
            runLoop { stage.isEnabled("compare") }
            stage.act("compare")
            runLoop { stage.isOpen && stage.areAllShown }
        }
    }

    func testKeysAreThoseOfCullingAndArrowsTurnWithTheText() {
        MainActor.assumeIsolated {
            let none = GdkModifierType(rawValue: 0)
            @MainActor func command(_ key: Int32, _ held: GdkModifierType = none, _ isRightToLeft: Bool = false)
                -> CompareCommand?
            {
                CompareKeys.command(for: UInt32(bitPattern: key), holding: held, isRightToLeft: isRightToLeft)
            }
            XCTAssertEqual(command(GDK_KEY_Right), .neighbour(isForward: true))
            XCTAssertEqual(command(GDK_KEY_Right, none, true), .neighbour(isForward: false))
            XCTAssertEqual(command(GDK_KEY_Left, GDK_CONTROL_MASK), .activate(.left))
            XCTAssertEqual(command(GDK_KEY_Left, GDK_SHIFT_MASK), .pan(x: 1, y: 0, isAlone: false))
            let both = GdkModifierType(rawValue: GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue)
            XCTAssertEqual(command(GDK_KEY_Down, both), .pan(x: 0, y: -1, isAlone: true))
            XCTAssertEqual(command(GDK_KEY_Up), .pan(x: 0, y: 1, isAlone: false))
            XCTAssertEqual(command(GDK_KEY_Tab), .activateNext(1))
            XCTAssertEqual(command(GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK), .activateNext(-1))
            XCTAssertEqual(command(GDK_KEY_plus, GDK_SHIFT_MASK), .zoom(1))
            XCTAssertEqual(command(GDK_KEY_z), .toggleZoom)
            // Undo, and the way back.
            XCTAssertNil(command(GDK_KEY_z, GDK_CONTROL_MASK))
            XCTAssertNil(command(GDK_KEY_Left, GDK_ALT_MASK))
            // Of marks.
            for key in [GDK_KEY_0, GDK_KEY_5, GDK_KEY_9, GDK_KEY_x, GDK_KEY_f, GDK_KEY_p] { XCTAssertNil(command(key)) }
        }
    }

    // MARK: Stage

    /// A window over a folder.
    @MainActor
    private struct Stage {
        let window: MainWindow
        let gallery: GalleryPage
        let folder: String

        private var made: ComparePage? { window.feature(WindowCompare.self).page }
        var isOpen: Bool { made?.isOpen ?? false }
        var page: ComparePage {
            guard let made else { preconditionFailure("nothing has been compared") }
            return made
        }
        var cells: [CompareCell] { page.cells }
        var zooms: [PictureZoom] { cells.map(\.picture.zoom) }
        var positions: [Int?] { cells.map { $0.ref.flatMap { gallery.model.position(of: $0) } } }
        var active: Int? { window.target.compared.flatMap { gallery.model.position(of: $0) } }
        var areAllShown: Bool { cells.allSatisfy { $0.picture.shown?.state.full == .shown } }
        var marks: [PhotoMarks] { (0..<gallery.model.count).map { gallery.model.marks(of: ref($0)) } }
        var isBusy: Bool { window.context.composition.files.isBusy }

        func ref(_ position: Int) -> PhotoRef { gallery.model.ref(at: position) }

        func select(_ positions: [Int]) {
            gallery.selection.model.apply(.none)
            for position in positions { gallery.selection.model.apply(.toggle(ref(position))) }
            runLoop { window.target.count == positions.count }
        }

        func compare(_ positions: [Int]) throws {
            select(positions)
            runLoop { isEnabled("compare") }
            act("compare")
            runLoop { isOpen }
            _ = try XCTUnwrap(page.photos)
        }

        func act(_ name: String, _ number: Int? = nil) {
            gtk_widget_activate_action_variant(
                window.window.cast(), "win." + name, number.flatMap { g_variant_new_int32(Int32($0)) })
        }

        func isEnabled(_ name: String) -> Bool {
            g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), name)) != 0
        }
    }

    private func withWindow(
        _ count: Int, size: PixelSize = PixelSize(width: 320, height: 240), _ body: @MainActor (Stage) throws -> Void
    ) throws {
        try withWindow(over: TestPictures.folder(named: "comparing", count: count, size: size), count, body)
    }

    private func withWindow(over folder: String, _ count: Int, _ body: @MainActor (Stage) throws -> Void) throws {
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder], query: QueryRequest(order: .name, isDescending: false))
            let page = try XCTUnwrap(shown.window.gallery)
            runLoop { page.model.count == count }
            try body(Stage(window: shown.window, gallery: page, folder: folder))
            runLoop { !shown.window.context.composition.files.isBusy }
            shown.close()
        }
    }
}
