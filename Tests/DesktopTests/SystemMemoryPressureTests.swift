// The system's warnings reach the port, from the kernel and from the desktop's monitor.
import CGLib
import Glibc
import ImagePipeline
import Synchronization
import XCTest

@testable import Desktop

final class SystemMemoryPressureTests: XCTestCase {
    private final class Reports: Sendable {
        private let all = Mutex<[MemoryCache.Pressure]>([])
        var list: [MemoryCache.Pressure] { all.withLock { $0 } }
        func add(_ pressure: MemoryCache.Pressure) { all.withLock { $0.append(pressure) } }
    }

    func testTheMonitorsLevelsBecomeGradesOfPressure() {
        MainActor.assumeIsolated {
            let reports = Reports()
            let live = Signal.liveClosures
            for (level, pressure) in [(50, MemoryCache.Pressure.half), (100, .visibleAndNear), (255, .visibleOnly)] {
                XCTAssertEqual(SystemMemoryPressure.pressure(level: UInt32(level)), pressure)
            }
            var port: SystemMemoryPressure? = SystemMemoryPressure(file: "/nowhere")
            port?.watch { reports.add($0) }
            XCTAssertEqual(port?.watchedTriggers, 0)
            // The default monitor is one for the process: emitting its signal is what its service would do.
            let monitor = g_memory_monitor_dup_default()
            XCTAssertNotNil(monitor)
            if let monitor {
                Self.warn(monitor.object, level: 100)
                XCTAssertEqual(reports.list, [.visibleAndNear])
                g_object_unref(monitor.object)
            }
            port = nil
            XCTAssertEqual(Signal.liveClosures, live)
        }
    }

    private static func warn(_ monitor: UnsafeMutableRawPointer, level: Int32) {
        var values = [GValue(), GValue()]
        g_value_init(&values[0], g_memory_monitor_get_type())
        g_value_set_object(&values[0], monitor)
        g_value_init(&values[1], g_memory_monitor_warning_level_get_type())
        g_value_set_enum(&values[1], level)
        g_signal_emitv(values, g_signal_lookup("low-memory-warning", g_memory_monitor_get_type()), 0, nil)
        g_value_unset(&values[0])
        g_value_unset(&values[1])
    }

    func testUrgentNewsOnADescriptorIsReportedAndItIsClosedInTheEnd() {
        MainActor.assumeIsolated {
            let reports = Reports()
            var ends: [Int32] = [0, 0]
            XCTAssertEqual(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends), 0)
            var port: SystemMemoryPressure? = SystemMemoryPressure(file: "/nowhere")
            port?.watch(descriptor: ends[0], .visibleOnly) { reports.add($0) }
            // Out-of-band data raises the condition that the kernel raises for a trigger.
            XCTAssertEqual(send(ends[1], "!", 1, Int32(MSG_OOB)), 1)
            runLoop(until: { !reports.list.isEmpty })
            XCTAssertEqual(reports.list.first, .visibleOnly)
            port = nil
            XCTAssertEqual(fcntl(ends[0], F_GETFD), -1)
            close(ends[1])
        }
    }

    func testAFileThatIsNoPressureFileIsPassedOver() {
        MainActor.assumeIsolated {
            let port = SystemMemoryPressure(file: "/dev/full")
            port.watch { _ in XCTFail("a warning from nowhere") }
            XCTAssertEqual(port.watchedTriggers, 0)
        }
    }
}
