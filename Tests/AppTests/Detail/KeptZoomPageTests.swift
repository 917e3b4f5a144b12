// Paging through magnified photos: where the next one lies from its first frame on, and what is loaded of it.
import Browse
import CGTK
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Desktop

nonisolated final class KeptZoomPageTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testTheNextPhotoLiesWhereTheLastOneDidAtOnceAndIsSharpSoon() {
        withPatterns(count: 3) { stage in
            let zoom = stage.page.zoom
            stage.openFitted()
            zoom.keepsZoom = true
            _ = stage.page.run(.pixels)
            zoom.pan(x: 130, y: -71)
            let chosen = zoom.zoomState
            runLoop { stage.page.picture.heldPictures == 2 }
            for step in [PhotoStep.next, .last, .first] {
                XCTAssertTrue(stage.page.navigate(step))
                runLoop { stage.page.hasEnded }
                XCTAssertEqual(zoom.zoomState, chosen)
                runLoop { stage.sharperWidth == PatternDecoder.size.width }
                XCTAssertEqual(zoom.zoomState, chosen)
                stage.expectOwnPixels()
            }
            // The neighbour has been there: without a turn of the loop between.
            stage.page.navigate(.next)
            XCTAssertEqual(zoom.zoomState, chosen)
        }
    }

    func testAPhotoIsShownWholeAgainAfterOneThatIsAndWhereTheZoomIsNotKept() {
        withPatterns(count: 3) { stage in
            let zoom = stage.page.zoom
            stage.openFitted()
            _ = stage.page.run(.pixels)
            stage.page.navigate(.next)
            runLoop { zoom.zoomState?.picture == PatternDecoder.size }
            XCTAssertEqual(zoom.zoomState?.isFitted, true)
            zoom.keepsZoom = true
            _ = stage.page.run(.pixels)
            _ = stage.page.run(.fit)
            stage.page.navigate(.next)
            runLoop { zoom.zoomState?.picture == PatternDecoder.size }
            XCTAssertEqual(zoom.zoomState?.isFitted, true)
        }
    }

    func testATurnedPhotoIsWholeAndAnOpenedOneToo() {
        withPatterns(count: 3) { stage in
            let zoom = stage.page.zoom
            stage.openFitted()
            zoom.keepsZoom = true
            _ = stage.page.run(.pixels)
            _ = stage.page.run(.rotate(1))
            XCTAssertEqual(zoom.zoomState?.isFitted, true)
            _ = stage.page.run(.pixels)
            stage.page.close()
            stage.openFitted()
            XCTAssertEqual(zoom.zoomState?.isFitted, true)
        }
    }

    func testAZoomThatIsStillRunningCountsAsItsEnd() {
        withPatterns(count: 3) { stage in
            stage.hasAnimations = true
            stage.openFitted()
            stage.page.zoom.keepsZoom = true
            _ = stage.page.run(.pixels)
            XCTAssertEqual(stage.page.zoom.zoomState?.isFitted, true)
            stage.page.navigate(.next)
            runLoop { stage.page.hasEnded }
            XCTAssertEqual(stage.page.zoom.zoomState?.scale, 1)
        }
    }

    func testTheLockOfAWindowIsOneOfAllWindowsWithAKeyAndAnEntry() throws {
        let folder = try TestPictures.folder(named: "lock", count: 2)
        MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder]), window = shown.window
            let preferences = window.context.composition.preferences
            XCTAssertFalse(shown.isEnabled(.keepZoom))
            window.page?.openPhoto(at: 0)
            runLoop { window.isShowingDetail && window.detail.hasEnded }
            XCTAssertTrue(shown.isEnabled(.keepZoom))
            window.perform(.keepZoom)
            runLoop { window.detail.zoom.keepsZoom && window.context.actions.isOn(.keepZoom) }
            XCTAssertTrue(preferences.keepsZoom)
            preferences.keepsZoom = false
            runLoop { !window.detail.zoom.keepsZoom && !window.context.actions.isOn(.keepZoom) }
            shown.close()
        }
    }

    private func withPatterns(count: Int, _ body: @MainActor (PictureStage) -> Void) {
        MainActor.assumeIsolated {
            let stage = PictureStage(count: count)
            body(stage)
            stage.close()
        }
    }
}

extension FolderWindow {
    /// Whether the action of a command is enabled.
    func isEnabled(_ command: WindowCommand) -> Bool {
        g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), command.name)) != 0
    }
}
