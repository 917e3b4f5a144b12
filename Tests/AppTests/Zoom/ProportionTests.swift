// The proportions of a photo on its way between tile and page, frame by frame.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

/// Width ÷ height of the test's photos, whose tiles are square.
private nonisolated let ratio = 320.0 / 240

nonisolated final class ProportionTests: XCTestCase {
    func testAPhotoHasItsOwnProportionsFromTheFirstFrameOn() throws {
        try withTransitions { transitions in
            transitions.page.setTileSize(96)
            runLoop { transitions.page.isViewportComplete && transitions.page.isQuiet }
            // Until it moves, it lies in its tile, whatever is known of it.
            var frames: [ZoomPlacement] = [], times: [Int64] = []
            transitions.eachFrame {
                if let placement = transitions.controller.course.placement, transitions.progress > 0 {
                    frames.append(placement)
                    times.append(frameTime(of: transitions.page.root.widget))
                }
            }
            transitions.open(3)
            runLoop { transitions.window.isShowingDetail && !transitions.controller.isRunning }
            XCTAssertGreaterThan(frames.count, 3)
            for frame in frames { XCTAssertEqual(frame.whole.width / frame.whole.height, ratio, accuracy: 1e-6) }
            expectSteady(frames.map(\.visible.width), at: times)
            expectSteady(frames.map(\.visible.height), at: times)
            expectSteady(frames.map { $0.visible.width / $0.visible.height }, at: times)
            let page = transitions.window.detail.widgets.picture
            XCTAssertEqual(try XCTUnwrap(page.drawnPart), page.place)
        }
    }

    func testAPhotoThatIsTurnedToHasItsOwnProportionsAtOnce() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            transitions.window.detail.quickNavigation = .zero
            var ratios: Set<Int> = []
            transitions.eachFrame {
                guard let part = transitions.window.detail.widgets.picture.drawnPart else { return }
                ratios.insert(Int((part.width / part.height * 100).rounded()))
            }
            for _ in 0..<3 {
                transitions.window.detail.navigate(.next)
                runLoop { !transitions.window.detail.widgets.picture.isSliding && transitions.window.detail.hasEnded }
            }
            XCTAssertEqual(ratios, [133])
        }
    }

    func testAPhotoThatWasTurnedToFliesHomeAsAWhole() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            runLoop { transitions.window.detail.picture.heldPictures == 3 }
            transitions.window.detail.navigate(.next)
            runLoop { transitions.window.detail.hasEnded && !transitions.window.detail.widgets.picture.isSliding }
            var drawn: [Int] = []
            transitions.eachFrame {
                if transitions.controller.isClosing, transitions.progress > 0.3 {
                    drawn.append(transitions.picturesDrawn)
                }
            }
            transitions.window.back()
            runLoop { !transitions.window.isShowingDetail }
            // The picture and, below it, the tile's crop.
            XCTAssertEqual(Set(drawn), [2])
        }
    }

    /// What the last frame in flight shows of the tile, and what the tile then shows by itself.
    func testTheWayHomeEndsWithThePixelsOfTheTile() throws {
        for fit in ["fill", "fit"] {
            try withTransitions { transitions in
                if fit == "fit" {
                    transitions.page.setFit(.fit)
                    runLoop { transitions.page.isViewportComplete && TileFit.movingCount == 0 }
                }
                transitions.openFully(3)
                let tile = try XCTUnwrap(transitions.tile(3))
                var inFlight: [UInt8] = [], landed: [UInt8] = []
                transitions.eachFrame {
                    if transitions.controller.isRunning {
                        guard transitions.controller.isClosing, transitions.progress < 0.1 else { return }
                        inFlight = transitions.pixels(of: tile)
                    } else if landed.isEmpty, !inFlight.isEmpty {
                        landed = transitions.pixels(of: tile)
                    }
                }
                transitions.window.back()
                runLoop { !landed.isEmpty }
                XCTAssertGreaterThan(inFlight.count, 10_000)
                let differing = zip(inFlight, landed).count { abs(Int($0) - Int($1)) > 0 }
                XCTAssertEqual(differing, 0, "of \(landed.count) bytes, \(fit)")
            }
        }
    }

    func testWhatIsFoundOutLateSettlesWithoutAJump() {
        // Square tiles, and nothing but a decode tells that the photos are wide.
        let bytes = ScriptedBytes()
        withPages(
            ScriptedSource(count: 10), bytes, decoder: ScriptedDecoder(shape: PixelSize(width: 3, height: 2)),
            tileSize: PixelSize(square: 64)
        ) { pages in
            for index in 0..<10 {
                guard let request = pages.gallery.request(at: index) else { return XCTFail("no tile") }
                pages.loader.memory.insert(ScriptedDecoder().grey(request.key.size), for: request.key)
            }
            bytes.shut()
            pages.open(5)
            let view = pages.page.widgets.picture
            runLoop { view.drawnPart != nil }
            XCTAssertEqual(view.drawnPart.map { $0.width / $0.height }, 1)
            var ratios: [Double] = [], times: [Int64] = []
            let frames = pages.eachFrame {
                guard let part = view.drawnPart else { return }
                ratios.append(part.width / part.height)
                times.append(frameTime(of: pages.page.root.widget))
            }
            bytes.open()
            runLoop { pages.page.hasEnded && ratios.last.map { $0 > 1.4 } ?? false && view.drawnPart == view.place }
            frames.disconnect()
            XCTAssertGreaterThan(ratios.count, 3)
            expectSteady(ratios, at: times)
        }
    }
}

/// The time of the frame that a widget is drawn in, in microseconds.
@MainActor private func frameTime(of widget: Widget) -> Int64 {
    Int64(gdk_frame_clock_get_frame_time(gtk_widget_get_frame_clock(widget)))
}

/// From first to last, never back but for the little by which a spring swings, and no frame takes most of the way but
/// one that comes late.
private nonisolated func expectSteady(
    _ values: [Double], at times: [Int64], file: StaticString = #filePath, line: UInt = #line
) {
    guard let first = values.first, let last = values.last else { return XCTFail("none", file: file, line: line) }
    let way = last - first
    for index in values.indices.dropFirst() {
        let step = (values[index] - values[index - 1]) / way
        XCTAssertGreaterThanOrEqual(step, -0.02, file: file, line: line)
        // Three frames at 60 Hz.
        if times[index] - times[index - 1] <= 50_000 { XCTAssertLessThanOrEqual(step, 0.6, file: file, line: line) }
    }
}
