// Back and forward through the places of a window.
import Browse
import CGTK
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PlaceHistoryTests: XCTestCase {
    func testBackReturnsToThePlaceAndItsSelectionAndForwardToWhereItCameFrom() throws {
        let first = try TestPictures.folder(named: "history-a", count: 60)
        let second = try TestPictures.folder(named: "history-b", count: 3)
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(first)]), memory: nil)
            let name = (first as NSString).lastPathComponent, other = (second as NSString).lastPathComponent
            window.window.gallery?.grid.scroll(toTop: 40)
            runLoop { (window.window.gallery?.grid.scrollOffset ?? 0) > 100 }
            let offset = window.window.gallery?.grid.scrollOffset
            if let page = window.window.gallery {
                page.selection.model.apply(.toggle(page.model.ref(at: 41)))
                page.selection.model.apply(.toggle(page.model.ref(at: 43)))
            }
            window.window.open(.paths([FilePath(second)]))
            window.wait(for: other)
            window.window.back()
            window.wait(for: name)
            runLoop { window.window.gallery?.grid.scrollOffset == offset }
            runLoop { window.window.gallery?.selection.model.summary.count == 2 }
            XCTAssertEqual(
                window.window.gallery?.selection.model.refs.map { window.window.gallery?.model.position(of: $0) },
                [41, 43])
            window.window.perform(.forward)
            window.wait(for: other)
            // From a photo to the grid first.
            window.window.page?.openPhoto(at: 1)
            runLoop { window.window.isShowingDetail && window.window.detail.hasEnded }
            window.window.back()
            runLoop { !window.window.isShowingDetail }
            XCTAssertEqual(window.title, other)
            window.window.back()
            window.wait(for: name)
            window.close()
        }
    }

    func testTheSamePlaceOpenedAgainIsNoStep() throws {
        let folder = try TestPictures.folder(named: "history-same", count: 3)
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: nil)
            let page = window.window.page
            window.window.open(.paths([FilePath(folder)]))
            runLoop { window.window.page !== page }
            window.waitUntilShown()
            XCTAssertEqual(window.window.context.history?.canGoBack, false)
            window.close()
        }
    }
}
