// A closer look at a picture that is too large to be decoded whole: its own pixels, part by part.
import Browse
import CCodecs
import CGTK
import Codecs
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Desktop

nonisolated final class RegionTests: XCTestCase {
    func testAPictureAboveTheLimitIsShownPixelByPixelHoweverItIsTurned() {
        withLargePicture { stage in
            stage.openFitted()
            for quarterTurns in 0..<4 {
                if quarterTurns > 0 { _ = stage.page.run(.rotate(1)) }
                _ = stage.page.run(.pixels)
                runLoop { stage.showsAPart }
                stage.expectOwnPixels()
                stage.page.zoom.pan(x: 41, y: -23)
                stage.expectOwnPixels()
                // Into the corner, where the next part is.
                stage.page.zoom.pan(x: 90_000, y: -90_000)
                runLoop { !stage.page.picture.highResolution.isLoading }
                stage.expectOwnPixels()
                _ = stage.page.run(.fit)
                runLoop { stage.sharperWidth == 0 }
            }
        }
    }

    func testThePartThatIsShownStaysUntilTheNextOneIsThere() {
        withLargePicture { stage in
            stage.openFitted()
            _ = stage.page.run(.pixels)
            runLoop { stage.showsAPart }
            let first = stage.page.widgets.picture.sharper
            let decoded = stage.loader.counters.decoded
            // Within its margin nothing is asked for.
            let margin = stage.margin
            stage.page.zoom.pan(x: -margin / 2, y: 100)
            XCTAssertFalse(stage.page.picture.highResolution.isLoading)
            stage.bytes.shut()
            stage.page.zoom.pan(x: -0.4 * margin, y: 100)
            XCTAssertTrue(stage.page.picture.highResolution.isLoading)
            runLoop { stage.bytes.held == [7] }
            XCTAssertEqual(stage.page.widgets.picture.sharper, first)
            stage.expectOwnPixels()
            stage.bytes.open()
            runLoop { stage.page.widgets.picture.sharper != first }
            stage.expectOwnPixels()
            XCTAssertEqual(stage.loader.counters.decoded, decoded + 1)
        }
    }

    func testAPartThatIsPassedIsCancelled() {
        withLargePicture { stage in
            stage.openFitted()
            let (decoded, calls) = (stage.loader.counters.decoded, stage.bytes.calls.count)
            stage.bytes.shut()
            _ = stage.page.run(.pixels)
            runLoop { stage.bytes.held == [7] }
            let cancelled = stage.loader.counters.cancelled
            for passed in 1...3 {
                stage.page.zoom.pan(x: -stage.margin - 2, y: 0)
                runLoop { stage.loader.counters.cancelled == cancelled + passed }
            }
            stage.bytes.open()
            runLoop { stage.showsAPart && !stage.page.picture.highResolution.isLoading }
            stage.expectOwnPixels()
            // One part was made, of bytes that were read once for all.
            XCTAssertEqual(stage.loader.counters.decoded, decoded + 1)
            XCTAssertEqual(stage.bytes.calls.count, calls + 1)
        }
    }

    func testAPictureThatCannotBeCutIsDecodedWholeOnce() {
        withLargePicture(format: "png", PixelSize(width: 3000, height: 2200)) { stage in
            stage.openFitted()
            _ = stage.page.run(.pixels)
            runLoop { stage.sharperWidth == 3000 }
            let decoded = stage.loader.counters.decoded
            stage.page.zoom.pan(x: -90_000, y: 90_000)
            XCTAssertFalse(stage.page.picture.highResolution.isLoading)
            stage.expectOwnPixels()
            XCTAssertEqual(stage.loader.counters.decoded, decoded)
        }
    }

    func testNothingIsLeftOfTheParts() {
        withLargePicture { stage in
            stage.openFitted()
            let (textures, stored) = (Texture.liveCount, stage.loader.memory.bytes)
            _ = stage.page.run(.pixels)
            runLoop { stage.showsAPart }
            for _ in 0..<6 { _ = stage.page.run(.arrow(x: -1, y: -1, nil)) }
            runLoop { !stage.page.picture.highResolution.isLoading }
            _ = stage.page.run(.fit)
            runLoop { stage.sharperWidth == 0 && Texture.liveCount == textures }
            XCTAssertEqual(stage.loader.memory.bytes, stored)
        }
    }
}

extension PictureStage {
    /// Pixels that a part has on each side of what is seen.
    fileprivate var margin: Double {
        guard let state = page.zoom.zoomState,
            let region = DecodeSizing.region(for: state, quarterTurns: 0)
        else { return 0 }
        return Double(region.size.width - state.view.width) / 2
    }

    /// Whether what is drawn over the picture is less than the whole.
    fileprivate var showsAPart: Bool {
        page.picture.highResolution.isPart && sharperWidth > 0 && !page.picture.highResolution.isLoading
    }
}

/// A picture of noise, of which no two rows are alike.
private nonisolated func encoded(_ size: PixelSize, _ format: String) -> [UInt8] {
    var random = SplitMix(seed: 7)
    var row = [UInt8](repeating: 0, count: (size.width + size.height) * 3)
    // Of some pixels' width, for a JPEG to keep it.
    var colour: UInt64 = 0
    for index in 0..<row.count / 3 {
        if index % 7 == 0 { colour = random.next() }
        for channel in 0..<3 { row[index * 3 + channel] = UInt8(truncatingIfNeeded: colour >> (8 * channel)) }
    }
    guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(size.width), Int32(size.height)) else {
        return []
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    row.withUnsafeBytes { bytes in
        for y in 0..<size.height {
            let to = UnsafeMutableRawPointer(gdk_pixbuf_get_pixels(pixbuf) + y * stride)
            to.copyMemory(from: bytes.baseAddress! + y * 3, byteCount: size.width * 3)
        }
    }
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, format, nil, nil, nil)
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
}

/// Runs on the main actor with a page over one picture, above the limit of a whole decode as a rule, animations off.
private nonisolated func withLargePicture(
    format: String = "jpeg", _ size: PixelSize = PixelSize(width: 6010, height: 4201),
    _ body: @MainActor (PictureStage) -> Void
) {
    MainActor.assumeIsolated {
        _ = TestApplication.shared
        let decoder = PixbufDecoder(width: 2), file = encoded(size, format)
        var whole: PixelBuffer?
        Task { whole = try await decoder.decodePixels(EncodedBytes(file), title: "Noise", size: size, fit: .fit) }
        runLoop { whole != nil }
        let stage = PictureStage(content: file, decoder: TextureDecoder(decoder), size: size) { x, y in
            var pixel: (UInt8, UInt8, UInt8) = (0, 0, 0)
            whole?.withBytes { bytes in
                let offset = (y * size.width + x) * 4
                pixel = (bytes[offset + 2], bytes[offset + 1], bytes[offset])
            }
            return pixel
        }
        body(stage)
        stage.bytes.open()
        stage.close()
    }
}
