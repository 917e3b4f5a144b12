// What a tile draws beside its picture: the line around one that would melt into the window, and failures.
import Browse
import CGTK
import Codecs
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TileDrawingTests: XCTestCase {
    func testOnlyAPictureThatWouldMeltIntoTheWindowHasAnEdge() {
        MainActor.assumeIsolated {
            let white = lines(around: EdgeTone(light: 1, dark: 0)), black = lines(around: EdgeTone(light: 0, dark: 1))
            XCTAssertEqual(white.light.count, 4)
            XCTAssertEqual(white.dark.count, 0)
            XCTAssertEqual(black.light.count, 0)
            XCTAssertEqual(black.dark.count, 4)
            XCTAssertEqual(lines(around: EdgeTone(light: 0.1, dark: 0.1)).light.count, 0)
            // Inside the picture, one pixel wide, and no pixel twice.
            XCTAssertEqual(white.light.map { $0.width * $0.height }.reduce(0, +), 200 * 4 - 4)
            XCTAssertTrue(white.light.allSatisfy { bounds.contains($0) && min($0.width, $0.height) == 1 })
        }
    }

    func testAFailureSaysWhatToDoWhereThereIsRoomAndIsAnIconElsewhere() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            for (side, hasText) in [
                (200.0, true), (TileFailure.smallestWithText, true), (128, false), (64, false), (24, false),
            ] {
                let tile = Tile()
                g_object_ref_sink(tile.widget)
                defer { g_object_unref(tile.widget) }
                gtk_widget_allocate(tile.widget, Int32(side), Int32(side), -1, nil)
                tile.pictureSize = (side, side)
                tile.show(failure: "sea.jpg\nNot found\nClick to try again")
                let snapshot = made(gtk_snapshot_new())
                tile.draw(Drawing(on: snapshot, of: tile.widget))
                guard let node = gtk_snapshot_free_to_node(snapshot) else { return XCTFail("nothing is drawn") }
                defer { gsk_render_node_unref(node) }
                XCTAssertEqual(count(of: GSK_TEXT_NODE, in: node) > 0, hasText, "\(side)")
            }
        }
    }
}

private let bounds = Rectangle(x: 0, y: 0, width: 200, height: 200)

/// The lines that are drawn around a picture of a tone in a light window and in a dark one.
private func lines(around tone: EdgeTone) -> (light: [Rectangle], dark: [Rectangle]) {
    _ = TestApplication.shared
    let canvas = Tile()
    g_object_ref_sink(canvas.widget)
    defer { g_object_unref(canvas.widget) }
    func lines(isDark: Bool) -> [Rectangle] {
        let snapshot = made(gtk_snapshot_new())
        TileEdge(tone: tone).draw(
            on: Drawing(on: snapshot, of: canvas.widget), around: bounds, scale: 1, isDark: isDark)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return [] }
        defer { gsk_render_node_unref(node) }
        return leaves(of: node).map { leaf in
            var bounds = graphene_rect_t()
            gsk_render_node_get_bounds(leaf, &bounds)
            return Rectangle(
                x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
                height: Double(bounds.size.height))
        }
    }
    return (lines(isDark: false), lines(isDark: true))
}

private func count(of type: GskRenderNodeType, in node: OpaquePointer) -> Int {
    leaves(of: node).count { gsk_render_node_get_node_type($0) == type }
}

/// The nodes that draw.
private func leaves(of node: OpaquePointer) -> [OpaquePointer] {
    switch gsk_render_node_get_node_type(node) {
    case GSK_CONTAINER_NODE:
        (0..<gsk_container_node_get_n_children(node)).flatMap { leaves(of: gsk_container_node_get_child(node, $0)) }
    case GSK_TRANSFORM_NODE: leaves(of: gsk_transform_node_get_child(node))
    case GSK_OPACITY_NODE: leaves(of: gsk_opacity_node_get_child(node))
    case GSK_CLIP_NODE: leaves(of: gsk_clip_node_get_child(node))
    default: [node]
    }
}
