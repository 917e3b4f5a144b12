// Everything that a window makes goes away with it: counted over fifty openings.
import Browse
import CGTK
import CWidgets
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class LifetimeTests: XCTestCase {
    func testFiftyWindowsWithGridAndDetailLeaveNothingBehind() throws {
        let folder = try TestPictures.folder(named: "lifetime", count: 12)
        MainActor.assumeIsolated {
            let application = TestApplication.shared
            var options = LaunchOptions()
            options.subject = .paths([folder])
            let composition = Composition(options: options)
            @MainActor func openAndClose() {
                let window = MainWindow(application: application, composition: composition)
                var isClosed = false
                window.onClosed = { isClosed = true }
                window.openFirst()
                gtk_window_present(window.window)
                runLoop { window.gallery?.isViewportComplete ?? false }
                window.menus.open(atX: 40, y: 40)
                runLoop { window.menus.isOpen }
                window.menus.stop()
                runLoop { !window.menus.isOpen && window.target.pointed == nil }
                window.page?.openPhoto(at: 3)
                // To its end, so that the memory cache holds the same afterwards every time.
                runLoop { window.isShowingDetail && window.detail.hasEnded && window.detail.picture.prefetcher.heldPictures == 3 }
                window.back()
                runLoop { !window.isShowingDetail }
                withExtendedLifetime(window) { gtk_window_destroy(window.window) }
                runLoop { isClosed }
            }
            // The first windows fill what lives as long as the program: the memory cache and GTK's own.
            for _ in 0..<3 { openAndClose() }
            runLoop { Instances.now.tiles == 0 }
            let before = Instances.now
            for _ in 0..<50 { openAndClose() }
            runLoop { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
        }
    }
}

/// Live instances of everything that is counted.
struct Instances: Equatable {
    var tiles: Int
    var canvases: Int
    var closures: Int
    var frameTicks: Int
    var widgetReferences: Int
    var objectReferences: Int
    var textures: Int

    static var now: Instances {
        Instances(
            tiles: Tile.tileCount, canvases: Canvas.liveCount,
            closures: Signal.liveClosures, frameTicks: FrameTick.liveCount, widgetReferences: WidgetReference.liveCount,
            objectReferences: GObjectReference.liveCount, textures: Texture.liveCount)
    }
}
