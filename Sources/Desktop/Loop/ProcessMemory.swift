// Memory use of the process.
import CGLib
import CThreads

/// The process's resident memory in bytes, from `/proc/self/status` (proc(5)); nil where that file is missing. Any
/// thread; the read does not block, because the file lies in memory.
///
/// Not `getrusage`, whose maximum is at least that of the process that this one was forked from: a small program
/// started by a large one would report the large one's size.
public enum ProcessMemory {
    /// Has what is freed given back to the system: forty threads that come and go, and bodies and pictures of any size,
    /// otherwise leave three quarters of the heap free and resident (docs/measurements.md, “Soak”). Call before there are
    /// threads.
    public static func returnFreed() { tessera_return_freed_memory() }

    /// Resident memory now.
    public static var resident: Int? { bytes(of: "VmRSS:") }

    /// The most resident memory since the process started, or since the kernel's maximum was last reset.
    public static var peakResident: Int? { bytes(of: "VmHWM:") }

    private static func bytes(of field: String) -> Int? {
        var text: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents("/proc/self/status", &text, nil, nil) != 0, let text else { return nil }
        defer { g_free(text) }
        let line = String(cString: text).split(separator: "\n").first { $0.hasPrefix(field) }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return kibibytes.map { $0 * 1024 }
    }
}
