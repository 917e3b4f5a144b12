// The names in a folder of a test.
import Glibc

enum ScratchFiles {
    /// Names in a folder, sorted.
    static func names(in folder: String) throws -> [String] {
        struct Missing: Error {}
        guard let stream = opendir(folder) else { throw Missing() }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(cString: $0.bindMemory(to: CChar.self).baseAddress!)
            }
            names.append(name)
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }
}
