// Log messages reach GLib with domain, level and text.
import CGLib
import Codecs
import Glibc
import Logging
import XCTest

@testable import Desktop

final class LogBridgeTests: XCTestCase {
    private static let written = Monitor<[String]>([])

    func testMessagesReachGLibsWriterWithDomainAndMetadata() {
        unsetenv("G_MESSAGES_DEBUG")
        // GLib takes one writer a process; other messages go on to the usual place.
        g_log_set_writer_func(
            { level, fields, count, _ in
                var texts: [String: String] = [:]
                for field in UnsafeBufferPointer(start: fields, count: Int(count)) where field.length < 0 {
                    texts[String(cString: field.key)] = field.value.map {
                        String(cString: $0.assumingMemoryBound(to: CChar.self))
                    }
                }
                guard texts["GLIB_DOMAIN"] == LogBridge.domain else {
                    return g_log_writer_default(level, fields, count, nil)
                }
                LogBridgeTests.written.withLock { $0.append("\(level.rawValue) \(texts["MESSAGE"] ?? "")") }
                return G_LOG_WRITER_HANDLED
            }, nil, nil)
        var logger = Logger(label: "http") { LogBridge(label: $0) }
        XCTAssertEqual(logger.logLevel, .notice, "nobody has asked for debug messages")
        logger.logLevel = .trace
        logger[metadataKey: "url"] = "x"
        logger.debug("fetched 100 %s", metadata: ["bytes": "7"])
        logger.error("refused")
        XCTAssertEqual(
            Self.written.withLock { $0 },
            [
                "\(G_LOG_LEVEL_DEBUG.rawValue) http: fetched 100 %s bytes=7 url=x",
                "\(G_LOG_LEVEL_WARNING.rawValue) http: refused url=x",
            ])
    }
}
