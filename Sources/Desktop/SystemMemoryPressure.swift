// Warnings that memory runs short: from the kernel's pressure stall information, and from the desktop's monitor.
import CDesktop
import CShim
import Glibc
public import ImagePipeline

/// Listens while it lives. Where the system offers neither source, it never warns.
@MainActor
public final class SystemMemoryPressure: MemoryPressure {
    /// What the kernel is asked to say (Documentation/accounting/psi.rst): within two seconds, the least window that
    /// needs no privilege, some task or all of them waited for memory so many microseconds.
    private static let triggers: [(words: String, pressure: MemoryCache.Pressure)] = [
        ("some 200000 2000000", .half), ("full 200000 2000000", .visibleAndNear), ("full 600000 2000000", .visibleOnly),
    ]

    private let file: String
    private var monitor: GObjectReference?
    private var connection: Signal.Connection?
    private var sources: [UInt32] = []

    /// Kernel triggers that were accepted.
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
            // What it has let go of lies ready for the next picture.
            tessera_pixel_memory_trim()
        }
        if let monitor = g_memory_monitor_dup_default() { watch(monitor: monitor.object, report) }
        for trigger in Self.triggers {
            let descriptor = open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            // The terminating zero is part of what the kernel wants to be written.
            let length = trigger.words.utf8.count + 1
            guard write(descriptor, trigger.words, length) == length else {
                close(descriptor)
                continue
            }
            watch(descriptor: descriptor, trigger.pressure, report)
        }
    }

    /// Listens to a memory monitor, whose reference it takes over.
    func watch(
        monitor: UnsafeMutableRawPointer, _ report: @escaping @Sendable (MemoryCache.Pressure) -> Void
    ) {
        connection = Signal.onNumber(monitor, "low-memory-warning") { report(Self.pressure(level: $0)) }
        self.monitor = GObjectReference(adopting: monitor)
    }

    /// Reports `pressure` whenever the descriptor, which it takes over, has urgent news.
    func watch(
        descriptor: Int32, _ pressure: MemoryCache.Pressure,
        _ report: @escaping @Sendable (MemoryCache.Pressure) -> Void
    ) {
        let context = Unmanaged.passRetained(Trigger(descriptor, pressure, report)).toOpaque()
        let source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, descriptor, GIOCondition(rawValue: G_IO_PRI.rawValue | G_IO_ERR.rawValue),
            { _, condition, context in
                guard let context else { return 0 }
                // An error means that the control group has gone.
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

    /// GMemoryMonitor's levels: low 50, medium 100, critical 255.
    static func pressure(level: UInt32) -> MemoryCache.Pressure {
        switch level {
        case 255...: .visibleOnly
        case 100...: .visibleAndNear
        default: .half
        }
    }

    /// Closes its descriptor with its source.
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
