// Peak of this process's resident memory, counted by the kernel.
import Desktop
import Glibc

/// Growth of the process's resident memory since the value was created. Linux only: resets the kernel's high-water mark
/// through `/proc/self/clear_refs` (proc(5)).
struct ResidentPeak {
    private let start: Int

    /// Resets the high-water mark; nil when it cannot be reset or read.
    init?() {
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard write(file, "5", 1) == 1, let now = ProcessMemory.resident else { return nil }
        start = now
    }

    /// Bytes by which the peak exceeds the start.
    var growth: Int? { ProcessMemory.peakResident.map { max(0, $0 - start) } }
}
