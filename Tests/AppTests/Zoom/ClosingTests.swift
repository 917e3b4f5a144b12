// What keys and actions mean while a photo that was left is on its way back to its tile.
import Browse
import CGTK
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ClosingTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    /// Escape, an arrow and Delete in a row had moved the photo to the trash that was left, not the one with the focus.
    func testActionsActOnTheFocusedPhotoAsSoonAsTheOpenedOneIsLeft() throws {
        try withTransitions { transitions in
            let window = transitions.window, model = transitions.page.model
            transitions.openFully(3)
            XCTAssertEqual(window.target.opened()?.ref, model.ref(at: 3))
            window.escape()
            runLoop { transitions.controller.isClosing }
            XCTAssertNil(window.target.opened())
            XCTAssertEqual(window.target.photos?.refs, [model.ref(at: 3)])
            transitions.grid.focus.move(.next)
            XCTAssertEqual(window.target.photos?.refs, [model.ref(at: 4)])
            window.perform(.selectAll)
            XCTAssertEqual(window.target.count, model.count)
            XCTAssertTrue(transitions.controller.isClosing)
            runLoop { !window.isShowingDetail }
            XCTAssertEqual(window.target.count, model.count)
        }
    }

    func testOneEscapeMoreOnTheWayBackLeavesTheSelectionAlone() throws {
        try withTransitions { transitions in
            let window = transitions.window, selection = transitions.page.selection.model
            selection.apply(.toggle(transitions.page.model.ref(at: 1)))
            transitions.openFully(3)
            window.escape()
            runLoop { transitions.controller.isClosing }
            window.escape()
            XCTAssertEqual(selection.refs.count, 1)
            runLoop { !window.isShowingDetail }
            window.escape()
            XCTAssertEqual(selection.refs.count, 0)
        }
    }

    func testTheNextKeyFindsThePageToWhichTheOneBeforeHasLed() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            let key = NextKey { transitions.isFocusInGrid }
            key.post()
            transitions.window.escape()
            runLoop { key.found != nil }
            XCTAssertEqual(key.found, true)
            runLoop { !transitions.window.isShowingDetail }
        }
    }
}

/// Something that comes as a key does that waits already: with the priority of the display's events.
private final class NextKey {
    /// What `look` has returned then; nil before.
    private(set) var found: Bool?
    private let look: () -> Bool

    init(look: @escaping () -> Bool) { self.look = look }

    func post() {
        g_idle_add_full(
            Int32(G_PRIORITY_DEFAULT),
            { context in
                guard let context else { return 0 }
                MainActor.assumeIsolated {
                    let key = Unmanaged<NextKey>.fromOpaque(context).takeRetainedValue()
                    key.found = key.look()
                }
                return 0
            }, Unmanaged.passRetained(self).toOpaque(), nil)
    }
}
