import Browse
// The badge of a tile: which photos have one, when it comes and goes, and what assistive technology is told.
import CAccessible
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class BadgeTests: XCTestCase {
    /// Nothing is left of a window that is closed.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testATileSaysWhatItsPhotoIsAndItsCellSaysItInWords() {
        let source = LivingSource(count: 1)
        source.tell(.added(PackedPage([Self.photo(1, .raw), Self.photo(2, .video(seconds: 72))]), isLast: true))
        withGallery(source) { gallery in
            runLoop { gallery.page.model.count == 3 }
            gallery.waitUntilIdle()
            XCTAssertEqual((0..<3).map { gallery.grid.tile(at: $0)?.badge }, [nil, .raw, .video(seconds: 72)])
            XCTAssertTrue(Self.isCalled("Photo 0", at: 0, gallery))
            XCTAssertTrue(Self.isCalled("Photo 1, camera raw", at: 1, gallery))
            XCTAssertTrue(Self.isCalled("Photo 2, video of 1 minute 12 seconds", at: 2, gallery))
        }
    }

    func testAPanoramaIsKnownByItsSizeAndAnAnimationByItsDecode() {
        let source = LivingSource(count: 1)
        let wide = Photo(id: PhotoID("1"), title: "Wide", size: PixelSize(width: 9000, height: 3000))
        source.tell(.added(PackedPage([wide, Self.photo(2, nil)]), isLast: true))
        withGallery(source, decoder: ScriptedDecoder(animated: 2)) { gallery in
            runLoop { gallery.page.model.count == 3 }
            gallery.waitUntilIdle()
            XCTAssertEqual((0..<3).map { gallery.grid.tile(at: $0)?.badge }, [nil, .panorama, .animation])
            XCTAssertTrue(Self.isCalled("Wide, 9000 × 3000, panorama", at: 1, gallery))
            XCTAssertTrue(Self.isCalled("Photo 2, animation", at: 2, gallery))
        }
    }

    func testABadgeComesAndGoesWithTheCompanionAndLoadsNothing() {
        let source = LivingSource(count: 20)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            let fetches = gallery.loader.counters.fetches
            for companions in [["3.CR2"], []] as [[FileName]] {
                source.tell(.changed([ListedPhoto(Photo(id: PhotoID("3"), title: "Photo 3", companions: companions))]))
                runLoop { gallery.grid.tile(at: 3)?.badge == (companions.isEmpty ? nil : .rawBeside) }
                gallery.waitUntilIdle()
                XCTAssertTrue(
                    Self.isCalled(companions.isEmpty ? "Photo 3" : "Photo 3, with camera raw", at: 3, gallery))
                XCTAssertNotNil(gallery.grid.tile(at: 3)?.texture)
            }
            XCTAssertEqual(gallery.loader.counters.fetches, fetches)
        }
    }

    func testATileThatIsBoundAgainHasTheBadgeOfItsPhotoAlone() {
        let source = LivingSource(count: 0)
        source.tell(
            .added(PackedPage((0..<5_000).map { Self.photo($0, $0.isMultiple(of: 2) ? .raw : nil) }), isLast: true))
        withGallery(source) { gallery in
            runLoop { gallery.page.model.count == 5_000 }
            for offset in [0, 20_000, 300, 50_000] as [Double] {
                gallery.grid.scrollOffset = offset
                gallery.waitUntilIdle()
                for (ref, tile) in gallery.grid.tiles { XCTAssertEqual(tile.badge, ref.slot % 2 == 0 ? .raw : nil) }
            }
        }
    }

    func testTheLabelLiesInTheCornerAtTheEndOfTheLineAndOnlyWhereThereIsRoom() {
        MainActor.assumeIsolated {
            for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                guard let drawn = Self.drawn(.rawBeside, side: 200, direction) else {
                    XCTFail("no label is drawn")
                    continue
                }
                XCTAssertEqual(drawn.maxY, 192)
                XCTAssertEqual(direction == GTK_TEXT_DIR_RTL ? drawn.x : 200 - drawn.maxX, 8)
                XCTAssertLessThan(drawn.width, 64)
            }
            XCTAssertNotNil(Self.drawn(.rawBeside, side: 64, GTK_TEXT_DIR_LTR))
            XCTAssertNil(Self.drawn(.rawBeside, side: 24, GTK_TEXT_DIR_LTR))
            XCTAssertNil(Self.drawn(nil, side: 200, GTK_TEXT_DIR_LTR))
        }
    }

    func testLengthsAreWrittenAsPlayersDo() {
        MainActor.assumeIsolated {
            let labels = [0, 7, 754, 3723].map { BadgeText.label(.video(seconds: $0)) }
            XCTAssertEqual(labels, ["0:00", "0:07", "12:34", "1:02:03"])
            XCTAssertEqual(BadgeText.spoken(.video(seconds: 3661)), "video of 1 hour 1 minute 1 second")
            XCTAssertEqual(BadgeText.spoken(.video(seconds: 0)), "video of 0 seconds")
        }
    }

    private static func photo(_ number: Int, _ badge: PhotoBadge?) -> Photo {
        Photo(id: PhotoID("\(number)"), title: "Photo \(number)", badge: badge)
    }

    @MainActor private static func isCalled(_ name: String, at position: Int, _ gallery: GalleryWindow) -> Bool {
        let cell = gallery.grid.tile(at: position).map(\.widget)
        return cell.map { tessera_accessible_has_label($0, name) != 0 } ?? false
    }

    /// The bounds of the label that a blank tile with a badge draws over its placeholder; nil where it draws none.
    @MainActor private static func drawn(
        _ badge: PhotoBadge?, side: Double, _ direction: GtkTextDirection
    ) -> Rectangle? {
        _ = TestApplication.shared
        let tile = Tile()
        g_object_ref_sink(tile.widget)
        defer { g_object_unref(tile.widget) }
        gtk_widget_set_direction(tile.widget, direction)
        gtk_widget_allocate(tile.widget, Int32(side), Int32(side), -1, nil)
        tile.badge = badge
        let snapshot = made(gtk_snapshot_new())
        tile.draw(Drawing(on: snapshot, of: tile.widget))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        return roundedClip(in: node)
    }

    @MainActor private static func roundedClip(in node: OpaquePointer) -> Rectangle? {
        switch gsk_render_node_get_node_type(node) {
        case GSK_ROUNDED_CLIP_NODE:
            guard let clip = gsk_rounded_clip_node_get_clip(node)?.pointee.bounds else { return nil }
            return Rectangle(
                x: Double(clip.origin.x), y: Double(clip.origin.y), width: Double(clip.size.width),
                height: Double(clip.size.height))
        case GSK_CONTAINER_NODE:
            let children = (0..<gsk_container_node_get_n_children(node)).compactMap {
                gsk_container_node_get_child(node, $0)
            }
            return children.compactMap(roundedClip).first
        default: return nil
        }
    }
}
