// Memory of this process as the kernel divides shared pages among those that use them.
import Glibc

enum ProportionalMemory {
    /// Proportional set size in bytes (proc(5), smaps_rollup); nil where the kernel does not tell.
    static var now: Int? {
        // The kernel gives no length, so this is not read as a file of one.
        guard let file = fopen("/proc/self/smaps_rollup", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(whereSeparator: \.isWhitespace)
            if words.first == "Pss:", words.count > 1 { return Int(words[1]).map { $0 * 1024 } }
        }
        return nil
    }
}
