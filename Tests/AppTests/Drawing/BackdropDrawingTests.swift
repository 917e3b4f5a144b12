// The blur behind a photo, which is drawn only where it is seen.
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

nonisolated final class BackdropDrawingTests: XCTestCase {
    func testABackdropIsDrawnBesideThePhotoAlone() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let canvas = Tile()
            g_object_ref_sink(canvas.widget)
            defer { g_object_unref(canvas.widget) }
            let view = Rectangle(x: 0, y: 0, width: 32, height: 32),
                hidden = Rectangle(x: 4, y: 8, width: 20, height: 24)
            let whole = painted(on: canvas.widget) {
                $0.draw(backdrop: texture(), over: view, hidden: nil, opacity: 0.5, scale: 1)
            }
            let beside = painted(on: canvas.widget) {
                $0.draw(backdrop: texture(), over: view, hidden: hidden, opacity: 0.5, scale: 1)
            }
            for y in 0..<32 {
                for x in 0..<32 {
                    let isHidden = (4..<24).contains(x) && (8..<32).contains(y)
                    XCTAssertEqual(beside[y * 32 + x], isHidden ? 0 : whole[y * 32 + x], "\(x), \(y)")
                }
            }
            XCTAssertFalse(whole.contains(0))
        }
    }

    func testAPhotoHidesAllUnlessNothingButAFadingPictureIsThere() {
        MainActor.assumeIsolated {
            var layers = PhotoLayers()
            XCTAssertFalse(layers.hidesAll)
            (layers.picture, layers.pictureOpacity) = (texture(), 0.5)
            XCTAssertFalse(layers.hidesAll)
            layers.pictureOpacity = 1
            XCTAssertTrue(layers.hidesAll)
            (layers.preview, layers.pictureOpacity) = (texture(), 0.5)
            XCTAssertTrue(layers.hidesAll)
        }
    }
}

@MainActor private func texture() -> DrawnTexture {
    let size = PixelSize(square: 16)
    let bytes = (0..<size.area).flatMap { pixel -> [UInt8] in
        let grey = UInt8(pixel % 16 * 8 + 100)
        return [grey, grey, grey, 255]
    }
    let texture = Texture(PixelBuffer(size: size, storage: SharedBytes(copying: EncodedBytes(bytes))))
    return withExtendedLifetime(texture) { DrawnTexture(texture.pointer) }
}

/// The 32 × 32 pixels of a drawing, ARGB.
@MainActor private func painted(on widget: Widget, _ body: (Drawing) -> Void) -> [UInt32] {
    DrawnNode(on: widget, body).map { paintedPixels(of: $0, side: 32) } ?? []
}
