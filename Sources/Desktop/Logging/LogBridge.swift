// The swift-log handler, which writes to GLib's structured log, where G_MESSAGES_DEBUG and the journal expect a desktop
// program's messages.
import CGLib
import CLoop
public import Logging

/// A log handler whose messages GLib filters: informational and debug messages show with `G_MESSAGES_DEBUG=Tessera` (or
/// `all`). The label precedes the message, metadata follow it.
public struct LogBridge: LogHandler {
    /// The log domain that `G_MESSAGES_DEBUG` names.
    public static let domain = "Tessera"

    private let label: String
    /// Initially the lowest level that GLib's default writer would show, so that no other message is even composed.
    public var logLevel = LogBridge.lowestShown
    public var metadata = Logger.Metadata()

    /// Creates the handler of the logger called `label`.
    public init(label: String) { self.label = label }

    /// Makes this the handler of all loggers, and makes GLib write every message to standard error: standard output is
    /// for the program's results. Call before the first logger is created, from one thread; later calls do nothing.
    public static func install() { _ = installed }

    private static let installed: Void = {
        g_log_writer_default_set_use_stderr(1)
        LoggingSystem.bootstrap { LogBridge(label: $0) }
    }()

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        tessera_log(
            Self.domain, Self.level(event.level), event.file, "\(event.line)", "\(label): \(event.message)\(details)")
    }

    private static var lowestShown: Logger.Level {
        if g_log_writer_default_would_drop(G_LOG_LEVEL_DEBUG, domain) == 0 { return .trace }
        return g_log_writer_default_would_drop(G_LOG_LEVEL_INFO, domain) == 0 ? .info : .notice
    }

    /// Maps a level to GLib's. GLib's `error` ends the process, so nothing maps to it.
    private static func level(_ level: Logger.Level) -> GLogLevelFlags {
        switch level {
        case .trace, .debug: G_LOG_LEVEL_DEBUG
        case .info: G_LOG_LEVEL_INFO
        case .notice: G_LOG_LEVEL_MESSAGE
        case .warning, .error: G_LOG_LEVEL_WARNING
        case .critical: G_LOG_LEVEL_CRITICAL
        }
    }
}
