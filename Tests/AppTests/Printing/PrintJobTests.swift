// A print of photos, written into a PDF: pages, the size for which photos are decoded, and what cannot be read.
import Browse
import CGTK
import Desktop
import Foundation
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PrintJobTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testEveryPageHasItsPhotosDecodedForThePaper() throws {
        let (end, drawn, data) = try export(photos: 5, perPage: 2, broken: [])
        XCTAssertEqual(end, .printed(leftOut: 0))
        XCTAssertEqual(drawn.map(\.count), [2, 2, 1])
        XCTAssertTrue(data.starts(with: Data("%PDF".utf8)))
        // A cell of A4 or Letter with its margins has more than 7 inches at 300 pixels an inch.
        for size in drawn.joined() { XCTAssertTrue((1500...3600).contains(size.width), "\(size)") }
    }

    func testNinePhotosFitOnOnePage() throws {
        let (_, drawn, _) = try export(photos: 9, perPage: 9, broken: [])
        XCTAssertEqual(drawn.map(\.count), [9])
        for size in drawn.joined() { XCTAssertTrue((500...1200).contains(size.width), "\(size)") }
    }

    func testAPhotoThatCannotBeReadLeavesItsPlaceEmptyAndIsCounted() throws {
        let (end, drawn, _) = try export(photos: 3, perPage: 1, broken: [1])
        XCTAssertEqual(end, .printed(leftOut: 1))
        XCTAssertEqual(drawn.map(\.count), [1, 0, 1])
    }

    func testAPlaceThatCannotBeWrittenIsAFailureInWords() throws {
        let (end, _, _) = try export(photos: 1, perPage: 1, broken: [], to: "/nowhere/at/all.pdf")
        guard case .failed(let problem) = end else { return XCTFail("\(String(describing: end))") }
        XCTAssertFalse(problem.isEmpty)
    }

    private func export(
        photos count: Int, perPage: Int, broken: Set<Int>, to place: String? = nil
    ) throws -> (PrintJob.End?, [[PixelSize]], Data) {
        let path = place ?? NSTemporaryDirectory() + "tessera-print-\(getpid()).pdf"
        defer { if place == nil { try? FileManager.default.removeItem(atPath: path) } }
        let result = MainActor.assumeIsolated {
            _ = TestApplication.shared
            let bytes = ScriptedBytes()
            bytes.broken = broken
            let loader = ImageLoader(
                bytes: bytes, decoder: ScriptedDecoder(), memory: ImageCache<Texture>(budget: 128 << 20))
            let gallery = ScriptedGallery(ScriptedSource(count: count))
            let refs = (0..<count).map(gallery.model.ref(at:))
            let photos = ActionTarget.Photos(
                refs: refs, store: gallery.model.snapshot.store, source: gallery.model.source)
            let job = PrintJob(photos, loader: loader, perPage: perPage, settings: nil)
            var end: PrintJob.End?
            job.export(to: path) { end = $0 }
            runLoop { end != nil }
            loader.invalidate()
            return (end, job.drawn)
        }
        return (result.0, result.1, place == nil ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data())
    }
}
