// Whether the system saves power, as its power profiles say.
import CGLib
import Synchronization

/// A look at the desktop's power profiles, from `init` until it is released. Where the system has none, it never saves
/// power.
@MainActor
public final class SystemPowerSaver {
    /// The answer, for any thread.
    private final class Answer: Sendable {
        let isSaving = Atomic<Bool>(false)
    }

    private let answer = Answer()
    private let monitor: GObjectReference?
    private var connection: Signal.Connection?

    /// Asks the system; its answer, and each change of it, come later.
    public convenience init() { self.init(monitor: g_power_profile_monitor_dup_default()?.object) }

    /// - Parameter monitor: An object with GPowerProfileMonitor's property, whose reference is taken over.
    init(monitor: UnsafeMutableRawPointer?) {
        self.monitor = monitor.map { GObjectReference(adopting: $0) }
        guard let monitor else { return }
        read(monitor)
        connection = Signal.onChange(of: "power-saver-enabled", OpaquePointer(monitor)) { [weak self] in
            self?.read(monitor)
        }
    }

    isolated deinit { connection?.disconnect() }

    /// Returns whether power is saved now. Callable from any thread.
    public var isSaving: @Sendable () -> Bool { { [answer] in answer.isSaving.load(ordering: .relaxed) } }

    private func read(_ monitor: UnsafeMutableRawPointer) {
        let isSaving = g_power_profile_monitor_get_power_saver_enabled(OpaquePointer(monitor)) != 0
        answer.isSaving.store(isSaving, ordering: .relaxed)
    }
}
