// Steps of work on textures, on the process's main thread, where GTK lets go of them.
import CGLib
import CGTK
import Codecs
import Fixtures
import ImagePipeline
import Photos
import XCTest

@testable import Desktop

final class TextureProcessorTests: XCTestCase {
    private let workers = WorkerPool(name: "decode", width: 1, niceness: 0)
    private var processor: TextureProcessor { TextureProcessor(workers: workers) }

    private func process(_ image: Texture, _ step: Processor) async throws -> Texture {
        try await processor.process(image, with: step, title: "Sea", priority: .visible)
    }

    func testATextureSharesItsPixelsWithGTK() throws {
        let texture = Texture(Painting(2, 1) { _, _ in .black }.buffer())
        XCTAssertEqual(texture.cost, 8)
        // Behind GTK's back, to see whether it looks at these very bytes.
        let memory = UnsafeMutableRawPointer(mutating: g_bytes_get_data(texture.pixels.storage.bytes, nil)!)
        memory.storeBytes(of: 201, toByteOffset: 4, as: UInt8.self)
        var drawn = [UInt8](repeating: 0, count: 8)
        gdk_texture_download(texture.pointer, &drawn, 8)
        XCTAssertEqual(drawn, [0, 0, 0, 255, 201, 0, 0, 255])
    }

    func testAStepGivesANewTextureAndLeavesTheOldOne() async throws {
        let painting = Painting.quarters(30, 20)
        let source = Texture(painting.buffer())
        let result = try await process(source, .tint(rgb: 0xFF_FFFF, amount: 255))
        XCTAssertEqual(result.size, source.size)
        XCTAssertEqual(result.cost, 30 * 20 * 4)
        XCTAssertEqual(result.pixels.colours[0].g, 255)
        XCTAssertEqual(source.pixels.colours[0], .red)
        var drawn = [UInt8](repeating: 0, count: 30 * 20 * 4)
        gdk_texture_download(result.pointer, &drawn, 120)
        XCTAssertEqual(Array(drawn[0..<4]), [255, 255, 255, 255])
    }

    func testAStepThatChangesNothingGivesTheSameTexture() async throws {
        let source = Texture(Painting.quarters(30, 20).buffer())
        let steps: [Processor] = [
            .resize(PixelSize(square: 30), .fit), .blur(sigma: 0), .tint(rgb: 0xFF_FFFF, amount: 0),
        ]
        for step in steps {
            let result = try await process(source, step)
            XCTAssertTrue(result === source, "\(step)")
        }
    }

    func testAStepWaitsForTheDecodersThreadAndACancelledOneNeverRuns() async throws {
        let source = Texture(Painting.noise(3, 3).buffer())
        let workers = workers, processor = processor
        let busy = Gate(), hold = Gate()
        let order = Monitor<[String]>([])
        async let decode: Void = workers.run(priority: .visible) {
            busy.open()
            hold.block()
            order.withLock { $0.append("decode") }
        }
        await busy.opened()
        let step = Task {
            _ = try await processor.process(source, with: .blur(sigma: 1), title: "Sea", priority: .visible)
            order.withLock { $0.append("step") }
        }
        let dropped = Task {
            _ = try await processor.process(source, with: .blur(sigma: 1), title: "Sea", priority: .visible)
            order.withLock { $0.append("cancelled step") }
        }
        dropped.cancel()
        hold.open()
        try await decode
        try await step.value
        do {
            try await dropped.value
            XCTFail("a cancelled step gave a result")
        } catch is CancellationError {}
        XCTAssertEqual(order.withLock { $0 }, ["decode", "step"])
    }
}
