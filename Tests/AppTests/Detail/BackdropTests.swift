// What lies behind a photo that is turned to: its own blur or colour from the start, never that of the one before.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class BackdropTests: XCTestCase {
    private let processor = TextureProcessor(workers: WorkerPool(name: "test", width: 1, niceness: 0))
    private static let blur = PixelSize(square: 64), colour = PixelSize(square: 1)

    func testANeighboursBackdropIsMadeAheadAndThereAtOnce() {
        withPages(ScriptedSource(count: 10), processor: processor, tileSize: PixelSize(square: 64)) { pages in
            // Its tile, and its neighbours', are in memory.
            for index in 0...2 {
                guard let request = pages.gallery.request(at: index) else { return XCTFail("no tile") }
                pages.loader.memory.insert(ScriptedDecoder().grey(request.key.size), for: request.key)
            }
            pages.page.picture.isBlurred = true
            pages.open(1)
            runLoop { pages.page.hasEnded && pages.backdrop == Self.blur && [0, 2].allSatisfy(pages.hasBackdrop) }
            let first = pages.page.widgets.picture.backdrop
            for step in [PhotoStep.next, .previous, .previous] {
                XCTAssertTrue(pages.page.navigate(step))
                XCTAssertEqual(pages.backdrop, Self.blur)
            }
            XCTAssertNotEqual(pages.page.widgets.picture.backdrop, first)
            // What is two away is let go.
            pages.page.navigate(.last)
            XCTAssertLessThanOrEqual(pages.page.picture.heldBackdrops, 1)
        }
    }

    func testWithoutABlurThePhotosColourLiesThereAtOnce() throws {
        let colours = ColourTable(), bytes = ScriptedBytes()
        withPages(
            ScriptedSource(count: 10), bytes, processor: processor, tileSize: PixelSize(square: 64), colours: colours
        ) { pages in
            let seen = AverageColour(red: 200, green: 100, blue: 50)
            if let request = pages.gallery.request(at: 9) { colours.note(seen, for: request.key) }
            pages.page.picture.isBlurred = true
            pages.open(5)
            runLoop { pages.page.hasEnded && pages.backdrop == Self.blur }
            bytes.shut()
            XCTAssertTrue(pages.page.navigate(.last))
            XCTAssertEqual(pages.backdrop, Self.colour)
            var pixel = [UInt8](repeating: 0, count: 4)
            gdk_texture_download(pages.page.widgets.picture.backdrop, &pixel, 4)
            // As dark as a blur of it; blue comes first in memory. The table keeps five or six bits of each.
            for (channel, full) in zip(pixel, [50.0, 100, 200]) {
                XCTAssertEqual(Double(channel), full * 0.45, accuracy: 4)
            }
            bytes.open()
            runLoop { pages.backdrop == Self.blur }
        }
    }

    func testAPhotoOfWhichNothingIsKnownLiesOnThePlainGround() {
        let bytes = ScriptedBytes()
        withPages(ScriptedSource(count: 10), bytes, processor: processor, tileSize: PixelSize(square: 64)) { pages in
            pages.page.picture.isBlurred = true
            pages.open(5)
            runLoop { pages.page.hasEnded && pages.backdrop == Self.blur }
            bytes.shut()
            XCTAssertTrue(pages.page.navigate(.last))
            XCTAssertNil(pages.backdrop)
            bytes.open()
            runLoop { pages.backdrop == Self.blur }
        }
    }

    func testTheGroundIsPlainUntilTheUserWantsABlurAndAtOnceAgainWhenNot() {
        withPages(ScriptedSource(count: 10), processor: processor, tileSize: PixelSize(square: 64)) { pages in
            for index in 4...6 {
                guard let request = pages.gallery.request(at: index) else { return XCTFail("no tile") }
                pages.loader.memory.insert(ScriptedDecoder().grey(request.key.size), for: request.key)
            }
            pages.open(5)
            runLoop { pages.page.hasEnded }
            XCTAssertNil(pages.backdrop)
            XCTAssertEqual(pages.page.picture.heldBackdrops, 0)
            pages.page.picture.isBlurred = true
            runLoop { pages.backdrop == Self.blur && [4, 6].allSatisfy(pages.hasBackdrop) }
            pages.page.picture.isBlurred = false
            XCTAssertNil(pages.backdrop)
            XCTAssertTrue(pages.page.navigate(.next))
            XCTAssertNil(pages.backdrop)
        }
    }
}
