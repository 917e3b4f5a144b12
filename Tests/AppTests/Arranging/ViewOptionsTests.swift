import Browse
// The popover with everything that says how the photos are shown.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ViewOptionsTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testOneChoosesSeveralThingsWhileItStaysOpen() throws {
        try withOptions { window, popover in
            let model = try XCTUnwrap(window.page?.model)
            try Self.press(OrderText.label(Query.Order.taken), below: popover)
            runLoop { model.query.order == .taken }
            try Self.press(OrderText.direction(.taken, isDescending: true), below: popover)
            try Self.press(OrderText.label(Query.Grouping.year), below: popover)
            runLoop { model.query == Query(order: .taken, isDescending: true, grouping: .year) }
            // The words of the directions are those of the order.
            try Self.press(OrderText.label(Query.Order.name), below: popover)
            XCTAssertNil(Self.button(OrderText.direction(.taken, isDescending: true), below: popover))
            XCTAssertTrue(try Self.isOn(OrderText.direction(.name, isDescending: true), below: popover))
            XCTAssertTrue(try Self.isOn(OrderText.label(Query.Order.name), below: popover))
            XCTAssertFalse(try Self.isOn(OrderText.label(Query.Order.taken), below: popover))
            try Self.press(LayoutText.name(.justified), below: popover)
            runLoop { window.look.layout == .justified }
            try Self.press(LayoutText.captions, below: popover)
            XCTAssertTrue(window.look.showsCaptions)
            let size = window.look.tileSize
            try Self.press(MenuText.smallerTiles, below: popover)
            runLoop { window.look.tileSize < size }
            XCTAssertTrue(window.arranging.view.button.isOpen)
        }
    }

    func testItShowsWhatIsChosenElsewhere() throws {
        try withOptions { window, popover in
            activate("layout", "'whole'", window)
            XCTAssertTrue(try Self.isOn(LayoutText.name(.whole), below: popover))
            activate("sort", "'size'", window)
            XCTAssertTrue(try Self.isOn(OrderText.direction(.size, isDescending: false), below: popover))
        }
    }

    func testThePopoverFitsASmallWindow() throws {
        try withOptions { _, popover in
            // Without the shadow around it.
            let content = try XCTUnwrap(gtk_popover_get_child(popover.cast()))
            for (orientation, limit) in [(GTK_ORIENTATION_HORIZONTAL, 340), (GTK_ORIENTATION_VERTICAL, 450)] {
                var natural: Int32 = 0
                gtk_widget_measure(content, orientation, -1, nil, &natural, nil, nil)
                XCTAssertLessThan(natural, Int32(limit))
            }
        }
    }

    func testAFolderIsShownByMonthWithTheLatestFirstWhereNothingIsChosen() throws {
        let folder = try TestPictures.folder(named: "usual-order", count: 3)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder], orders: OrderMemory(nil, usual: .usual))
            let window = opened.window
            XCTAssertEqual(window.page?.model.query, Query(order: .taken, isDescending: true, grouping: .month))
            // The files of a command line are a list that has an order.
            window.open(.paths([FilePath(folder + "/picture-1.jpg"), FilePath(folder + "/picture-0.jpg")]))
            runLoop { window.page?.model.count == 2 }
            XCTAssertEqual(window.page?.model.query, Query())
            opened.close()
        }
    }

    func testTheKeyOfWholePhotosLeadsBackToTheLayoutBefore() throws {
        try withOptions { window, _ in
            activate("layout", "'justified'", window)
            activate("fit-tiles", nil, window)
            XCTAssertEqual(window.look.layout, .whole)
            activate("fit-tiles", nil, window)
            XCTAssertEqual(window.look.layout, .justified)
            activate("layout", "'squares'", window)
            activate("fit-tiles", nil, window)
            activate("fit-tiles", nil, window)
            XCTAssertEqual(window.look.layout, .squares)
        }
    }

    func testAClosedPopoverLeavesNothingBehind() throws {
        try withOptions { window, _ in
            Self.close(window)
            runLoop { FrameTick.liveCount == 0 }
            let before = Instances.now
            for _ in 0..<5 {
                activate("view-options", nil, window)
                runLoop { window.arranging.view.button.isOpen }
                Self.close(window)
            }
            runLoop { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
        }
    }

    // MARK: Doing

    private func withOptions(_ body: @MainActor (MainWindow, Widget) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "view-options", count: 5)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            activate("view-options", nil, shown.window)
            runLoop { shown.window.arranging.view.button.isOpen }
            let popover = firstWidget(below: shown.window.window.cast()) {
                g_type_check_instance_is_a($0.cast(), gtk_popover_get_type()) != 0 && gtk_widget_get_mapped($0) != 0
            }
            try body(shown.window, try XCTUnwrap(popover))
            Self.close(shown.window)
            shown.close()
        }
    }

    @MainActor private static func close(_ window: MainWindow) {
        window.arranging.view.button.close()
        runLoop { !window.arranging.view.button.isOpen }
    }

    @MainActor private static func button(_ name: String, below popover: Widget) -> Widget? {
        firstWidget(below: popover) { widget in
            let isCheck = g_type_check_instance_is_a(widget.cast(), gtk_check_button_get_type()) != 0
            let isButton = g_type_check_instance_is_a(widget.cast(), gtk_button_get_type()) != 0
            guard isCheck || isButton else { return false }
            let label = isCheck ? gtk_check_button_get_label(widget.cast()) : gtk_button_get_label(widget.cast())
            return g_strcmp0(label, name) == 0 || tessera_accessible_has_label(widget.object, name) != 0
        }
    }

    @MainActor private static func press(_ name: String, below popover: Widget) throws {
        gtk_widget_activate(try XCTUnwrap(button(name, below: popover), name))
    }

    @MainActor private static func isOn(_ name: String, below popover: Widget) throws -> Bool {
        let button = try XCTUnwrap(button(name, below: popover), name)
        return g_type_check_instance_is_a(button.cast(), gtk_check_button_get_type()) != 0
            ? gtk_check_button_get_active(button.cast()) != 0 : gtk_toggle_button_get_active(button.cast()) != 0
    }
}
