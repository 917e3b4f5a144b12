// Names and dates under the pictures and in the tooltip: the room for them, what they say, and when texts are shaped.
import Browse
import CGTK
import Desktop
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class CaptionTests: XCTestCase {
    func testCaptionsGetRoomUnderThePicturesWhichStayAsTheyAre() {
        for kind in LayoutKind.allCases {
            withGallery(ScriptedSource(count: 500)) { gallery in
                let grid = gallery.grid
                gallery.page.setLayout(kind)
                gallery.waitUntilIdle()
                grid.scrollOffset = 4_000
                gallery.waitUntilIdle()
                let top = grid.visibleRange.lowerBound, before = grid.cell(at: top)
                let picture = grid.tile(at: top)?.pictureBounds
                XCTAssertNotNil(picture)
                gallery.page.setShowsCaptions(true)
                gallery.layOut()
                let caption = Double(grid.layout.room.captionHeight)
                XCTAssertGreaterThan(caption, 24)
                XCTAssertEqual(grid.cell(at: top).y, before.y, "\(kind)")
                XCTAssertEqual(grid.cell(at: top).height, before.height + caption)
                XCTAssertEqual(grid.tile(at: top)?.pictureBounds, picture)
                XCTAssertEqual(grid.tile(at: top)?.bounds.height, before.height + caption)
                // Where the zoom transition begins.
                let origin = gallery.page.geometry(of: grid.snapshot.ref(at: top), in: grid.view)?.tile
                XCTAssertEqual(origin?.y, picture.map { $0.y + before.y })
                gallery.page.setShowsCaptions(false)
                gallery.layOut()
                XCTAssertEqual(grid.cell(at: top), before)
            }
        }
    }

    func testACaptionBelongsToItsPhotoForThePointerTheBandAndTheTooltip() {
        withGallery(ScriptedSource(count: 50)) { gallery in
            gallery.page.setShowsCaptions(true)
            gallery.layOut()
            let cell = gallery.grid.cell(at: 1), ref = gallery.grid.snapshot.ref(at: 1)
            XCTAssertEqual(gallery.grid.photo(atX: cell.midX, y: cell.y + 20), ref)
            XCTAssertEqual(gallery.grid.photo(atX: cell.midX, y: cell.maxY - 5), ref)
            XCTAssertEqual(GridTooltip.photo(atX: cell.midX, y: cell.maxY - 5, in: gallery.grid), 1)
            XCTAssertEqual(GridTooltip.photo(atX: cell.midX, y: cell.y + 20, in: gallery.grid), 1)
            XCTAssertNil(GridTooltip.photo(atX: cell.midX, y: 100_000, in: gallery.grid))
            XCTAssertEqual(gallery.page.tooltip(of: ref), "Photo 1")
            // A band over names alone
            gallery.page.selection.band.begin(atX: cell.midX, y: cell.maxY - 8, [])
            gallery.page.selection.band.move(toX: cell.midX + 20, y: cell.maxY - 4)
            gallery.page.selection.band.end()
            XCTAssertEqual(gallery.page.selection.model.refs, [ref])
            gallery.page.selection.model.apply(.leave)
            // Not in the way of a rubber band.
            gallery.page.selection.band.begin(atX: 1, y: 1, [])
            XCTAssertNil(gallery.page.tooltip(of: ref))
            gallery.page.selection.band.end()
        }
    }

    func testATextIsShapedOnceForATileInViewAndNeverForOneThatIsNot() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            let grid = gallery.grid
            let before = TileCaption.shapeCount
            gallery.waitUntilIdle()
            let columns = grid.metrics.columns
            XCTAssertEqual(TileCaption.shapeCount, before)
            gallery.page.setShowsCaptions(true)
            gallery.layOut()
            XCTAssertEqual(TileCaption.shapeCount - before, grid.visibleRange.count)
            // Drawn anew, as under the pointer.
            for tile in grid.tiles.values { tile.redraw() }
            gallery.waitForFrame()
            XCTAssertEqual(TileCaption.shapeCount - before, grid.visibleRange.count)
            // A row of tiles that are attached anew.
            grid.scrollOffset = grid.layout.room.rowHeight * 40
            gallery.waitUntilIdle()
            let there = TileCaption.shapeCount
            grid.scrollOffset += grid.layout.room.rowHeight
            gallery.waitUntilIdle()
            XCTAssertEqual(TileCaption.shapeCount - there, columns)
            // Small tiles have none.
            grid.setTileSize(64)
            gallery.layOut()
            let small = TileCaption.shapeCount
            gallery.waitForFrame()
            XCTAssertEqual(TileCaption.shapeCount, small)
            XCTAssertTrue(grid.tiles.values.allSatisfy { $0.captionHeight == 0 })
        }
    }

    func testNameAndDateAreWrittenBelowThePictureAndWithinTheTile() {
        MainActor.assumeIsolated {
            for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                for (name, date, lines) in [
                    ("A name that is longer than 200 px allow", "12.04.2026" as String?, 2.0), ("a.jpg", nil, 1),
                ] {
                    guard let text = Self.drawn(PhotoCaption(name: name, date: date), direction)
                    else { return XCTFail("no caption is drawn") }
                    XCTAssertGreaterThanOrEqual(text.y, 200)
                    XCTAssertGreaterThanOrEqual(text.x, 0)
                    XCTAssertLessThanOrEqual(text.maxX, 200)
                    XCTAssertEqual(text.midX, 100, accuracy: 8)
                    XCTAssertEqual((text.height / 15).rounded(), lines, "\(text.height)")
                }
            }
        }
    }

    func testOfADateIsShownWhatIsKnown() {
        withGallery(UnreadFiles(), indexing: LateIndexer()) { _ in
            let photo = Photo(id: PhotoID("a.jpg"), title: "a.jpg")
            let pattern = DatePattern.user
            for (precision, short, long) in [
                (.year, pattern.year, pattern.year), (.month, pattern.month, pattern.month), (.day, "%x", pattern.day),
                (.exact, "%x", pattern.day),
            ] as [(TakenTime.Precision, String, String)] {
                let taken = WallTime(year: 1975, month: 6, day: 14, hour: 8, minute: 5, second: 9)
                    .map { TakenTime($0, precision: precision, origin: .exif) }.flatMap { LocalMoment($0) }
                let month = precision > .year ? 6 : 1, day = precision > .month ? 14 : 1
                XCTAssertEqual(PhotoText.caption(photo, taken: taken).date, DateText.date(1975, month, day, short))
                XCTAssertEqual(
                    PhotoText.spoken(photo, taken: taken, badge: nil), "a.jpg, " + DateText.date(1975, month, day, long)
                )
            }
        }
    }

    func testTheDateComesWhenTheHeaderIsReadAndIsSaidToo() {
        let indexer = LateIndexer()
        withGallery(UnreadFiles(), indexing: indexer) { gallery in
            gallery.page.setShowsCaptions(true)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.tile(at: 1)?.caption, PhotoCaption(name: "Photo 1", date: nil))
            let binds = gallery.grid.binds
            indexer.tell()
            let date = DateText.date(2026, 4, 12, "%x")
            runLoop { gallery.grid.tile(at: 1)?.caption == PhotoCaption(name: "Photo 1", date: date) }
            XCTAssertEqual(gallery.grid.binds, binds)
            let long = DateText.date(2026, 4, 12, DatePattern.user.day)
            XCTAssertTrue(isCalled("Photo 1, \(long)", at: 1, gallery))
            XCTAssertEqual(
                gallery.page.tooltip(of: gallery.grid.snapshot.ref(at: 1)),
                "Photo 1\n\(long)\n4000 × 3000, 12 megapixels, 1 byte")
            gallery.page.setShowsCaptions(false)
            XCTAssertNil(gallery.grid.tile(at: 1)?.caption)
        }
    }

    func testTheHeightOfCaptionsIsMeasuredOnceAFont() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.page.setShowsCaptions(true)
            gallery.waitUntilIdle()
            let (measures, layouts) = (TileCaption.measureCount, PhotoGridWidget.allocationCount)
            for offset in stride(from: 100.0, through: 1_000, by: 100) {
                gallery.grid.scrollOffset = offset
                gallery.waitForFrame()
            }
            gallery.resize(to: 900)
            gallery.layOut()
            XCTAssertGreaterThan(PhotoGridWidget.allocationCount, layouts + 10)
            XCTAssertEqual(TileCaption.measureCount, measures)
        }
    }

    /// The bounds of the text that a tile of 200 pixels draws under its picture.
    @MainActor private static func drawn(_ caption: PhotoCaption, _ direction: GtkTextDirection) -> Rectangle? {
        _ = TestApplication.shared
        let tile = Tile()
        g_object_ref_sink(tile.widget)
        defer { g_object_unref(tile.widget) }
        gtk_widget_set_direction(tile.widget, direction)
        let height = TileCaption.height(on: tile.widget)
        gtk_widget_allocate(tile.widget, 200, Int32(200 + height), -1, nil)
        (tile.pictureSize, tile.captionHeight, tile.caption) = ((200, 200), Double(height), caption)
        let snapshot = made(gtk_snapshot_new())
        tile.draw(Drawing(on: snapshot, of: tile.widget))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        return text(in: node)
    }

    @MainActor private static func text(in node: OpaquePointer) -> Rectangle? {
        switch gsk_render_node_get_node_type(node) {
        case GSK_TRANSFORM_NODE, GSK_TEXT_NODE:
            var bounds = graphene_rect_t()
            gsk_render_node_get_bounds(node, &bounds)
            return Rectangle(
                x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
                height: Double(bounds.size.height))
        case GSK_CONTAINER_NODE:
            let parts = (0..<gsk_container_node_get_n_children(node)).compactMap {
                text(in: gsk_container_node_get_child(node, $0))
            }
            guard let first = parts.first else { return nil }
            return parts.dropFirst().reduce(first) { all, part in
                let x = min(all.x, part.x), y = min(all.y, part.y)
                return Rectangle(
                    x: x, y: y, width: max(all.maxX, part.maxX) - x, height: max(all.maxY, part.maxY) - y)
            }
        default: return nil
        }
    }
}

/// Three files whose headers are read when a test says so.
private nonisolated struct UnreadFiles: PhotoSource {
    var identity: SourceID { SourceID("files") }
    var title: String { "Files" }
    var root: String? { "/" }
    func changes() -> SourceChanges {
        let stamp = FileStamp(device: 1, inode: 1, byteCount: 1, modified: 1)
        let photos = (0..<3).map { Photo(id: PhotoID("\($0)"), title: "Photo \($0)") }
        let (steps, give) = AsyncStream<SourceChange>.makeStream()
        give.yield(.added(PackedPage(listed: photos.map { ListedPhoto($0, stamp: stamp) }), isLast: true))
        return SourceChanges(steps)
    }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { original(of: photo) }
    var capabilities: PlaceCapabilities { .disk }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

private nonisolated final class LateIndexer: PhotoIndexing {
    private let asked = Mutex<[(collection: PhotoCollection, slot: UInt32)]>([])

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        asked.withLock { $0 += photos.map { (collection, $0.slot) } }
    }

    /// Says that every photo was taken on 12 April 2026 and has twelve megapixels.
    func tell() {
        let asked = asked.withLock { $0 }
        var facts = PhotoFacts()
        facts.taken = WallTime(year: 2026, month: 4, day: 12, hour: 18, minute: 15, second: 3)
            .map { TakenTime($0, origin: .exif) }
        facts.pixelSize = PixelSize(width: 4000, height: 3000)
        Task { [facts] in for (collection, slot) in asked { await collection.learn([(slot, facts)]) } }
    }
}
