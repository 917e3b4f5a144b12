// The highest resident memory of this process since a moment, by the kernel's own count.
import Glibc

/// Growth of the process's resident memory from the moment it is made. Linux only: `/proc/self/clear_refs` and the
/// fields VmRSS and VmHWM of `/proc/self/status` (proc(5)).
struct ResidentPeak {
    private let start: Int

    /// Nil when the high-water mark cannot be reset or read.
    init?() {
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard write(file, "5", 1) == 1, let now = Self.bytes("VmRSS") else { return nil }
        start = now
    }

    /// Bytes above the start at the highest point until now.
    var growth: Int? { Self.bytes("VmHWM").map { max(0, $0 - start) } }

    private static func bytes(_ field: String) -> Int? {
        let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = String(unsafeUninitializedCapacity: 8192) { max(0, read(file, $0.baseAddress, 8192)) }
        for line in text.split(separator: "\n") where line.hasPrefix(field + ":") {
            let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
            return Int(digits).map { $0 * 1024 }
        }
        return nil
    }
}
