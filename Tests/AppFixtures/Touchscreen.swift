// The touchscreen of the test's display: fingers whose events take the way of real ones, through server, GDK and
// gestures.
import CGTK
import Foundation
import Glibc
import XCTest

/// The connection to `scripts/touchscreen`. Points are parts of the screen, 0…1.
final class Touchscreen {
    /// A movement of a finger, or the time before the next one.
    enum Step {
        case down(Int, x: Double, y: Double)
        case move(Int, x: Double, y: Double)
        case up(Int, x: Double, y: Double)
        case pause(milliseconds: Int)

        fileprivate var line: String {
            switch self {
            case .down(let finger, let x, let y): "down \(finger) \(x) \(y)\n"
            case .move(let finger, let x, let y): "move \(finger) \(x) \(y)\n"
            case .up(let finger, let x, let y): "up \(finger) \(x) \(y)\n"
            case .pause(let milliseconds): "pause \(milliseconds)\n"
            }
        }
    }

    private let connection: Int32

    /// Whether the display has a touchscreen: `scripts/test` starts one that has, but not beside a desktop in use.
    static var isThere: Bool { ProcessInfo.processInfo.environment["TESSERA_TOUCHSCREEN"] != nil }

    /// Fails loudly without a touchscreen.
    init() {
        guard let path = ProcessInfo.processInfo.environment["TESSERA_TOUCHSCREEN"] else {
            preconditionFailure("tests of touch need a display with a touchscreen: run them through scripts/test")
        }
        connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(status == 0, "the touchscreen at \(path) does not answer")
    }

    deinit { Glibc.close(connection) }

    /// Lets the fingers move, while the loop turns, until the display has passed on all of it.
    func perform(_ steps: [Step], file: StaticString = #filePath, line: UInt = #line) {
        let text = Array(steps.map(\.line).joined().utf8)
        precondition(send(connection, text, text.count, 0) == text.count, "the touchscreen has gone")
        var answers = 0
        runLoop(
            until: {
                var bytes = [UInt8](repeating: 0, count: 1024)
                let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                if count > 0 { answers += count }
                return answers == steps.count
            }, file: file, line: line)
    }
}
