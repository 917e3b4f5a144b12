// The heap where cairo draws: kept from frame to frame, given back at rest.
import CGTK
import Desktop
import Glibc
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FrameHeapTests: XCTestCase {
    /// Waits that end when the test says so, and what the heap was told.
    @MainActor private final class Script {
        private(set) var waits: [CheckedContinuation<Void, Never>] = []
        private(set) var keeps = 0
        private nonisolated let gives = Mutex(0)
        /// Number of times that memory was given back.
        var given: Int { gives.withLock { $0 } }

        func makeHeap() -> FrameHeap {
            FrameHeap(
                keep: { self.keeps += 1 }, giveBack: { self.gives.withLock { $0 += 1 } },
                wait: { await withCheckedContinuation { self.waits.append($0) } })
        }

        func endWait() {
            runLoop { !waits.isEmpty }
            waits.removeFirst().resume()
        }
    }

    func testFreePagesGoBackOnceNothingHasBeenDrawnForAWhile() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let script = Script()
            let heap = script.makeHeap()
            heap.drawn()
            for _ in 0..<3 {
                runLoop { !script.waits.isEmpty }
                heap.drawn()
                script.endWait()
            }
            runLoop { !script.waits.isEmpty }
            XCTAssertEqual(script.given, 0)
            script.endWait()
            runLoop { script.given == 1 }
            // The next frames begin anew.
            heap.drawn()
            script.endWait()
            runLoop { script.given == 2 }
        }
    }

    func testTheHeapIsKeptFromTheFirstWindowThatCairoDraws() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let script = Script()
            let heap = script.makeHeap()
            for _ in 0..<2 {
                let window = made(gtk_window_new())
                // One that is realized alone and destroyed is laid out once more by GTK 4.8, which ends the program.
                gtk_window_present(window.cast())
                runLoop { gtk_widget_get_width(window) > 0 }
                let renderer = gtk_native_get_renderer(gtk_widget_get_native(window))
                let isCairo = renderer.map {
                    g_type_check_instance_is_a($0.cast(to: GTypeInstance.self), gsk_cairo_renderer_get_type()) != 0
                }
                let following = heap.follow(window.cast())
                XCTAssertEqual(following != nil, isCairo)
                XCTAssertEqual(script.keeps, isCairo == true ? 1 : 0)
                if let following { heap.forget(following) }
                gtk_window_destroy(window.cast())
            }
        }
    }

    /// Pages that the kernel has given to the process.
    private var faults: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_minflt
    }

    private func useSurface(_ bytes: Int) {
        guard let block = malloc(bytes) else { return XCTFail("no memory") }
        memset(block, 1, bytes)
        free(block)
    }

    func testASurfaceLargerThanMallocsOwnLimitIsMappedOnce() {
        let bytes = 40 << 20
        ProcessMemory.keepSurfaces()
        useSurface(bytes)
        let before = faults
        for _ in 0..<5 { useSurface(bytes) }
        XCTAssertLessThan(faults - before, bytes / 4096 / 2)
        let resident = ProcessMemory.resident ?? 0
        ProcessMemory.giveBack()
        XCTAssertLessThan(ProcessMemory.resident ?? 0, resident - bytes / 2)
    }
}
