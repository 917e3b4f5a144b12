// The desktop's volumes, mounted and not, over a monitor that a test scripts.
import CGLib
import XCTest

@testable import Desktop

nonisolated final class DesktopVolumesTests: XCTestCase {
    @MainActor private static func volumes(_ volumes: ScriptedVolumes.Volume...) -> DesktopVolumes {
        ScriptedVolumes.volumes = volumes
        return DesktopVolumes(adopting: OpaquePointer(ScriptedVolumes.monitor())) {}
    }

    /// Turns the main loop until `condition` holds.
    @MainActor private static func turn(until condition: () -> Bool) {
        for _ in 0..<1_000 where !condition() { g_main_context_iteration(nil, 1) }
        XCTAssertTrue(condition())
    }

    func testVolumesWithoutAMountComeAfterThoseThatHaveOne() {
        MainActor.assumeIsolated {
            let volumes = Self.volumes(
                .init(name: "CARD", device: "/dev/sdx1"), .init(name: "DISK", device: "/dev/sdy1", path: "/media/disk"),
                .init(name: "Audio CD", device: "/dev/sr0", canMount: false), .init(name: "No Device", device: nil))
            XCTAssertEqual(volumes.volumes.map(\.name), ["DISK", "CARD", "No Device"])
            XCTAssertEqual(volumes.volumes.map(\.path), ["/media/disk", nil, nil])
            XCTAssertEqual(volumes.volumes.map(\.canEject), [true, false, false])
            XCTAssertEqual(Set(volumes.volumes.map(\.id)).count, 3)
        }
    }

    func testAVolumeIsMountedAndItsFolderIsGiven() {
        MainActor.assumeIsolated {
            let volumes = Self.volumes(
                .init(name: "OTHER", device: "/dev/sdw1"),
                .init(name: "CARD", device: "/dev/sdx1", target: "/media/card"))
            var paths: [String] = []
            volumes.mount("volume:/dev/sdx1", over: nil) {
                paths.append($0)
            } failed: {
                XCTFail($0)
            }
            Self.turn { !paths.isEmpty }
            XCTAssertEqual(paths, ["/media/card"])
            XCTAssertEqual(ScriptedVolumes.mountings, 1)
            XCTAssertEqual(volumes.volumes.map(\.path), ["/media/card", nil])
        }
    }

    func testAFailureIsSaidAndWhatTheUserWasToldAlreadyIsNot() {
        MainActor.assumeIsolated {
            let volumes = Self.volumes(
                .init(name: "CARD", device: "/dev/sdx1", failure: (G_IO_ERROR_FAILED, "wrong fs type")),
                .init(name: "SAFE", device: "/dev/sdy1", failure: (G_IO_ERROR_FAILED_HANDLED, "dismissed")))
            var said: [String] = []
            volumes.mount("volume:/dev/sdy1", over: nil) { _ in
                XCTFail("mounted")
            } failed: {
                said.append($0)
            }
            volumes.mount("volume:/dev/sdx1", over: nil) { _ in
                XCTFail("mounted")
            } failed: {
                said.append($0)
            }
            Self.turn { !said.isEmpty }
            XCTAssertEqual(said, ["wrong fs type"])
            volumes.mount("volume:/dev/gone", over: nil) { _ in
                XCTFail("mounted")
            } failed: {
                said.append($0)
            }
            XCTAssertEqual(said.last, "It is not there any more.")
            XCTAssertEqual(ScriptedVolumes.mountings, 2)
        }
    }

    func testAVolumeThatComesIsToldOf() {
        MainActor.assumeIsolated {
            ScriptedVolumes.volumes = [.init(name: "CARD", device: "/dev/sdx1")]
            let monitor = ScriptedVolumes.monitor()
            var changes = 0
            let volumes = DesktopVolumes(adopting: OpaquePointer(monitor)) { changes += 1 }
            defer { withExtendedLifetime(volumes) {} }
            for (number, signal) in ["volume-added", "volume-removed", "mount-added", "mount-removed"].enumerated() {
                var arguments = [GValue(), GValue()]
                g_value_init(&arguments[0], g_volume_monitor_get_type())
                g_value_set_object(&arguments[0], monitor)
                g_value_init(&arguments[1], signal.hasPrefix("mount") ? g_mount_get_type() : g_volume_get_type())
                g_signal_emitv(arguments, g_signal_lookup(signal, g_volume_monitor_get_type()), 0, nil)
                for index in arguments.indices { g_value_unset(&arguments[index]) }
                XCTAssertEqual(changes, number + 1)
            }
        }
    }
}
