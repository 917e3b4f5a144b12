// Photos that come, go, move and change while the grid scrolls, a photo is open, and a transition runs.
import Browse
import CGLib
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

/// A source that tells of changes when the test says so.
nonisolated final class LivingSource: PhotoSource {
    let identity = SourceID("scripted")
    let title = "Scripted"
    var isLocal: Bool { true }
    let isListedByPath: Bool
    /// The ids are paths where nothing is listed by itself.
    var root: String? { isListedByPath ? "/" : nil }
    private let stream: AsyncStream<SourceChange>
    private let teller: AsyncStream<SourceChange>.Continuation

    init(count: Int) {
        isListedByPath = false
        (stream, teller) = AsyncStream.makeStream()
        tell(.added(PackedPage((0..<count).map { Self.photo($0) }), isLast: true))
    }

    /// A folder of which nothing is listed before the test says so.
    init() {
        isListedByPath = true
        (stream, teller) = AsyncStream.makeStream()
    }

    /// Lists photos that are there from the beginning.
    func list(_ numbers: some Sequence<Int>, isLast: Bool) {
        tell(.added(PackedPage(listed: numbers.map(Self.file)), isLast: isLast))
    }

    static func file(_ number: Int) -> ListedPhoto {
        ListedPhoto(photo(number), stamp: FileStamp(device: 1, inode: UInt64(number), byteCount: 1, modified: 1))
    }

    static func photo(_ number: Int, version: String = "") -> Photo {
        Photo(id: PhotoID("\(number)"), title: "Photo \(number)", version: version)
    }

    func tell(_ change: SourceChange) { teller.yield(change) }
    func remove(_ numbers: some Sequence<Int>) { tell(.removed(numbers.map { PhotoID("\($0)") })) }
    func add(_ numbers: some Sequence<Int>) { tell(.added(PackedPage(numbers.map { Self.photo($0) }), isLast: true)) }

    func changes() -> SourceChanges { SourceChanges(stream) }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        // What is read is named by its number alone, whatever its folder.
        .file(FilePath(String(photo.id.text.split(separator: "/").last ?? "")))
    }
    func original(of photo: Photo) -> ImageLocation { location(of: photo, atLeast: PixelSize(square: 1), fit: .fit) }
}

nonisolated final class LivingCollectionTests: XCTestCase {
    /// Nothing is left of a window that is closed.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAPhotoThatGoesTakesItsTileAndTheOthersFollow() {
        let source = LivingSource(count: 500)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            let fetches = gallery.loader.counters.fetches
            let binds = gallery.page.counters.binds
            source.remove([2, 5])
            runLoop { gallery.page.model.count == 498 }
            gallery.waitUntilIdle()
            XCTAssertEqual(Array(shown(gallery).prefix(6)), [0, 1, 3, 4, 6, 7])
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            // What was there is not fetched again; two more photos may have come into what is loaded ahead.
            XCTAssertLessThanOrEqual(gallery.loader.counters.fetches, fetches + 14)
            // Each cell is bound once, though two photos have gone: the list tells of one edit.
            XCTAssertLessThanOrEqual(gallery.page.counters.binds - binds, gallery.grid.tiles.count)
        }
    }

    func testWhatComesAndGoesAboveTheScreenMovesNothingOnIt() {
        let source = LivingSource(count: 3_000)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 20_000
            gallery.waitUntilIdle()
            let first = gallery.grid.visibleRange.lowerBound
            let ref = gallery.page.model.ref(at: first)
            @MainActor func top() -> Double? {
                gallery.page.model.position(of: ref).map {
                    gallery.grid.layout.cell(of: $0).y - gallery.grid.scrollOffset
                }
            }
            let before = top()
            // Whole rows, and then parts of one.
            source.remove(0..<(10 * gallery.grid.metrics.columns))
            runLoop { gallery.page.model.count < 3_000 }
            gallery.waitUntilIdle()
            XCTAssertEqual(top() ?? -1, before ?? -2, accuracy: 1)
            let columns = gallery.grid.metrics.columns
            source.remove((first - 3)..<(first - 1))
            runLoop { gallery.page.model.count == 3_000 - 10 * columns - 2 }
            gallery.waitUntilIdle()
            XCTAssertEqual(top() ?? -1, before ?? -2, accuracy: 1)
        }
    }

    func testAPhotoThatHasChangedIsLoadedAnewAndShownUntilThen() {
        let source = LivingSource(count: 60)
        let bytes = ScriptedBytes()
        withGallery(source, bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            let calls = bytes.calls.count { $0 == 3 }
            let texture = gallery.grid.tile(at: 3)?.texture
            bytes.shut()
            source.tell(.changed([ListedPhoto(LivingSource.photo(3, version: "2"))]))
            runLoop { bytes.held == [3] }
            XCTAssertEqual(gallery.grid.tile(at: 3)?.texture, texture)
            XCTAssertEqual(gallery.page.tileStates.preview, 1)
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertNotEqual(gallery.grid.tile(at: 3)?.texture, texture)
            XCTAssertEqual(gallery.page.tileStates.preview, 0)
            XCTAssertEqual(bytes.calls.count { $0 == 3 }, calls + 1)
        }
    }

    func testAnotherOrderKeepsTheTilesOfTheirPhotos() {
        let source = LivingSource(count: 40)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            let fetches = gallery.loader.counters.fetches
            Task { await gallery.page.model.arrange(by: Query(isDescending: true)) }
            runLoop {
                gallery.page.model.position(of: gallery.page.model.ref(at: 0)) == 0 && shown(gallery).first == 39
            }
            gallery.waitUntilIdle()
            XCTAssertEqual(shown(gallery), (0..<40).reversed().filter(shown(gallery).contains))
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            XCTAssertEqual(gallery.loader.counters.fetches, fetches)
        }
    }

    func testThousandsOfChangesWhileTheGridScrollsLeaveEveryTileWithItsPhoto() {
        let source = LivingSource(count: 4_000)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            var random = SplitMix(seed: 7)
            var live = Array(0..<4_000), next = 4_000, rounds = 0
            let tick = FrameTick.start(on: gallery.grid.root.widget) { _ in
                gallery.grid.scrollOffset += 400
                let gone = (0..<20).map { _ in live.remove(at: Int(random.next() % UInt64(live.count))) }
                source.remove(gone)
                source.add(next..<next + 20)
                live += next..<next + 20
                next += 20
                let changed = live[Int(random.next() % UInt64(live.count))]
                source.tell(.changed([ListedPhoto(LivingSource.photo(changed, version: "\(rounds)"))]))
                rounds += 1
                return rounds < 60
            }
            runLoop { rounds == 60 }
            withExtendedLifetime(tick) {}
            let model = gallery.page.model
            runLoop { model.count == 4_000 && model.photo(model.ref(at: 3_999)).id.text == "\(next - 1)" }
            gallery.waitUntilIdle()
            let positions = Array(gallery.grid.visibleRange)
            XCTAssertEqual(shown(gallery), positions.map { live[$0] })
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            XCTAssertEqual(gallery.page.tileStates.preview, 0)
            // Each tile lies where its photo belongs.
            for position in positions { XCTAssertEqual(listPosition(of: position, gallery), position) }
            XCTAssertEqual(gallery.loader.counters.duplicateFetches, 0)
        }
    }

    func testTheOpenedPhotoGivesWayToTheNextWhenItGoesAndThePageClosesAfterTheLast() {
        let source = LivingSource(count: 5)
        withPages(source) { pages in
            var shown: [String?] = []
            let model = pages.gallery.model
            pages.page.observe { [weak page = pages.page] in
                if case .shown = $0 { shown.append(page?.shownPhoto?.id.text) }
            }
            model.onUpdate = { [weak page = pages.page] in page?.collectionChanged(by: $0, from: $1) }
            runLoop { model.count == 5 }
            pages.open(1)
            source.remove([1])
            runLoop { shown == ["1", "2"] }
            XCTAssertEqual(pages.router.path, [.detail(model.ref(at: 1))])
            XCTAssertEqual(pages.page.widgets.position, "2 of 4")
            source.add([7])
            runLoop { pages.page.widgets.position == "2 of 5" }
            source.remove([3, 4, 7, 2])
            runLoop { shown == ["1", "2", "0"] }
            source.tell(.changed([ListedPhoto(LivingSource.photo(0, version: "2"))]))
            runLoop { pages.page.shownPhoto?.version == "2" }
            XCTAssertEqual(pages.router.path, [.detail(model.ref(at: 0))])
            source.remove([0])
            runLoop { pages.router.current == .grid }
        }
    }

    func testAPhotoThatMovesWhileItFliesIsFollowed() throws {
        try withTransitions { transitions in
            transitions.open(3)
            runLoop { transitions.controller.isRunning }
            let ref = transitions.page.model.ref(at: 3)
            Task { await transitions.page.model.arrange(by: Query(isDescending: true)) }
            runLoop { transitions.page.model.position(of: ref) != 3 }
            runLoop { !transitions.controller.isRunning }
            XCTAssertEqual(transitions.window.detail.shownRef, ref)
            transitions.window.back()
            runLoop { transitions.controller.isRunning }
            let home = transitions.page.model.position(of: ref) ?? -1
            XCTAssertEqual(transitions.page.hiddenPosition, home)
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, home)
        }
    }
}

/// The numbers of the photos in view, and whether each tile is that of its photo.
@MainActor private func shown(_ gallery: GalleryWindow) -> [Int] {
    gallery.grid.visibleRange.compactMap { position in
        let ref = gallery.page.model.ref(at: position)
        return gallery.grid.tiles[ref] == nil ? nil : Int(gallery.page.model.photo(ref).id.text)
    }
}

/// The position at which GTK has the cell of the tile that shows the photo at `position`.
@MainActor private func listPosition(of position: Int, _ gallery: GalleryWindow) -> Int? {
    guard let tile = gallery.grid.tile(at: position) else { return nil }
    var x = 0.0, y = 0.0
    gtk_widget_translate_coordinates(tile.widget, gallery.grid.root.widget, 0, 0, &x, &y)
    let cell = Double(gallery.grid.metrics.cell)
    let row = Int(((y + gallery.grid.scrollOffset) / cell).rounded()), column = Int((x / cell).rounded())
    return row * gallery.grid.metrics.columns + column
}
