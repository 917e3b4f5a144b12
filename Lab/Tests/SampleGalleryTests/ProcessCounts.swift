// Threads and descriptors of this process, for leak tests.
import Glibc

enum Process {
    static var threadNames: [String] {
        entries("/proc/self/task").compactMap { thread in
            guard let file = fopen("/proc/self/task/\(thread)/comm", "r") else { return nil }
            defer { fclose(file) }
            var buffer = [CChar](repeating: 0, count: 64)
            let count = fread(&buffer, 1, 63, file)
            return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }.filter { $0 != 10 }, as: UTF8.self)
        }
    }

    static var descriptorCount: Int { entries("/proc/self/fd").count }

    private static func entries(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
