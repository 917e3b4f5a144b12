// The opened photo whose file is changed, renamed or deleted: on its page, and on its way there.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class OpenedPhotoTests: XCTestCase {
    /// Nothing is left of a window that is closed.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAPhotoThatChangesStaysAsItLiesUntilItsNewBytesAreThere() {
        withOpenedPhoto { source, pages in
            let old = pages.page.widgets.picture.shown, lies = pages.page.zoom.zoomState
            pages.bytes.shut()
            source.tell(.changed([ListedPhoto(LivingSource.photo(1, version: "2"))]))
            runLoop { pages.bytes.held.contains(1) }
            XCTAssertEqual(pages.page.shownPhoto?.version, "2")
            XCTAssertEqual(pages.page.widgets.picture.shown, old)
            XCTAssertEqual(pages.page.zoom.zoomState, lies)
            pages.bytes.open()
            runLoop { pages.page.hasEnded }
            XCTAssertNotEqual(pages.page.widgets.picture.shown, old)
            XCTAssertEqual(pages.page.zoom.zoomState, lies)
            XCTAssertEqual(pages.page.zoom.quarterTurns, 1)
        }
    }

    func testAPhotoThatIsRenamedStaysAsItLies() {
        withOpenedPhoto { source, pages in
            let lies = pages.page.zoom.zoomState
            source.tell(.renamed([.init(PhotoID("1"), to: ListedPhoto(LivingSource.photo(77)))]))
            runLoop { pages.page.shownPhoto?.id.text == "77" && pages.page.hasEnded }
            XCTAssertEqual(pages.page.zoom.zoomState, lies)
            pages.page.navigate(.next)
            pages.page.navigate(.previous)
            XCTAssertEqual(pages.page.shownPhoto?.id.text, "77")
            XCTAssertEqual(pages.page.zoom.quarterTurns, 1)
        }
    }

    func testAPhotoWhoseNewBytesAreBrokenSaysSoUntilTheyAreNot() {
        withOpenedPhoto { source, pages in
            @MainActor func isFailed() -> Bool {
                if case .failed = pages.page.picture.shown?.state.full { true } else { false }
            }
            pages.bytes.broken = [1]
            source.tell(.changed([ListedPhoto(LivingSource.photo(1, version: "2"))]))
            runLoop { isFailed() }
            pages.bytes.broken = []
            source.tell(.changed([ListedPhoto(LivingSource.photo(1, version: "3"))]))
            runLoop { pages.page.hasEnded && !isFailed() }
            XCTAssertEqual(pages.page.shownPhoto?.version, "3")
        }
    }

    func testTheNextPhotoLandsWhereAPhotoWasThatIsDeletedOnItsWay() throws {
        try withTransitions { transitions in
            let next = transitions.page.model.ref(at: 4)
            transitions.open(3)
            runLoop { transitions.controller.isRunning }
            transitions.delete(3)
            runLoop { transitions.window.detail.shownRef == next }
            runLoop { !transitions.controller.isRunning && transitions.window.detail.hasEnded }
            XCTAssertTrue(transitions.window.isShowingDetail)
            transitions.window.back()
            runLoop { transitions.controller.isRunning }
            XCTAssertEqual(transitions.page.hiddenPosition, 3)
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, 3)
        }
    }

    func testAPhotoThatIsDeletedOnItsWayBackStillLands() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            transitions.window.back()
            runLoop { transitions.controller.isClosing }
            transitions.delete(3)
            runLoop { transitions.page.model.count == 119 }
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertFalse(transitions.controller.isRunning)
            XCTAssertNil(transitions.page.hiddenPosition)
        }
    }

    func testThePageClosesWhenAllPhotosAreDeletedAtOnce() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            for number in 0..<120 { transitions.delete(number) }
            runLoop { transitions.page.model.phase == .empty && !transitions.window.isShowingDetail }
            XCTAssertNil(transitions.window.detail.shownPhoto)
        }
    }

    func testThePhotoStaysWhenItsFolderGoes() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            let ref = transitions.window.detail.shownRef
            try FileManager.default.moveItem(atPath: transitions.folder, toPath: transitions.folder + "-gone")
            defer { try? FileManager.default.removeItem(atPath: transitions.folder + "-gone") }
            runLoop { transitions.page.isAway }
            XCTAssertEqual(transitions.window.detail.shownRef, ref)
            XCTAssertEqual(transitions.page.model.count, 120)
            XCTAssertTrue(transitions.window.isShowingDetail)
        }
    }
}

extension TransitionWindow {
    /// Deletes a file of the folder.
    fileprivate func delete(_ number: Int) { unlink(folder + "/picture-\(number).jpg") }
}

/// Runs on the main actor with the second of five photos opened, rotated and magnified.
nonisolated private func withOpenedPhoto(_ body: @MainActor (LivingSource, PagesWindow) -> Void) {
    let source = LivingSource(count: 5)
    withPages(source) { pages in
        pages.gallery.model.onUpdate = { [weak page = pages.page] in page?.collectionChanged(by: $0, from: $1) }
        runLoop { pages.gallery.model.count == 5 }
        pages.open(1)
        runLoop { pages.page.hasEnded }
        pages.page.rotate(by: 1)
        pages.page.zoom.pinch(to: 3, at: (x: 200, y: 100))
        XCTAssertEqual(pages.page.zoom.zoomState?.isFitted, false)
        body(source, pages)
    }
}
