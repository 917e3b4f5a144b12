// Memory of the program together with the processes that it has started.
import CGLib
import Codecs
import Glibc

/// The most memory that this process and all below it have taken since this object was created, looked at once a second
/// on a thread of its own: to add up a process's pages takes some milliseconds.
public final class PeakTreeMemory: Sendable {
    private let most = Monitor(0)
    private let pool = WorkerPool(name: "memory", width: 1, niceness: 19)
    private let watching: Task<Void, Never>

    /// Begins at once.
    public init() {
        watching = Task(executorPreference: pool) { [most] in
            while !Task.isCancelled {
                let now = Self.now
                most.withLock { $0 = max($0, now) }
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    deinit { watching.cancel() }

    /// Bytes; the present is looked at, too. Blocks for some milliseconds.
    public var peak: Int {
        let now = Self.now
        return most.withLock { most in
            most = max(most, now)
            return most
        }
    }

    /// The proportional share (`Pss` of proc(5)) of each process. Only root may read that of a confined one, which
    /// gives nobody its memory: for others its own pages count whole, which is more, because it shares some with the
    /// one that it was forked from.
    static var now: Int {
        processes.reduce(0) { total, process in
            let share = ProcessMemory.bytes(of: ["Pss:"], in: "/proc/\(process)/smaps_rollup")
            return total
                + (share ?? ProcessMemory.bytes(of: ["RssAnon:", "RssShmem:"], in: "/proc/\(process)/status") ?? 0)
        }
    }

    /// The numbers of this process and of all below it.
    static var processes: [String] {
        var found = [String(getpid())], looked = 0
        while looked < found.count {
            found += children(of: found[looked])
            looked += 1
        }
        return found
    }

    private static func children(of process: String) -> [String] {
        guard let tasks = g_dir_open("/proc/\(process)/task", 0, nil) else { return [] }
        defer { g_dir_close(tasks) }
        var found: [String] = []
        while let task = g_dir_read_name(tasks) {
            let list = ProcessMemory.text(of: "/proc/\(process)/task/\(String(cString: task))/children")
            found += list?.split(separator: " ").map(String.init) ?? []
        }
        return found
    }
}
