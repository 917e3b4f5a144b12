// The highest resident memory of this process since a moment, by the kernel's own count.
import Desktop
import Glibc

/// Growth of the process's resident memory from the moment it is made. Linux only: resets the kernel's mark through
/// `/proc/self/clear_refs` (proc(5)).
struct ResidentPeak {
    private let start: Int

    /// Nil when the high-water mark cannot be reset or read.
    init?() {
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard write(file, "5", 1) == 1, let now = ProcessMemory.resident else { return nil }
        start = now
    }

    /// Bytes above the start at the highest point until now.
    var growth: Int? { ProcessMemory.peakResident.map { max(0, $0 - start) } }
}
