// Textures on the process's main thread, where GTK lets go of them.
import CGLib
import CGTK
import CThreads
import CWidgets
import Fixtures
import ImagePipeline
import Photos
import XCTest

@testable import Codecs
@testable import Desktop

final class TextureTests: XCTestCase {
    private func request(_ side: Int) -> ImageRequest {
        ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID("1"), title: "Sea"), location: .file("/sea.png"),
            size: PixelSize(square: side), fit: .fill)
    }

    func testATextureHasThePixelsOfItsPicture() async throws {
        let file = Painting.quarters(40, 40).encoded("png")
        let decoder = TextureDecoder(PixbufDecoder(width: 1))
        let texture = try await decoder.decode(EncodedBytes(file), for: request(20), priority: .visible)
        XCTAssertEqual(texture.size, PixelSize(square: 20))
        XCTAssertEqual(texture.cost, 20 * 20 * 4)
        XCTAssertEqual(gdk_texture_get_width(texture.pointer), 20)
        var pixels = [UInt8](repeating: 0, count: 20 * 20 * 4)
        gdk_texture_download(texture.pointer, &pixels, 80)  // BGRA in memory
        XCTAssertEqual(Array(pixels[0..<4]), [0, 0, 255, 255])
    }

    func testTexturesDroppedOnOtherThreadsDieOnTheMainThread() {
        MainActor.assumeIsolated {
            XCTAssertTrue(tessera_thread_is_main() != 0)
            // Textures of other tests may still be on their way out.
            tessera_texture_drain()
            let before = Texture.liveCount
            final class Finalized: Sendable {
                let onMain = Monitor<[Bool]>([])
            }
            let finalized = Finalized()
            let dropped = Gate()
            ScriptedServer.thread {
                for _ in 0..<100 {
                    let pixels = g_bytes_new_take(g_malloc0(16), 16)!
                    let texture = Texture(
                        PixelBuffer(size: PixelSize(square: 2), storage: SharedBytes(adopting: pixels)))
                    g_object_weak_ref(
                        texture.pointer.cast(),
                        { context, _ in
                            let finalized = Unmanaged<Finalized>.fromOpaque(context!).takeRetainedValue()
                            finalized.onMain.withLock { $0.append(tessera_thread_is_main() != 0) }
                        }, Unmanaged.passRetained(finalized).toOpaque())
                }
                dropped.open()
            }
            dropped.block()
            XCTAssertEqual(Texture.liveCount, before)
            XCTAssertEqual(finalized.onMain.withLock { $0.count }, 0)
            // One turn of the loop takes them all; what else is ready in this process may come before it.
            for _ in 0..<1000 where finalized.onMain.withLock({ $0.isEmpty }) { g_main_context_iteration(nil, 0) }
            XCTAssertEqual(finalized.onMain.withLock { $0 }, [Bool](repeating: true, count: 100))
        }
    }

    func testDecodingManyPicturesLeavesNoTextureAndNoMemoryHeld() async throws {
        // Those of other tests may still be on their way out.
        let textures = Texture.liveCount, objects = GObjectReference.liveCount
        let decoder = PixbufDecoder(width: 2)
        let file = EncodedBytes(Painting.quarters(64, 64).encoded("jpeg"))
        let request = request(32)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let task = Task { try await decoder.decode(file, for: request, priority: .ahead) }
                    if number.isMultiple(of: 2) { task.cancel() }
                    do { _ = try await task.value } catch is CancellationError {}
                }
            }
            try await group.waitForAll()
        }
        // A worker lets go of its task, and of the texture in it, just after the task's result has arrived here.
        for _ in 0..<1_000_000 where Texture.liveCount > textures { await Task.yield() }
        XCTAssertLessThanOrEqual(Texture.liveCount, textures)
        XCTAssertEqual(decoder.bytesInFlight, 0)
        XCTAssertLessThanOrEqual(GObjectReference.liveCount, objects)
    }
}
