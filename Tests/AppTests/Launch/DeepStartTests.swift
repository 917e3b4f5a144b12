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
    func testThePictureIsShownWhileNothingIsListedAndStaysWhenItsPlaceIsKnown() {
        withOpened(250) { source, opened in
            runLoop { opened.page.hasEnded }
            let shown = opened.page.widgets.picture.shown
            XCTAssertEqual(opened.bytes.calls, [250])
            source.list(0..<64, isLast: false)
            runLoop { opened.gallery.model.count == 65 }
            // What is beside it is not known.
            XCTAssertEqual(opened.position, "")
            XCTAssertFalse(
                opened.page.navigate(.previous) || opened.page.navigate(.next) || opened.page.navigate(.last))
            source.list(64..<300, isLast: true)
            runLoop { opened.position == "251 of 300" }
            XCTAssertEqual(opened.page.shownRef, opened.ref)
            XCTAssertEqual(opened.page.widgets.picture.shown, shown)
            runLoop { opened.page.picture.heldPictures == 3 }
            // Once for itself, however often it was asked for; then the photos beside it.
            XCTAssertEqual(opened.bytes.calls.sorted(), [249, 250, 251])
            XCTAssertTrue(opened.page.navigate(.next))
            XCTAssertEqual(opened.page.shownPhoto?.id, PhotoID("251"))
        }
    }

    func testAPictureStillLoadingGoesOnWhenItsPlaceIsKnown() {
        withOpened(5, isOpen: false) { source, opened in
            runLoop { opened.bytes.held == [5] }
            source.list(0..<9, isLast: true)
            runLoop { opened.bytes.held == [4, 5, 6] }
            XCTAssertEqual(opened.bytes.calls.count { $0 == 5 }, 1)
            opened.bytes.open()
            runLoop { opened.page.hasEnded }
            XCTAssertEqual(opened.loader.counters.cancelled, 0)
            XCTAssertEqual(opened.page.shownRef, opened.ref)
        }
    }

    func testWhatTheListingSaysOfItIsLoaded() {
        withOpened(5) { source, opened in
            runLoop { opened.page.hasEnded }
            let shown = opened.page.widgets.picture.shown
            source.tell(.added(PackedPage([LivingSource.photo(5, version: "2")]), isLast: false))
            runLoop { opened.page.shownPhoto?.version == "2" && opened.page.hasEnded }
            XCTAssertNotEqual(opened.page.widgets.picture.shown, shown)
            XCTAssertEqual(opened.page.shownRef, opened.ref)
        }
    }

    func testAFileThatHasVanishedBeforeItIsShownGoesOnSayingSo() {
        withOpened(5, broken: true) { source, opened in
            runLoop { opened.page.hasEnded }
            source.list((0..<9).filter { $0 != 5 }, isLast: true)
            runLoop { opened.gallery.model.phase == .loaded(end: true) && opened.gallery.model.count == 8 }
            XCTAssertEqual(opened.page.shownRef, opened.ref)
            XCTAssertEqual(opened.position, "")
            XCTAssertFalse(opened.page.navigate(.next))
            XCTAssertTrue(opened.router.escape())
        }
    }

    func testAFileThatGoesAfterItWasShownGivesWayToTheOneBesideIt() {
        withOpened(5) { source, opened in
            runLoop { opened.page.hasEnded }
            source.list(0..<2, isLast: false)
            source.list((2..<9).filter { $0 != 5 }, isLast: true)
            runLoop { opened.page.shownPhoto?.id == PhotoID("6") && opened.position == "6 of 8" }
        }
    }

    func testThePageClosesWhereTheOnlyFileGoesAfterItWasShown() {
        withOpened(5) { source, opened in
            runLoop { opened.page.hasEnded }
            source.list([], isLast: true)
            runLoop { opened.router.current == .grid }
        }
    }

    func testWhatIsDoneToThePhotoIsKeptWhenItsPlaceIsKnown() {
        withOpened(5) { source, opened in
            runLoop { opened.page.hasEnded }
            opened.page.rotate(by: 1)
            opened.page.zoom.pinch(to: 3, at: (x: 200, y: 100))
            let lies = opened.page.zoom.zoomState
            source.list(0..<9, isLast: true)
            runLoop { opened.position == "6 of 9" }
            XCTAssertEqual(opened.page.zoom.zoomState, lies)
            XCTAssertEqual(opened.page.zoom.quarterTurns, 1)
        }
    }

    func testTheGridGoesToThePhotoOnceItsPlaceIsKnownUnlessTheUserHasScrolled() {
        MainActor.assumeIsolated {
            for isScrolled in [false, true] {
                let source = LivingSource()
                let gallery = GalleryWindow(source, opened: LivingSource.file(250))
                let ref = gallery.page.model.ref(at: 0)
                gallery.page.open(at: ref)
                runLoop { gallery.grid.tiles[ref]?.texture != nil }
                gallery.grid.focus.move(to: ref)
                if isScrolled {
                    source.list(0..<200, isLast: false)
                    runLoop { gallery.page.model.count == 201 }
                    gallery.waitUntilIdle()
                    gallery.grid.scrollOffset = 40
                    source.list(200..<300, isLast: true)
                } else {
                    source.list(0..<64, isLast: false)
                    source.list(64..<300, isLast: true)
                }
                runLoop { gallery.page.model.count == 300 }
                gallery.waitUntilIdle()
                XCTAssertEqual(gallery.grid.visibleRange.contains(250), !isScrolled)
                XCTAssertEqual(gallery.grid.focus.photo, ref)
                XCTAssertEqual(gallery.bytes.calls.count { $0 == 250 }, 1)
                gallery.close()
            }
        }
    }

    func testAPhotoThatIsLeftBeforeItsFolderIsListedGoesToItsTile() throws {
        let folder = try TestPictures.folder(named: "left", count: 160)
        // Who opens one photo means the files beside it.
        try FileManager.default.createDirectory(atPath: "\(folder)/below", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(folder)/picture-0.jpg", toPath: "\(folder)/below/a.jpg")
        try withWindow(["\(folder)/picture-140.jpg"]) { window in
            let ref = window.detail.shownRef
            window.back()
            runLoop { !window.isShowingDetail && window.page?.model.phase == .loaded(end: true) }
            let grid = try XCTUnwrap(window.gallery?.grid)
            runLoop { grid.visibleRange.contains(140) && grid.focus.photo == ref }
            XCTAssertEqual(grid.snapshot.ref(at: 140), ref)
            XCTAssertEqual(grid.count, 160)
            window.context.router.forward { _ in true }
            runLoop { window.isShowingDetail && window.detail.shownIndex == 140 }
        }
    }

    func testTheGridGoesToThePhotoAgainWhenDatesDecideItsPlace() {
        MainActor.assumeIsolated {
            let source = LivingSource(), dates = DatesInTurn()
            let gallery = GalleryWindow(
                source, opened: LivingSource.file(0), by: Query(order: .taken, isDescending: true), indexing: dates)
            let ref = gallery.page.model.ref(at: 0)
            gallery.page.open(at: ref)
            runLoop { gallery.page.model.facts(of: ref).taken != nil }
            // The only one of which the date is known comes first, and then last.
            source.list(0..<90, isLast: true)
            runLoop { gallery.page.model.count == 90 && gallery.page.model.position(of: ref) == 0 }
            dates.tell()
            runLoop { gallery.page.model.position(of: ref) == 89 }
            runLoop { gallery.grid.visibleRange.contains(89) }
            gallery.close()
        }
    }

    func testAPhotoThatASearchLeavesOutIsOpenedAllTheSame() throws {
        let folder = try TestPictures.folder(named: "searched", count: 20)
        try withWindow(["\(folder)/picture-14.jpg"], by: QueryRequest(search: "picture-7")) { window in
            runLoop { window.detail.hasEnded && window.page?.model.phase == .loaded(end: true) }
            XCTAssertEqual(window.detail.shownPhoto?.title, "picture-14.jpg")
            XCTAssertFalse(window.detail.navigate(.next))
            window.back()
            runLoop { !window.isShowingDetail }
            XCTAssertEqual(window.gallery?.grid.count, 1)
        }
    }

    func testOneAddressIsOpenedAndSeveralAreAList() {
        let one = "http://host/a.jpg", other = "http://host/b.jpg"
        XCTAssertEqual(OpenedSource.images([one]).photo?.photo.id, PhotoID(one))
        XCTAssertNil(OpenedSource.images([one, other]).photo)
    }

    func testOneImageOpensWithItsFolderBehindAndBackGoesToItsTile() throws {
        let folder = try TestPictures.folder(named: "deep", count: 160)
        try withWindow(["\(folder)/picture-140.jpg"]) { window in
            XCTAssertTrue(window.isShowingDetail)
            XCTAssertEqual(window.detail.shownPhoto?.title, "picture-140.jpg")
            let ref = window.detail.shownRef
            runLoop { window.detail.shownIndex == 140 && window.detail.hasEnded }
            XCTAssertEqual(window.detail.shownRef, ref)
            let grid = try XCTUnwrap(window.gallery?.grid)
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
            XCTAssertEqual(window.gallery?.grid.count, 1)
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
        _ paths: [String], first: Bool = true, by query: QueryRequest = QueryRequest(),
        _ body: @MainActor (MainWindow) throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            let folder = FolderWindow(over: paths, query: query) { $0.page != nil && $0.isShowingDetail == first }
            defer { folder.close() }
            try body(folder.window)
        }
    }
}

/// A page over a photo that was opened before its folder is listed.
private final class OpenedPage {
    let router = Router()
    let bytes: ScriptedBytes
    let loader: PhotoLoader
    let gallery: ScriptedGallery
    let page: DetailPage
    private let window: UnsafeMutablePointer<GtkWindow>
    var ref: PhotoRef { PhotoRef(gallery.model.snapshot.collection, slot: 0) }
    /// What the header says of the photo's place.
    var position: String { page.widgets.position }

    init(_ number: Int, of source: LivingSource, bytes: ScriptedBytes) {
        _ = TestApplication.shared
        self.bytes = bytes
        loader = ImageLoader(
            bytes: bytes, decoder: ScriptedDecoder(), memory: ImageCache(budget: 32 << 20),
            configuration: .init(decodeLimit: 1))
        gallery = ScriptedGallery(source, opened: LivingSource.file(number))
        page = DetailPage(loader: loader, router: router)
        page.quickNavigation = .zero
        window = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, 640, 480)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
        gallery.model.onUpdate = { [weak page] in page?.collectionChanged(by: $0, from: $1) }
        page.open(0, in: gallery, by: router)
        gallery.model.loadMore()
    }

    func close() {
        bytes.open()
        page.close()
        gtk_window_destroy(window)
    }
}

nonisolated private func withOpened(
    _ number: Int, isOpen: Bool = true, broken: Bool = false, _ body: @MainActor (LivingSource, OpenedPage) -> Void
) {
    MainActor.assumeIsolated {
        let source = LivingSource(), bytes = ScriptedBytes(isOpen: isOpen)
        if broken { bytes.broken = [number] }
        let opened = OpenedPage(number, of: source, bytes: bytes)
        body(source, opened)
        opened.close()
    }
}

/// An indexer that knows the date of one photo, and those of all others later: the larger the slot, the later the date.
private nonisolated final class DatesInTurn: PhotoIndexing {
    private let asked = Mutex<[(collection: PhotoCollection, slot: UInt32)]>([])

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        if photos.count == 1 { return await collection.learn([(photos[0].slot, Self.facts(0))]) }
        asked.withLock { $0 += photos.map { (collection, $0.slot) } }
    }

    func tell() {
        let asked = asked.withLock { $0 }
        Task { for (collection, slot) in asked { await collection.learn([(slot, Self.facts(Int(slot)))]) } }
    }

    private static func facts(_ minute: Int) -> PhotoFacts {
        var facts = PhotoFacts()
        facts.taken = WallTime(year: 2026, month: 4, day: 12, hour: minute / 60, minute: minute % 60, second: 0)
            .map { TakenTime($0, origin: .exif) }
        return facts
    }
}
