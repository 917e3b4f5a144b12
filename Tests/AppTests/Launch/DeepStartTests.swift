// One picture named: it is there before its folder is listed, and in its place when that is.
import Browse
import CGTK
import Desktop
import Foundation
import ImagePipeline
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class DeepStartTests: XCTestCase {
    func testThePictureIsShownWhileNothingIsListedAndStaysWhenItsPlaceIsFound() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let bytes = ScriptedBytes()
            let loader = ImageLoader(
                bytes: bytes, decoder: ScriptedDecoder(), memory: ImageCache(budget: 32 << 20),
                configuration: .init(decodeLimit: 1))
            let source = ScriptedSource(count: 300, pageSize: 100)
            let photo = Photo(id: PhotoID("250"), title: "Photo 250")
            let router = Router()
            let page = DetailPage(loader: loader, router: router)
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            gtk_window_set_default_size(window, 640, 480)
            gtk_window_set_child(window, page.root.widget)
            gtk_window_present(window)
            page.open(0, in: SinglePhotoGallery(photo, of: source, tileSize: 64), by: router)
            runLoop { page.hasEnded }
            XCTAssertEqual(page.shownPhoto, photo)
            XCTAssertFalse(page.navigate(.next))
            let shown = page.widgets.picture.shown

            let gallery = ScriptedGallery(source)
            var places: [Int] = []
            let first = FirstPhoto(OpenedSource.First(photo: photo) { 250 }, in: gallery.model) {
                places.append(Int($0.slot))
            }
            // Asked for again, because the first page may not be done with yet.
            runLoop {
                if gallery.model.count < 200 { gallery.model.loadMore() }
                return gallery.model.count == 200
            }
            XCTAssertEqual(places, [])
            runLoop {
                gallery.model.loadMore()
                return places == [250]
            }
            page.follow(250, in: gallery, by: router)
            XCTAssertEqual(page.shownIndex, 250)
            XCTAssertEqual(page.widgets.picture.shown, shown)
            runLoop { page.picture.prefetcher.heldPictures == 3 }
            // Once for itself, however often it was asked for; then the photos beside it.
            XCTAssertEqual(bytes.calls.sorted(), [249, 250, 251])
            XCTAssertTrue(page.navigate(.next))
            XCTAssertEqual(page.shownPhoto?.id, PhotoID("251"))
            withExtendedLifetime(first) {}
            page.close()
            gtk_window_destroy(window)
        }
    }

    func testAPictureStillLoadingGoesOnInItsPlace() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let bytes = ScriptedBytes(isOpen: false)
            let loader = ImageLoader(
                bytes: bytes, decoder: ScriptedDecoder(), memory: ImageCache(budget: 32 << 20),
                configuration: .init(decodeLimit: 1))
            let source = ScriptedSource(count: 9)
            let router = Router()
            let page = DetailPage(loader: loader, router: router)
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            gtk_window_set_default_size(window, 640, 480)
            gtk_window_set_child(window, page.root.widget)
            gtk_window_present(window)
            page.open(
                0, in: SinglePhotoGallery(Photo(id: PhotoID("5"), title: "Photo 5"), of: source, tileSize: 64),
                by: router)
            runLoop { bytes.held == [5] }
            let gallery = ScriptedGallery(source)
            page.follow(5, in: gallery, by: router)
            runLoop { bytes.held == [4, 5, 6] }
            XCTAssertEqual(bytes.calls.count { $0 == 5 }, 1)
            bytes.open()
            runLoop { page.hasEnded }
            XCTAssertEqual(loader.counters.cancelled, 0)
            page.close()
            gtk_window_destroy(window)
        }
    }

    func testOneImageOpensWithItsFolderBehindAndBackGoesToItsTile() throws {
        let folder = try TestPictures.folder(named: "deep", count: 160)
        try withWindow(["\(folder)/picture-140.jpg"]) { window in
            XCTAssertTrue(window.isShowingDetail)
            XCTAssertEqual(window.detail.shownPhoto?.title, "picture-140.jpg")
            runLoop { window.detail.shownIndex == 140 }
            runLoop { window.detail.hasEnded }
            let grid = try XCTUnwrap((window.page as? GalleryPage)?.grid)
            runLoop { grid.visibleRange.contains(140) }
            XCTAssertTrue(window.detail.navigate(.previous))
            XCTAssertEqual(window.detail.shownPhoto?.title, "picture-139.jpg")
            window.back()
            runLoop { !window.isShowingDetail }
            XCTAssertTrue(grid.visibleRange.contains(139))
            XCTAssertEqual(grid.count, 160)
        }
    }

    func testAnImageThatFoldersDoNotListIsOpenedAlone() throws {
        let folder = try TestPictures.folder(named: "odd", count: 3)
        try FileManager.default.moveItem(atPath: "\(folder)/picture-1.jpg", toPath: "\(folder)/.hidden.jpg")
        try withWindow(["\(folder)/.hidden.jpg"]) { window in
            runLoop { window.detail.hasEnded }
            XCTAssertEqual(window.detail.shownPhoto?.title, ".hidden.jpg")
            window.back()
            runLoop { !window.isShowingDetail && window.gallery?.isViewportComplete == true }
            XCTAssertEqual((window.page as? GalleryPage)?.grid.count, 1)
        }
    }

    func testSeveralImagesAreAList() throws {
        let folder = try TestPictures.folder(named: "list", count: 4)
        try withWindow(["\(folder)/picture-2.jpg", "\(folder)/picture-0.jpg"], first: false) { window in
            runLoop { window.gallery?.isViewportComplete ?? false }
            XCTAssertFalse(window.isShowingDetail)
            XCTAssertEqual(
                window.page.map { page in (0..<page.model.count).map { page.model.photo(page.model.ref(at: $0)).title }
                }, ["picture-2.jpg", "picture-0.jpg"])
        }
    }

    private func withWindow(
        _ paths: [String], first: Bool = true, _ body: @MainActor (MainWindow) throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            let folder = FolderWindow(over: paths) { $0.page != nil && $0.isShowingDetail == first }
            defer { folder.close() }
            try body(folder.window)
        }
    }
}
