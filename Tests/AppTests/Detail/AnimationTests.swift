// An opened animation: plays at its own pace, stands still when nobody looks, and leaves nothing behind.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class AnimationTests: XCTestCase {
    /// Nothing is left of a window that is closed: what its objects hold goes with the iteration of the loop in which
    /// they end.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testItPlaysFrameByFrameAtItsOwnPace() {
        withAnimation(delays: [100, 40, 200]) { stage in
            stage.open()
            XCTAssertEqual(stage.level, 0)
            stage.advance(to: 99)
            XCTAssertEqual(stage.level, 0)
            stage.advance(to: 100)
            XCTAssertEqual(stage.level, 40)
            stage.advance(to: 139)
            XCTAssertEqual(stage.level, 40)
            stage.advance(to: 145)
            XCTAssertEqual(stage.level, 80)
            // What the frame before came late is made up for.
            stage.advance(to: 340)
            XCTAssertEqual(stage.level, 0)
        }
    }

    func testAfterALongGapItGoesOnWithoutARush() {
        withAnimation(delays: [100, 100, 100]) { stage in
            stage.open()
            stage.advance(to: 5000)
            XCTAssertEqual(stage.level, 40)
            stage.advance(to: 5099)
            XCTAssertEqual(stage.level, 40)
            stage.advance(to: 5100)
            XCTAssertEqual(stage.level, 80)
        }
    }

    func testTheFileIsFetchedOnceHoweverOftenItIsOpened() {
        withAnimation(delays: [100, 100]) { stage in
            stage.open()
            stage.advance(to: 100)
            stage.page.close()
            stage.open()
            stage.advance(to: 100)
            XCTAssertEqual(stage.level, 40)
            XCTAssertEqual(stage.bytes.calls, [7])
            XCTAssertEqual(stage.loader.counters.fetches, 1)
            XCTAssertEqual(stage.loader.counters.duplicateFetches, 0)
        }
    }

    func testOneFrameIsDecodedAheadAndNoneIsKept() {
        withAnimation(delays: [100, 100, 100, 100]) { stage in
            stage.open()
            // The still picture, which the cache keeps, and the frame ahead. The one that is shown is GTK's alone.
            for step in 1...9 {
                XCTAssertEqual(Texture.liveCount, stage.textures + 2)
                stage.advance(to: 100 * step)
                XCTAssertEqual(stage.level, step % 4 * 40)
            }
        }
    }

    func testTimeStandsStillWhileTheWindowIsHidden() {
        withAnimation(delays: [100, 100, 100]) { stage in
            stage.open()
            stage.advance(to: 60)
            stage.isVisible = false
            XCTAssertFalse(stage.pulse.isBeating)
            stage.isVisible = true
            XCTAssertTrue(stage.pulse.isBeating)
            // The clock went on, the animation did not: 40 ms of the first frame are left.
            stage.advance(to: 9000)
            stage.advance(to: 9039)
            XCTAssertEqual(stage.level, 0)
            stage.advance(to: 9040)
            XCTAssertEqual(stage.level, 40)
        }
    }

    func testTimeStandsStillWhileTheWindowIsMinimised() {
        withAnimation(delays: [100, 100]) { stage in
            stage.open()
            gtk_window_minimize(stage.window)
            runLoop { !stage.pulse.isBeating }
            gtk_window_unminimize(stage.window)
            runLoop { stage.pulse.isBeating }
        }
    }

    func testWithoutAnimationsTheFirstFrameStays() {
        withAnimation(delays: [100, 100]) { stage in
            stage.hasAnimations = false
            stage.openStill()
            XCTAssertFalse(stage.pulse.isBeating)
            XCTAssertEqual(stage.pulse.starts, 0)
            XCTAssertEqual(Animation.liveCount, 0)
            stage.hasAnimations = true
            stage.untilReady()
            stage.advance(to: 100)
            XCTAssertEqual(stage.level, 40)
            stage.hasAnimations = false
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testClosingThePageLetsGoOfEverything() {
        withAnimation(delays: [100, 100, 100]) { stage in
            let closures = Signal.liveClosures
            stage.open()
            stage.advance(to: 100)
            XCTAssertEqual(Animation.liveCount, 1)
            XCTAssertGreaterThan(stage.budget.used, 0)
            stage.page.close()
            XCTAssertFalse(stage.pulse.isBeating)
            runLoop { Animation.liveCount == 0 && stage.budget.used == 0 }
            stage.loader.memory.trim(to: .visibleOnly)
            runLoop { Texture.liveCount <= stage.textures }
            XCTAssertEqual(Signal.liveClosures, closures)
        }
    }

    func testAnAnimationThatHasEndedStaysAtItsLastFrameAndHoldsNothing() {
        withAnimation(delays: [100, 100], plays: 2) { stage in
            stage.open()
            for step in 1...2 { stage.advance(to: 100 * step) }
            stage.pulse.beat(at: 300)
            runLoop { Animation.liveCount == 0 && !stage.pulse.isBeating }
            XCTAssertEqual(stage.level, 40)
            XCTAssertEqual(stage.budget.used, 0)
            stage.isVisible = false
            stage.isVisible = true
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testItStandsStillWhereAnimationsAreNotWanted() {
        withAnimation(delays: [100, 100]) { stage in
            stage.page.picture.player.isAllowed = false
            stage.openStill()
            XCTAssertFalse(stage.pulse.isBeating)
            XCTAssertEqual(stage.level, 0)
            stage.page.picture.player.isAllowed = true
            stage.untilReady()
            stage.advance(to: 100)
            XCTAssertEqual(stage.level, 40)
            stage.page.picture.player.isAllowed = false
            XCTAssertFalse(stage.pulse.isBeating)
            XCTAssertEqual(stage.level, 40)
        }
    }

    func testAnotherPhotoEndsTheAnimation() {
        withAnimation(delays: [100, 100]) { stage in
            stage.open()
            stage.open(photo: 8)
            runLoop { Animation.liveCount == 1 }
            stage.advance(to: 100)
            XCTAssertEqual(stage.level, 40)
        }
    }
}

/// A window that holds a detail page over animated photos, and the clock in the test's hand.
private final class AnimationStage {
    let router = Router()
    let page: DetailPage
    let loader: PhotoLoader
    let bytes: ScriptedBytes
    let window: UnsafeMutablePointer<GtkWindow>
    let pulse = ManualPulse()
    let budget = FrameBudget()
    /// Textures there were before.
    let textures = Texture.liveCount

    init(_ bytes: ScriptedBytes) {
        _ = TestApplication.shared
        self.bytes = bytes
        loader = ImageLoader(
            bytes: bytes, decoder: TextureDecoder(PixbufDecoder(width: 1, frameBudget: budget)),
            memory: ImageCache(budget: 32 << 20))
        page = DetailPage(loader: loader, router: router) { [pulse] _, body in pulse.start(body) }
        window = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, 640, 480)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
        runLoop { gtk_widget_get_mapped(window.cast()) != 0 }
    }

    /// Opens a photo and waits until its still picture is shown.
    func openStill(photo: Int = 7) {
        page.open(0, in: ScriptedGallery(photo: photo), by: router)
        runLoop { page.widgets.picture.shown != nil }
    }

    /// Opens a photo and waits until it plays, at time 0.
    func open(photo: Int = 7) {
        openStill(photo: photo)
        untilReady()
    }

    /// Waits until it plays and beats at time 0.
    func untilReady() {
        runLoop { pulse.isBeating }
        runLoop { page.picture.player.hasFrameAhead }
        pulse.beat(at: 0)
    }

    /// A frame of the screen at this many milliseconds, and time for the worker to decode what is wanted then.
    func advance(to milliseconds: Int) {
        pulse.beat(at: milliseconds)
        runLoop { page.picture.player.hasFrameAhead }
    }

    var isVisible: Bool {
        get { gtk_widget_get_mapped(window.cast()) != 0 }
        set {
            gtk_widget_set_visible(window.cast(), newValue ? 1 : 0)
            runLoop { isVisible == newValue }
        }
    }

    var hasAnimations: Bool {
        get { adw_get_enable_animations(window.cast()) != 0 }
        set { setAnimations(newValue, of: window) }
    }

    /// The grey that is shown.
    var level: Int? {
        guard let shown = page.widgets.picture.shown else { return nil }
        let width = Int(gdk_texture_get_width(shown)), height = Int(gdk_texture_get_height(shown))
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(shown, &pixels, gsize(width * 4))
        return Int(pixels[0])
    }

    func close() {
        page.close()
        hasAnimations = true
        gtk_window_destroy(window)
        runLoop { Animation.liveCount == 0 }
    }
}

/// Runs on the main actor with animated photos, which are closed at the end.
private nonisolated func withAnimation(
    delays: [Int], plays: Int? = nil, _ body: @MainActor (AnimationStage) -> Void
) {
    MainActor.assumeIsolated {
        let stage = AnimationStage(ScriptedBytes(content: AnimatedGIF.bytes(delays: delays, plays: plays)))
        body(stage)
        stage.close()
    }
}
