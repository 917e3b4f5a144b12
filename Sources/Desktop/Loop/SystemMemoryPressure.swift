// Low-memory warnings from the kernel's pressure stall information and from the desktop's memory monitor.
import CGLib
import CPixels
import Glibc
public import ImagePipeline

/// A listener for low memory, from `watch` until it is released. Where the system offers neither source, it never
/// warns.
@MainActor
public final class SystemMemoryPressure: MemoryPressure {
    /// The kernel's triggers (Documentation/accounting/psi.rst): some task, or all tasks, waited for memory for so many
    /// microseconds within two seconds, the shortest window that needs no privilege.
    private static let triggers: [(words: String, pressure: MemoryCache.Pressure)] = [
        ("some 200000 2000000", .half), ("full 200000 2000000", .visibleAndNear), ("full 600000 2000000", .visibleOnly),
    ]

    private let file: String
    private var monitor: GObjectReference?
    private var connection: Signal.Connection?
    private var sources: [UInt32] = []

    /// Number of kernel triggers that were accepted.
    public var watchedTriggers: Int { sources.count }

    /// Opens nothing yet.
    /// - Parameter file: of pressure stall information: the machine's, or a control group's `memory.pressure`.
    public init(file: String = "/proc/pressure/memory") { self.file = file }

    isolated deinit {
        connection?.disconnect()
        for source in sources { g_source_remove(source) }
    }

    public func watch(_ relieve: @escaping @Sendable (MemoryCache.Pressure) -> Void) {
        let report: @Sendable (MemoryCache.Pressure) -> Void = { pressure in
            relieve(pressure)
            // Released pixel memory is kept for the next image; this returns it to the system.
            tessera_pixel_memory_trim()
        }
        if let monitor = g_memory_monitor_dup_default() { watch(monitor: monitor.object, report) }
        for trigger in Self.triggers {
            let descriptor = open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            // The kernel expects the terminating zero to be written too.
            let length = trigger.words.utf8.count + 1
            guard write(descriptor, trigger.words, length) == length else {
                close(descriptor)
                continue
            }
            watch(descriptor: descriptor, trigger.pressure, report)
        }
    }

    /// Listens to a memory monitor and takes over its reference.
    func watch(
        monitor: UnsafeMutableRawPointer, _ report: @escaping @Sendable (MemoryCache.Pressure) -> Void
    ) {
        connection = Signal.onNumber(monitor, "low-memory-warning") { report(Self.pressure(level: $0)) }
        self.monitor = GObjectReference(adopting: monitor)
    }

    /// Reports `pressure` whenever the descriptor, which it takes over, signals urgent data.
    func watch(
        descriptor: Int32, _ pressure: MemoryCache.Pressure,
        _ report: @escaping @Sendable (MemoryCache.Pressure) -> Void
    ) {
        let context = Unmanaged.passRetained(Trigger(descriptor, pressure, report)).toOpaque()
        let source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, descriptor, GIOCondition(rawValue: G_IO_PRI.rawValue | G_IO_ERR.rawValue),
            { _, condition, context in
                guard let context else { return 0 }
                // An error means that the control group was removed.
                guard condition.rawValue & G_IO_ERR.rawValue == 0 else { return 0 }
                let trigger = Unmanaged<Trigger>.fromOpaque(context).takeUnretainedValue()
                trigger.report(trigger.pressure)
                return 1
            }, context,
            { context in
                if let context { Unmanaged<Trigger>.fromOpaque(context).release() }
            })
        sources.append(source)
    }

    /// Maps GMemoryMonitor's levels: low 50, medium 100, critical 255.
    static func pressure(level: UInt32) -> MemoryCache.Pressure {
        switch level {
        case 255...: .visibleOnly
        case 100...: .visibleAndNear
        default: .half
        }
    }

    /// A trigger's descriptor and handler. Closes the descriptor when its source is removed.
    private final class Trigger {
        let descriptor: Int32
        let pressure: MemoryCache.Pressure
        let report: @Sendable (MemoryCache.Pressure) -> Void

        init(
            _ descriptor: Int32, _ pressure: MemoryCache.Pressure,
            _ report: @escaping @Sendable (MemoryCache.Pressure) -> Void
        ) {
            self.descriptor = descriptor
            self.pressure = pressure
            self.report = report
        }

        deinit { close(descriptor) }
    }
}
