// A slideshow on its page: what is loaded ahead, what is shown when, and how it ends; and over a window.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SlideshowPlayerTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testEachPhotoIsShownForItsTimeAndTheNextOneIsLoadedAhead() {
        withShow(photos: 4) { stage in
            stage.start()
            runLoop { stage.shown == 0 && stage.time.waiting == 1 }
            runLoop { stage.bytes.calls.sorted() == [0, 1] }
            stage.time.pass()
            runLoop { stage.shown == 1 && stage.time.waiting == 1 }
            runLoop { stage.bytes.calls.sorted() == [0, 1, 2] }
            XCTAssertEqual(stage.time.durations, [.seconds(9), .seconds(9)])
        }
    }

    func testASlideThatIsNotThereYetIsWaitedForWithTheOneBeforeOnTheScreen() {
        withShow(photos: 3) { stage in
            stage.start()
            runLoop { stage.shown == 0 && stage.bytes.calls.sorted() == [0, 1] && stage.isQuiet }
            runLoop { stage.time.waiting == 1 }
            stage.bytes.shut()
            stage.time.pass()
            runLoop { stage.bytes.held == [2] && stage.shown == 1 && stage.time.waiting == 1 }
            stage.time.pass()
            runLoop { stage.player.show?.isShown == false }
            XCTAssertEqual(stage.shown, 1)
            XCTAssertEqual(stage.time.waiting, 0)
            stage.bytes.open()
            runLoop { stage.shown == 2 && stage.time.waiting == 1 }
        }
    }

    func testPhotosThatFailAreSkippedAndAShowOfNothingEndsAndSaysSo() {
        withShow(photos: 3) { stage in
            stage.bytes.broken = [0, 1]
            stage.start()
            runLoop { stage.shown == 2 }
            XCTAssertEqual(stage.time.waiting, 0, "no other photo is left")
        }
        withShow(photos: 2) { stage in
            stage.bytes.broken = [0, 1]
            stage.start()
            runLoop { stage.nothings == 1 && !stage.player.isRunning }
            XCTAssertNil(stage.player.lastShown)
        }
    }

    func testSpacePausesArrowsStepAndEscapeEnds() {
        withShow(photos: 3) { stage in
            stage.start()
            runLoop { stage.shown == 0 && stage.time.waiting == 1 }
            stage.press(GDK_KEY_space)
            XCTAssertTrue(stage.player.page.isPaused)
            runLoop { stage.time.waiting == 0 }
            stage.press(GDK_KEY_Right)
            runLoop { stage.shown == 1 }
            XCTAssertEqual(stage.time.waiting, 0)
            stage.press(GDK_KEY_Left)
            runLoop { stage.shown == 0 }
            stage.press(GDK_KEY_space)
            runLoop { stage.time.waiting == 1 }
            stage.press(GDK_KEY_Escape)
            XCTAssertFalse(stage.player.isRunning)
            XCTAssertNil(stage.player.page.shown)
            runLoop { stage.time.waiting == 0 }
            XCTAssertEqual(stage.runs, [true, false])
        }
    }

    func testOverAWindowItIsFullScreenAndLeavesTheFocusOnTheLastPhoto() throws {
        let folder = try TestPictures.folder(named: "slides", count: 3)
        withWindow(on: folder) { window in
            gtk_widget_activate_action_variant(window.window.cast(), "win.slideshow", nil)
            runLoop { window.slideshow.player.lastShown != nil }
            XCTAssertEqual(window.slideshow.player.lastShown, window.page?.model.ref(at: 0))
            XCTAssertNotEqual(gtk_widget_get_visible(window.slideshow.player.page.root.widget), 0)
            window.slideshow.player.page.onCommand(.next)
            runLoop { window.slideshow.player.lastShown == window.page?.model.ref(at: 1) }
            gtk_widget_activate_action_variant(window.window.cast(), "win.escape", nil)
            XCTAssertEqual(window.slideshow.player.isRunning, false)
            runLoop { window.gallery?.grid.focus.photo == window.page?.model.ref(at: 1) }
        }
    }
}

extension SlideshowPlayerTests {
    func testWhileASlideIsShownActionsActOnItAlone() throws {
        let folder = try TestPictures.folder(named: "slides", count: 3)
        withWindow(on: folder) { window in
            let target = window.context.target
            gtk_widget_activate_action_variant(window.window.cast(), "win.select-all", nil)
            XCTAssertEqual(target.count, 3)
            gtk_widget_activate_action_variant(window.window.cast(), "win.slideshow", nil)
            XCTAssertEqual(target.count, 0, "nothing is on the screen yet")
            runLoop { target.count == 1 }
            let first = window.page?.model.ref(at: 0)
            XCTAssertEqual(target.photos?.refs, first.map { [$0] })
            XCTAssertEqual(target.single?.ref, first)
            gtk_widget_activate_action_variant(window.window.cast(), "win.rate", g_variant_new_int32(4))
            runLoop { first.map { window.page?.model.snapshot.store.marks($0.slot).stars } == 4 }
            XCTAssertEqual(window.page?.model.snapshot.store.marks(1).stars, 0)

            // A slide whose file is gone makes room for the one behind it.
            unlink(folder + "/" + (first.flatMap { window.page?.model.photo($0).title } ?? ""))
            runLoop { target.single?.ref == window.page?.model.ref(at: 0) && window.page?.model.count == 2 }
            gtk_widget_activate_action_variant(window.window.cast(), "win.escape", nil)
            XCTAssertEqual(target.count, 2)

            window.page?.openPhoto(at: 1)
            runLoop { target.opened() != nil }
            gtk_widget_activate_action_variant(window.window.cast(), "win.slideshow", nil)
            runLoop { window.slideshow.player.lastShown == window.page?.model.ref(at: 1) }
            window.slideshow.player.page.onCommand(.next)
            runLoop { target.single?.ref == window.page?.model.ref(at: 0) }
            XCTAssertNil(target.opened(), "the opened photo lies under the slide")
        }
    }
}

/// A page in a window, scripted photos, and the time in the test's hand.
private final class ShowStage {
    let bytes = ScriptedBytes()
    let time = SlideTime()
    let loader: PhotoLoader
    let gallery: ScriptedGallery
    let player: SlideshowPlayer
    private let window: UnsafeMutablePointer<GtkWindow>
    private(set) var runs: [Bool] = []
    private(set) var nothings = 0

    init(photos: Int) {
        _ = TestApplication.shared
        loader = ImageLoader(bytes: bytes, decoder: ScriptedDecoder(), memory: ImageCache(budget: 32 << 20))
        gallery = ScriptedGallery(ScriptedSource(count: photos))
        let preferences = Preferences(LaunchOptions())
        preferences.slideSeconds = 9
        preferences.fadesSlides = false
        weak var stage: ShowStage?
        player = SlideshowPlayer(
            loader: loader, preferences: preferences, room: { PixelSize(square: 16) },
            onRunning: { stage?.runs.append($0) }, onSlide: { _ in }, onNothing: { stage?.nothings += 1 },
            sleep: { [time] in try await time.sleep($0) })
        window = made(gtk_window_new()).cast()
        gtk_window_set_child(window, player.page.root.widget)
        gtk_window_present(window)
        stage = self
    }

    func start() { player.start(nil, from: nil, of: gallery.model) }

    /// The number of the photo on the screen.
    var shown: Int? { player.lastShown.flatMap(gallery.model.position(of:)) }

    var isQuiet: Bool { loader.counters.inFlightFetches == 0 && loader.counters.inFlightDecodes == 0 }

    func press(_ key: Int32) {
        if let command = player.page.command(for: UInt32(key)) { player.page.onCommand(command) }
    }

    func close() {
        player.end()
        gtk_window_destroy(window)
        loader.invalidate()
    }
}

/// Waits that end when the test says so.
private nonisolated final class SlideTime: Sendable {
    private struct State {
        var durations: [Duration] = []
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    var waiting: Int { state.withLock { $0.waiting.count } }
    var durations: [Duration] { state.withLock { $0.durations } }

    func sleep(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.durations.append(duration)
            return state.durations.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(number) { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// The time of all waits is up.
    func pass() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }
}

/// Shows a folder in a window, and ends with it.
private nonisolated func withWindow(on folder: String, _ body: @MainActor (MainWindow) -> Void) {
    MainActor.assumeIsolated {
        var options = LaunchOptions()
        options.subject = .paths([FilePath(folder)])
        options.usesDiskCache = false
        let composition = Composition(options: options)
        let window = MainWindow(application: TestApplication.shared, composition: composition)
        window.openFirst()
        gtk_window_present(window.window)
        runLoop { window.gallery?.isViewportComplete ?? false }
        body(window)
        gtk_window_destroy(window.window)
        runLoop { window.page == nil && Tile.tileCount == 0 }
        composition.close()
    }
}

private nonisolated func withShow(photos: Int, _ body: @MainActor (ShowStage) -> Void) {
    MainActor.assumeIsolated {
        let stage = ShowStage(photos: photos)
        body(stage)
        stage.close()
    }
}
