// How much memory the process uses, as the kernel counts it.
import CDesktop

/// The process's own resident memory in bytes, from `/proc/self/status` (proc(5)); nil where there is none. Any thread;
/// reads a file that lies in memory.
///
/// Not `getrusage`, whose maximum is at least that of the process that this one was forked from: started by a large
/// program, a small one would report the other's size.
public enum ProcessMemory {
    /// Resident now.
    public static var resident: Int? { bytes(of: "VmRSS:") }

    /// The most that was resident since the process started, or since its mark was last reset.
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
