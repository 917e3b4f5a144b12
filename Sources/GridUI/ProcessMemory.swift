// How much memory the process has used, as the kernel counts it.
import Glibc

/// The process's own memory.
enum ProcessMemory {
    /// Most resident memory so far in bytes (VmHWM of /proc/self/status, the same as `getrusage` reports in KiB).
    static var peakResidentBytes: Int? {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        return usage.ru_maxrss * 1024
    }
}
