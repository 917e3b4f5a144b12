// Memory use of the process.
import CGLib
import CThreads
import Glibc

/// The process's resident memory in bytes, from `/proc/self/status` (proc(5)); nil where that file is missing. Any
/// thread; the read does not block, because the file lies in memory.
///
/// Not `getrusage`, whose maximum is at least that of the process that this one was forked from: a small program
/// started by a large one would report the large one's size.
public enum ProcessMemory {
    /// Has what is freed given back to the system: forty threads that come and go, and bodies and pictures of any size,
    /// otherwise leave three quarters of the heap free and resident (docs/measurements.md, “Soak”). Call before there
    /// are threads.
    public static func returnFreed() { tessera_heap_return_freed() }

    /// Has what is freed stay with the process until `giveBack`, for a process whose windows cairo draws: it allocates
    /// and frees surfaces of the windows' size in each frame. For the rest of the process's life. Any thread.
    public static func keepSurfaces() { tessera_heap_keep_surfaces() }

    /// Gives the free pages of the heap back to the system. Any thread; takes some milliseconds, for which other
    /// threads that allocate may have to wait.
    public static func giveBack() { tessera_heap_give_back() }

    /// Memory of the machine in bytes, or of the group that the process is limited to by its system (cgroups(7)), where
    /// that is less.
    public static let ofMachine: Int = {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let group = text(of: "/sys/fs/cgroup/memory.max").flatMap { Int($0.filter(\.isNumber)) } ?? .max
        return min(machine, group > 0 ? group : .max)
    }()

    /// Resident memory now.
    public static var resident: Int? { bytes(of: "VmRSS:") }

    /// The most resident memory since the process started, or since the kernel's maximum was last reset.
    public static var peakResident: Int? { bytes(of: "VmHWM:") }

    private static func bytes(of field: String) -> Int? { bytes(of: [field], in: "/proc/self/status") }

    /// The sum of the fields of a file of proc(5) whose numbers are kibibytes; nil if there is none of them.
    static func bytes(of fields: [String], in path: String) -> Int? {
        let lines = text(of: path)?.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
        let numbers = lines?.filter { $0.count > 1 && fields.contains(String($0[0])) }.compactMap { Int($0[1]) } ?? []
        return numbers.isEmpty ? nil : numbers.reduce(0, +) * 1024
    }

    /// The content of a file of proc(5).
    static func text(of path: String) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents(path, &text, nil, nil) != 0, let text else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
