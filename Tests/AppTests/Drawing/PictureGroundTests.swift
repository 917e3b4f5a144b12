// What lies under pictures that let something through, for both ways of drawing.
import Browse
import CGTK
import Codecs
import Desktop
import Foundation
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PictureGroundTests: XCTestCase {
    func testAnOpaquePictureIsOneRenderNodeAndATranslucentOneLiesOnSquares() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let canvas = Tile()
            g_object_ref_sink(canvas.widget)
            defer { g_object_unref(canvas.widget) }
            for isTranslucent in [false, true] {
                // A widget without a window is drawn with textures.
                let node = drawn(on: canvas.widget, isTranslucent: isTranslucent)
                XCTAssertEqual(count("texture {", in: node), 1)
                XCTAssertEqual(count("repeat {", in: node), isTranslucent ? 1 : 0)
                XCTAssertEqual(count("color {", in: node), isTranslucent ? 3 : 0)
                let colours = painted(node)
                if isTranslucent { expectSquares(colours) } else { XCTAssertEqual(Set(colours), [0xFFFF_FFFF]) }
            }
        }
    }

    func testACropOfATranslucentPhotoLiesOnTheGroundOfTheWholeOne() {
        withGallery(ScriptedSource(count: 1)) { gallery in
            gallery.waitUntilIdle()
            let tile = Tile()
            g_object_ref_sink(tile.widget)
            defer { g_object_unref(tile.widget) }
            let red = GdkRGBA(red: 1, green: 0, blue: 0, alpha: 1)
            // A widget without a window is drawn with textures, that of the window perhaps by cairo.
            for widget in [tile.widget, gallery.grid.view.cast()] {
                for isTranslucent in [false, true] {
                    let node = node(on: widget, isTranslucent: isTranslucent) { drawing, texture in
                        drawing.draw(
                            crop: texture, of: Rectangle(x: 0, y: 8, width: 32, height: 16), fill: red)
                    }
                    let pixels = paintedPixels(of: node, side: 32), beside = pixels[16 * 32..<16 * 32 + 7]
                    if isTranslucent {
                        XCTAssertTrue(beside.allSatisfy { [0xFF6C_6C6C, 0xFF94_9494].contains($0) })
                        let seen = (8..<24).flatMap { y in (8..<24).map { pixels[y * 32 + $0] } }
                        expectSquares(seen)
                    } else {
                        XCTAssertEqual(Set(beside), [0xFFFF_0000])
                        XCTAssertEqual(count("repeat {", in: node), 0)
                    }
                }
            }
        }
    }

    func testTheSquaresAreDrawnForTheRendererOfTheWindowWithoutANodeOfTheirOwnForCairo() {
        withGallery(ScriptedSource(count: 1)) { gallery in
            gallery.waitUntilIdle()
            let widget: Widget = gallery.grid.view.cast()
            for isTranslucent in [false, true] {
                let node = drawn(on: widget, isTranslucent: isTranslucent)
                if count("cairo {", in: node) > 0 {
                    XCTAssertEqual(gsk_render_node_get_node_type(node.pointer), GSK_CAIRO_NODE)
                }
                let colours = painted(node)
                if isTranslucent { expectSquares(colours) } else { XCTAssertEqual(Set(colours), [0xFFFF_FFFF]) }
            }
        }
    }
}

/// Black and white have a contrast of at least 3 to both greys. One square has its middle in that of the picture.
private func expectSquares(_ colours: [UInt32], line: UInt = #line) {
    let dark: UInt32 = 0xFF6C_6C6C, light: UInt32 = 0xFF94_9494
    let expected = (0..<16).flatMap { y in (0..<16).map { x in (x + 4) / 8 % 2 == (y + 4) / 8 % 2 ? dark : light } }
    // The middle of the picture is that of a dark square.
    XCTAssertEqual(expected[8 * 16 + 8], dark)
    XCTAssertEqual(colours, expected, line: line)
}

/// A picture at 8, 8, 16 pixels a side: white, or nothing at all.
private func drawn(on widget: Widget, isTranslucent: Bool) -> DrawnNode {
    node(on: widget, isTranslucent: isTranslucent) { drawing, texture in
        drawing.draw(texture, in: Rectangle(x: 8, y: 8, width: 16, height: 16))
    }
}

/// What is drawn with a picture of 16 pixels a side.
private func node(
    on widget: Widget, isTranslucent: Bool, _ body: (Drawing, DrawnTexture) -> Void
) -> DrawnNode {
    let size = PixelSize(square: 16)
    let bytes = [UInt8](repeating: isTranslucent ? 0 : 255, count: size.area * 4)
    let texture = Texture(
        PixelBuffer(size: size, storage: SharedBytes(copying: EncodedBytes(bytes)), isTranslucent: isTranslucent))
    return withExtendedLifetime(texture) { DrawnNode(on: widget) { body($0, DrawnTexture(texture.pointer)) }! }
}

/// The pixels of that picture as they are drawn, ARGB.
private func painted(_ node: DrawnNode) -> [UInt32] {
    let pixels = paintedPixels(of: node, side: 32)
    return (8..<24).flatMap { y in (8..<24).map { x in pixels[y * 32 + x] } }
}

/// The pixels of a node in the upper left square, ARGB, row by row.
func paintedPixels(of node: DrawnNode, side: Int) -> [UInt32] {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(side), Int32(side))
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    gsk_render_node_draw(node.pointer, context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { return [UInt32](repeating: 0, count: side * side) }
    return (0..<side).flatMap { y in
        (0..<side).map { x in UnsafeRawPointer(data).load(fromByteOffset: y * stride + x * 4, as: UInt32.self) }
    }
}

/// Number of nodes of a kind, as GTK writes them down.
private func count(_ kind: String, in node: DrawnNode) -> Int {
    guard let bytes = gsk_render_node_serialize(node.pointer) else { return 0 }
    defer { g_bytes_unref(bytes) }
    var length: gsize = 0
    guard let data = g_bytes_get_data(bytes, &length) else { return 0 }
    let text = String(decoding: UnsafeRawBufferPointer(start: data, count: Int(length)), as: UTF8.self)
    return text.components(separatedBy: kind).count - 1
}
