// Everything that a window makes goes away with it: counted over fifty openings.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class LifetimeTests: XCTestCase {
    func testFiftyWindowsWithGridAndDetailLeaveNothingBehind() throws {
        let folder = try TestPictures.folder(named: "lifetime", count: 12)
        MainActor.assumeIsolated {
            let application = TestApplication.shared
            var options = LaunchOptions()
            options.subject = .paths([FilePath(folder)])
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
                runLoop {
                    window.isShowingDetail && window.detail.hasEnded
                        && window.detail.picture.heldPictures == 3
                }
                window.back()
                runLoop { !window.isShowingDetail }
                withExtendedLifetime(window) { gtk_window_destroy(window.window) }
                runLoop { isClosed }
            }
            // Of pictures that nothing shows any more the memory cache keeps one more or less, by what was on its way
            // when a window went.
            @MainActor func forgetPictures() {
                runLoop {
                    composition.loader.memory.trim(to: .visibleOnly)
                    let counters = composition.loader.counters
                    return counters.inFlightFetches == 0 && counters.inFlightDecodes == 0
                        && Instances.now.tiles == 0 && Instances.now.textures == 0
                }
            }
            // The first windows fill what lives as long as the program.
            for _ in 0..<3 { openAndClose() }
            forgetPictures()
            let before = Instances.now
            for _ in 0..<50 { openAndClose() }
            forgetPictures()
            runLoop { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
        }
    }

    func testPagesThatAreReplacedWhileTheyHaveTheFocusLeaveNothingBehind() throws {
        let folders = try (0..<2).map { try TestPictures.folder(named: "replaced-\($0)", count: 3 + $0) }
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folders[0]])
            let window = opened.window
            @MainActor func show(_ index: Int) {
                window.page?.grabFocus()
                let page = window.page?.root.widget
                XCTAssertTrue(
                    gtk_window_get_focus(window.window).map { gtk_widget_is_ancestor($0, page) != 0 } ?? false)
                window.open(.paths([FilePath(folders[index])]))
                runLoop { window.page?.model.count == 3 + index && window.gallery?.isViewportComplete == true }
            }
            // What the first of each fills lives as long as the window.
            for index in [1, 0] { show(index) }
            runLoop { window.gallery?.isQuiet == true }
            let before = Instances.now
            for _ in 0..<5 { for index in [1, 0] { show(index) } }
            runLoop { window.gallery?.isQuiet == true && Instances.now == before }
            XCTAssertEqual(Instances.now, before)
            opened.close()
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
