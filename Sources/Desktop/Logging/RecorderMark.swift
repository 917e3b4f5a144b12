// Named time spans for the Sysprof recorder.
import CGLib
import CLoop

/// A time span on the time line of a Sysprof recording. Without a recorder a mark costs one comparison. Any thread; it
/// may end on another thread.
public struct RecorderMark: Sendable {
    /// Whether a recorder is running; determined once.
    private static let isRecording = tessera_mark_is_recording() != 0

    private let name: StaticString
    private let began: Int64

    /// Begins the span now.
    public init(_ name: StaticString) {
        self.name = name
        began = Self.isRecording ? Int64(g_get_monotonic_time()) : 0
    }

    /// Ends the span now and records it.
    public func end() {
        if Self.isRecording { Self.record(name, from: began, to: Int64(g_get_monotonic_time())) }
    }

    /// Records a span that is over. Times are microseconds of the monotonic clock.
    public static func record(_ name: StaticString, from began: Int64, to ended: Int64) {
        guard isRecording else { return }
        name.withUTF8Buffer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { tessera_mark($0.baseAddress, gint64(began), gint64(ended)) }
        }
    }
}
