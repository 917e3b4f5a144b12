// The last rung of the ladder and the way from it to the picture: colours at bind, fades for what comes late.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ColourTests: XCTestCase {
    func testATileSeenBeforeTheLoaderWasRestartedHasItsColourInTheTurnOfItsBind() {
        let colours = ColourTable()
        withGallery(ScriptedSource(count: 500), colours: colours) { $0.waitUntilIdle() }
        XCTAssertGreaterThan(colours.count, 20)
        withGallery(ScriptedSource(count: 500), bytes: ScriptedBytes(isOpen: false), colours: colours) { gallery in
            var bound: [Int: AverageColour?] = [:]
            let bind = gallery.grid.onBind
            gallery.grid.onBind = { ref, tile in
                bind(ref, tile)
                bound[Int(ref.slot)] = tile.colour
            }
            runLoop { gallery.page.tileStates.visible > 0 && !gallery.scheduler.isAwake }
            // The scripted pixels are 128 in all four channels: white at half opacity.
            let white = AverageColour(red: 255, green: 255, blue: 255)
            for position in gallery.grid.visibleRange {
                XCTAssertEqual(bound[position], .some(white), "at \(position)")
                XCTAssertEqual(gallery.grid.tile(at: position)?.colour, white)
            }
            // It stands for a picture and is none.
            XCTAssertEqual(gallery.page.tileStates.blank, gallery.page.tileStates.visible)
            XCTAssertEqual(Texture.liveCount, 0)
        }
    }

    func testATileKeepsNoColourOfThePhotoBeforeItOrUnderAFailure() {
        let colours = ColourTable()
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 6000), bytes: bytes, colours: colours) { gallery in
            runLoop { gallery.page.tileStates.visible > 0 && !gallery.scheduler.isAwake }
            let red = AverageColour(red: 255, green: 0, blue: 0)
            for position in 0..<4000 { colours.note(red, for: key(position)) }
            gallery.rebind()
            gallery.waitForFrame()
            XCTAssertNotNil(gallery.grid.tile(at: 4)?.colour)
            gallery.grid.scrollOffset = 1e9
            runLoop { gallery.grid.visibleRange.upperBound == 6000 && !gallery.scheduler.isAwake }
            for position in gallery.grid.visibleRange { XCTAssertNil(gallery.grid.tile(at: position)?.colour) }
            gallery.grid.scrollOffset = 0
            bytes.broken = [4]
            bytes.open()
            runLoop { gallery.grid.tile(at: 4)?.isFailed == true }
            XCTAssertNil(gallery.grid.tile(at: 4)?.colour)
        }
    }

    func testAPictureThatComesLateFadesInWithoutAMeasureAndItsTickEnds() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
            gallery.waitInFrontOfEmptyTiles()
            let measures = Tile.measureCount, allocations = PhotoGridWidget.allocationCount
            bytes.open()
            runLoop { Tile.fadingCount > 0 }
            runLoop { Tile.fadingCount == 0 }
            gallery.waitUntilIdle()
            XCTAssertEqual(Tile.fadingCount, 0)
            XCTAssertEqual(Tile.measureCount, measures)
            XCTAssertEqual(PhotoGridWidget.allocationCount, allocations)
            // One texture a picture: a fade makes none.
            XCTAssertEqual(Texture.liveCount, gallery.loader.memory.count)
        }
    }

    func testAPictureThatFollowsAPreviewIsThereAtOnce() {
        let bytes = ScriptedBytes(isOpen: false)
        let decoder = ScriptedDecoder(thumbnail: PixelSize(square: 20))
        withGallery(ScriptedSource(count: 1000), bytes: bytes, decoder: decoder) { gallery in
            runLoop { gallery.page.tileStates.visible > 0 && gallery.page.tileStates.blank == 0 }
            runLoop { Tile.fadingCount == 0 && !gallery.scheduler.isAwake }
            let most = gallery.mostFades {
                bytes.open()
                gallery.waitUntilIdle()
            }
            XCTAssertEqual(most, 0)
        }
    }

    func testWhatMemoryHasDoesNotFade() {
        withGallery(ScriptedSource(count: 1000)) { gallery in
            for offset in [0.0, 3000] {
                gallery.grid.scrollOffset = offset
                gallery.waitUntilIdle()
            }
            runLoop { Tile.fadingCount == 0 }
            let most = gallery.mostFades {
                for offset in [0.0, 3000, 0] {
                    gallery.grid.scrollOffset = offset
                    gallery.waitUntilIdle()
                }
                gallery.rebind()
                gallery.waitUntilIdle()
            }
            XCTAssertEqual(most, 0)
        }
    }

    func testNothingFadesOverAPictureOrAFailure() {
        withGallery(ScriptedSource(count: 24)) { gallery in
            gallery.waitUntilIdle()
            guard let tile = gallery.grid.tile(at: 0) else { return XCTFail("no tile") }
            let late = ScriptedDecoder().grey(PixelSize(square: 50))
            tile.fadeIn(late)
            XCTAssertEqual(Tile.fadingCount, 0)
            XCTAssertEqual(tile.texture, late.pointer)
            tile.show(failure: "Not found")
            tile.fadeIn(late)
            XCTAssertEqual(Tile.fadingCount, 0)
            tile.clear()
            tile.fadeIn(late)
            XCTAssertEqual(Tile.fadingCount, 1)
            tile.clear()
            XCTAssertEqual(Tile.fadingCount, 0)
        }
    }

    func testNothingFadesInAScrollInWhichNobodyLooksAtIt() {
        MainActor.assumeIsolated {
            for (screensPerSecond, fades) in [(0.2, true), (3.0, false)] {
                // A step over several late frames is a quick scroll, in which nothing fades.
                untilSeenOnTheWay {
                    let bytes = ScriptedBytes(isOpen: false)
                    var slow = 0
                    withGallery(ScriptedSource(count: 100_000), bytes: bytes) { gallery in
                        gallery.waitInFrontOfEmptyTiles()
                        // By time and not by frame: the speed is the same on any machine.
                        let height = gallery.grid.viewportHeight, speed = screensPerSecond * height / 1e6
                        var start: Int64?
                        var seconds = 0.0
                        // The speed that the grid measures: after a frame that comes late, on a busy machine, that of
                        // rest.
                        var tracker = ScrollTracker()
                        let tick = FrameTick.start(on: gallery.grid.root.widget) { time in
                            tracker.record(frameTime: time, value: gallery.grid.scrollOffset)
                            let passed = time - (start ?? time)
                            (start, seconds) = (start ?? time, Double(passed) / 1e6)
                            gallery.grid.scrollOffset = speed * Double(passed)
                            return true
                        }
                        runLoop { seconds > 0.3 }
                        var (quick, latest) = (0, 0)
                        let connection = gallery.afterEachFrame {
                            if Tile.fadingCount > latest {
                                if abs(tracker.velocity) > 1.5 * height { quick += 1 } else { slow += 1 }
                            }
                            latest = Tile.fadingCount
                        }
                        bytes.open()
                        runLoop { gallery.page.tileStates.blank == 0 }
                        connection.disconnect()
                        XCTAssertEqual(quick, 0, "at \(screensPerSecond) screens a second")
                        tick.remove()
                    }
                    return !fades || slow > 0
                }
            }
        }
    }

    func testNothingFadesWhereAnimationsAreOff() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
            setAnimations(false)
            defer { setAnimations(true) }
            gallery.waitInFrontOfEmptyTiles()
            let most = gallery.mostFades {
                bytes.open()
                gallery.waitUntilIdle()
            }
            XCTAssertEqual(most, 0)
        }
    }

    func testAFadeEndsWithItsCellAndWithItsWindow() {
        for end in [
            { (gallery: GalleryWindow) in gallery.rebind() },
            { (gallery: GalleryWindow) in gtk_widget_set_visible(gallery.grid.root.widget, 0) },
        ] as [@MainActor (GalleryWindow) -> Void] {
            let bytes = ScriptedBytes(isOpen: false)
            withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
                gallery.waitInFrontOfEmptyTiles()
                bytes.open()
                runLoop { Tile.fadingCount > 0 && gallery.page.tileStates.blank == 0 }
                end(gallery)
                XCTAssertEqual(Tile.fadingCount, 0)
            }
        }
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
            gallery.waitInFrontOfEmptyTiles()
            bytes.open()
            runLoop { Tile.fadingCount > 0 }
        }
        MainActor.assumeIsolated { XCTAssertEqual(Tile.fadingCount, 0) }
    }
}

private func key(_ position: Int) -> ImageKey {
    ImageKey(
        source: SourceID("scripted"), photo: PhotoID("\(position)"), version: "", size: PixelSize(square: 1), fit: .fill
    )
}

func setAnimations(_ areOn: Bool) {
    var value = GValue()
    g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN, a macro with a cast
    g_value_set_boolean(&value, areOn ? 1 : 0)
    g_object_set_property(made(gtk_settings_get_default()).cast(), "gtk-enable-animations", &value)
}

extension GalleryWindow {
    /// Until visible tiles have been empty for longer than a picture that is late takes.
    fileprivate func waitInFrontOfEmptyTiles() {
        runLoop { page.tileStates.visible > 0 && !scheduler.isAwake }
        let start = g_get_monotonic_time()
        runLoop { g_get_monotonic_time() - start > 150_000 }
        XCTAssertEqual(page.tileStates.blank, page.tileStates.visible)
    }

    /// The most tiles that faded in any frame of what `body` does.
    fileprivate func mostFades(_ body: () -> Void) -> Int {
        var most = 0
        let connection = afterEachFrame { most = max(most, Tile.fadingCount) }
        body()
        connection.disconnect()
        return most
    }
}
