// Tiny pictures of photos that nobody has scrolled to: made while the grid rests, and not while it moves.
import CGTK
import Codecs
import Desktop
import Foundation
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TinyBackfillingTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tiny-\(UUID().uuidString)")

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    private func store() -> TinyStore {
        TinyStore(
            pack: TilePack(folder: FilePackFolder(path: folder.path), executor: LoopExecutor(name: "tiles")),
            codec: TinyBlockCodec())
    }

    func testAtRestEveryPhotoGetsItsTinyPictureOnceAndTheNextStartReadsIt() {
        let source = ScriptedSource(count: 400, version: "1")
        withGallery(source, tinyStore: store()) { gallery in
            gallery.waitUntilIdle()
            runLoop { gallery.loader.tinyPictures?.count == 400 }
            let counters = gallery.loader.counters
            XCTAssertEqual(counters.tinyMade, 400 - counters.decoded)
            var isStored = false
            Task { [loader = gallery.loader] in
                await loader.storeTinyPictures()
                isStored = true
            }
            runLoop { isStored }
        }
        withGallery(source, tinyStore: store()) { gallery in
            gallery.waitUntilIdle()
            runLoop { gallery.loader.tinyPictures?.count == 400 }
            XCTAssertEqual(gallery.loader.counters.tinyMade, 0)
            gallery.grid.scrollOffset = 1e9
            runLoop { gallery.grid.visibleRange.upperBound == 400 }
            gallery.waitForFrame()
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
        }
    }

    func testWhereAPictureTakesATransferNoneIsMadeUnasked() {
        let bytes = ScriptedBytes()
        let source = FarSource(photos: ScriptedSource(count: 400, version: "1"))
        withGallery(source, bytes: bytes, tinyStore: store()) { gallery in
            gallery.waitUntilIdle()
            bytes.shut()
            for _ in 0..<20 { gallery.layOut() }
            XCTAssertTrue(bytes.held.isEmpty)
            XCTAssertLessThan(gallery.loader.counters.decoded, 400)
        }
    }

    func testAScrollEndsItAndTheNextRestGoesOn() {
        let bytes = ScriptedBytes()
        withGallery(ScriptedSource(count: 3000, version: "1"), bytes: bytes, tinyStore: store()) { gallery in
            runLoop { gallery.loader.counters.tinyMade > 0 }
            bytes.shut()
            runLoop { !bytes.held.isEmpty && !gallery.scheduler.isAwake }
            XCTAssertEqual(bytes.held.count, 1)
            let made = gallery.loader.counters.tinyMade
            gallery.scheduler.wake()
            runLoop { bytes.held.isEmpty }
            XCTAssertEqual(gallery.loader.counters.tinyMade, made)
            bytes.open()
            runLoop { gallery.loader.counters.tinyMade > made }
        }
    }
}

/// Photos that are read for whoever looks at them alone.
private nonisolated struct FarSource: PhotoSource {
    let photos: ScriptedSource

    var identity: SourceID { photos.identity }
    var title: String { photos.title }
    var readsFactsUnasked: Bool { false }
    func changes() -> SourceChanges { photos.changes() }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        photos.location(of: photo, atLeast: size, fit: fit)
    }
    func original(of photo: Photo) -> ImageLocation { photos.original(of: photo) }
}
