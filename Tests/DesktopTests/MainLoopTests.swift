// The bridge between the main actor and GLib: everything runs, nothing spins, nobody starves.
import CGLib
import Desktop
import Dispatch
import XCTest

final class MainLoopTests: XCTestCase {
    func testATaskOnTheMainActorRunsUnderGLib() {
        MainActor.assumeIsolated {
            var ran = false
            Task { @MainActor in ran = true }
            runLoop { ran }
        }
    }

    func testTaskSleepWakesUpUnderGLib() {
        MainActor.assumeIsolated {
            var awake = false
            Task { @MainActor in
                try await Task.sleep(for: .milliseconds(5))
                awake = true
            }
            runLoop { awake }
        }
    }

    func testDispatchQueueMainRunsUnderGLib() {
        MainActor.assumeIsolated {
            nonisolated(unsafe) var ran = false
            DispatchQueue.main.async { ran = true }
            runLoop { ran }
        }
    }

    func testAnIdleLoopDoesNotSpin() {
        MainActor.assumeIsolated {
            var ran = false
            Task { @MainActor in ran = true }
            runLoop { ran }
            let before = MainLoop.dispatchCount
            let end = monotonicTime() + 200_000
            runLoop { monotonicTime() > end }
            // Without reading the eventfd before the drain this is in the tens of thousands.
            XCTAssertLessThanOrEqual(MainLoop.dispatchCount - before, 2)
        }
    }

    /// Jobs and frames that both never end, counted.
    @MainActor private final class Race {
        var jobs = 0
        var frames = 0
        var isOver = false
    }

    func testAnEndlessStreamOfMainActorJobsAndAnEndlessRedrawBothAdvance() {
        MainActor.assumeIsolated {
            let race = Race()
            Task { @MainActor in
                while !race.isOver {
                    race.jobs += 1
                    await Task.yield()
                }
            }
            // At the priority of GTK's redraw and always ready, as a window that redraws without pause is.
            let redraw = g_idle_add_full(
                120,
                { context in
                    guard let context else { return 0 }
                    Unmanaged<Race>.fromOpaque(context).takeUnretainedValue().frames += 1
                    return 1
                }, Unmanaged.passUnretained(race).toOpaque(), nil)
            runLoop { race.jobs >= 200 && race.frames >= 200 }
            g_source_remove(redraw)
            race.isOver = true
            XCTAssertGreaterThanOrEqual(race.jobs, 200)
            XCTAssertGreaterThanOrEqual(race.frames, 200)
        }
    }
}
