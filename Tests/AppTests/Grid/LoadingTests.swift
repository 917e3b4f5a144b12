// What the grid asks for, keeps, gives up and asks for again: counted at the loader and at the bytes.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class LoadingTests: XCTestCase {
    func testMovingTheFocusFetchesAndRebindsNothing() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            let fetches = gallery.loader.counters.fetches
            let binds = gallery.grid.binds
            let textures = gallery.textures
            for position in [0, 7, 3, 12] { gallery.grid.moveFocus(to: position) }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.loader.counters.fetches, fetches)
            XCTAssertEqual(gallery.grid.binds, binds)
            XCTAssertEqual(gallery.textures, textures)
        }
    }

    func testTilesThatAreAttachedAnewHaveTheirPicturesInTheSameFrame() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            let fetches = gallery.loader.counters.fetches
            let textures = gallery.textures
            let binds = gallery.grid.binds
            gallery.rebind()
            gallery.waitForFrame()
            XCTAssertEqual(gallery.grid.binds, binds + gallery.grid.visibleRange.count)
            XCTAssertEqual(gallery.textures, textures)
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.loader.counters.fetches, fetches)
        }
    }

    func testScrollingAwayCancelsAndComingBackFetchesNothing() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 6000), bytes: bytes) { gallery in
            runLoop { !gallery.scheduler.isAwake && !bytes.held.isEmpty }
            XCTAssertLessThan(bytes.held.max() ?? .max, 120)
            gallery.grid.scrollOffset = 1e9
            runLoop { !gallery.scheduler.isAwake && (bytes.held.min() ?? 0) > 5800 }
            XCTAssertGreaterThan(gallery.loader.counters.cancelled, 0)
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.visibleRange.upperBound, 6000)
            XCTAssertEqual(gallery.page.tileStates.blank, 0)

            gallery.grid.scrollOffset = 0
            runLoop { gallery.grid.visibleRange.lowerBound == 0 }
            gallery.waitUntilIdle()
            let fetches = gallery.loader.counters.fetches
            gallery.grid.scrollOffset = 1e9
            runLoop { gallery.grid.visibleRange.upperBound == 6000 }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.loader.counters.fetches, fetches)
            XCTAssertEqual(gallery.loader.counters.duplicateFetches, 0)
        }
    }

    func testTilesUnderAnOpenedPhotoAreLessUrgentThanIt() throws {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            runLoop { gallery.runningFetches[.visible, default: 0] > 0 }
            gallery.page.setIsInFront(false)
            runLoop {
                let running = gallery.runningFetches
                return running[.visible, default: 0] == 0 && running[.ahead, default: 0] > 0
            }
            gallery.page.setIsInFront(true)
            runLoop { gallery.runningFetches[.visible, default: 0] > 0 }
            bytes.open()
            gallery.waitUntilIdle()
        }
        try withTransitions { transitions in
            transitions.openFully(3)
            XCTAssertFalse(transitions.page.scheduler.isInFront)
            transitions.window.back()
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertTrue(transitions.page.scheduler.isInFront)
        }
    }

    func testVisiblePicturesSurviveACacheThatIsTooSmallForThem() {
        // 172 KB a picture: room for six, while 24 are visible.
        withGallery(ScriptedSource(count: 500), memory: 1 << 20) { gallery in
            gallery.waitUntilIdle()
            for offset in [5.0, 220, 640, 430] {
                gallery.grid.scrollOffset = offset
                gallery.waitUntilIdle()
                let fetches = gallery.loader.counters.fetches
                gallery.rebind()
                gallery.waitForFrame()
                XCTAssertEqual(gallery.page.tileStates.blank, 0, "at \(offset)")
                XCTAssertEqual(gallery.page.tileStates.preview, 0, "at \(offset)")
                gallery.waitUntilIdle()
                XCTAssertEqual(gallery.loader.counters.fetches, fetches)
            }
        }
    }

    func testAClosedPageKeepsNoLeaseAndNoFrameClock() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            gallery.page.close()
            gallery.grid.scrollOffset = 2000
            XCTAssertFalse(gallery.scheduler.isAwake)
            gallery.loader.memory.trim(to: .visibleOnly)
            XCTAssertEqual(gallery.loader.memory.bytes, 0)
        }
    }

    func testAFailedTileSaysSoAndActivationTriesOnce() {
        let bytes = ScriptedBytes()
        bytes.broken = [4]
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            var opened: [Int] = []
            gallery.page.events.open = { opened.append(Int($0.slot)) }
            gallery.waitUntilIdle()
            @MainActor func tries() -> Int { bytes.calls.count { $0 == 4 } }
            XCTAssertEqual(gallery.grid.tile(at: 4)?.isFailed, true)
            XCTAssertEqual(tries(), 1)
            // Going away and coming back is no reason to try again.
            for offset in [3000.0, 0] {
                gallery.grid.scrollOffset = offset
                gallery.waitUntilIdle()
            }
            XCTAssertEqual(tries(), 1)
            gallery.activate(4)
            gallery.waitUntilIdle()
            XCTAssertEqual(tries(), 2)
            XCTAssertEqual(gallery.grid.tile(at: 4)?.isFailed, true)
            bytes.broken = []
            gallery.activate(4)
            gallery.waitUntilIdle()
            XCTAssertEqual(tries(), 3)
            XCTAssertNotNil(gallery.grid.tile(at: 4)?.texture)
            XCTAssertEqual(opened, [])
            gallery.activate(4)
            XCTAssertEqual(opened, [4])
        }
    }

    func testATileThatIsNotSupportedAsksForNoOtherTryAndOpens() {
        let kind = LoadFailure.Reason.unsupportedKind(Message("BigTIFF"))
        let bytes = ScriptedBytes(reason: kind)
        bytes.broken = [4]
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            var opened: [Int] = []
            gallery.page.events.open = { opened.append(Int($0.slot)) }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.tile(at: 4)?.isFailed, true)
            gallery.activate(4)
            gallery.waitUntilIdle()
            XCTAssertEqual(opened, [4])
            XCTAssertEqual(bytes.calls.count { $0 == 4 }, 1)
        }
        MainActor.assumeIsolated {
            @MainActor func words(_ reason: LoadFailure.Reason) -> String {
                FailureWords.tile(LoadFailure(stage: .decode, culprit: "a.tif", reason: reason))
            }
            XCTAssertEqual(words(kind), "a.tif\nNot supported")
            XCTAssertEqual(words(.notFound), "a.tif\nNot found\nClick to try again")
        }
    }

    func testAFailedTileIsStillTriedAgainAfterTheSizeHasChanged() {
        let bytes = ScriptedBytes()
        bytes.broken = [4]
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            var opened: [Int] = []
            gallery.page.events.open = { opened.append(Int($0.slot)) }
            gallery.waitUntilIdle()
            bytes.shut()
            gallery.resize(to: 1400)
            runLoop { !gallery.scheduler.isAwake }
            if gallery.grid.tile(at: 4)?.isFailed == true {
                gallery.activate(4)
                XCTAssertEqual(opened, [], "a tile that offers to try again must not open")
            }
            bytes.broken = []
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertNotNil(gallery.grid.tile(at: 4)?.texture)
        }
    }

    func testTryingEverythingAgainMendsEveryTile() {
        let bytes = ScriptedBytes()
        bytes.broken = Set(0..<400)
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            bytes.broken = []
            gallery.page.retry()
            gallery.waitUntilIdle()
            XCTAssertTrue(gallery.grid.visibleRange.allSatisfy { gallery.grid.tile(at: $0)?.texture != nil })
        }
    }

    func testPicturesSmallerThanTheirTilesCompleteTheViewport() {
        withGallery(ScriptedSource(count: 100), decoder: ScriptedDecoder(largestSide: 64)) { gallery in
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.page.tileStates.preview, 0)
        }
    }
}

extension GalleryWindow {
    /// What each visible tile shows, by position.
    var textures: [Int: OpaquePointer?] {
        Dictionary(uniqueKeysWithValues: grid.visibleRange.map { ($0, grid.tile(at: $0)?.texture) })
    }
}
