// The drawing processes of the test process, as the kernel knows them.
import CGLib
import Glibc

@testable import Codecs

enum DrawingProcesses {
    /// The numbers of those that this process has, ended ones that were not reaped among them.
    static var running: [String] {
        names(in: "/proc").filter { name in
            guard Int(name) != nil else { return false }
            // Number, name in brackets, state, parent.
            let fields = text(of: "/proc/\(name)/stat").split(separator: " ")
            return fields.count > 3 && fields[1] == "(tessera-draw)" && fields[3] == "\(getpid())"
        }
    }

    /// The line of a process's status that begins with `key`, without it.
    static func status(_ process: String, _ key: String) -> String? {
        for line in text(of: "/proc/\(process)/status").split(separator: "\n") where line.hasPrefix("\(key):\t") {
            return String(line.dropFirst(key.count + 2))
        }
        return nil
    }

    /// The names of a folder's entries; nil where it may not be read.
    static func entries(of folder: String) -> [String]? {
        guard let directory = g_dir_open(folder, 0, nil) else { return nil }
        defer { g_dir_close(directory) }
        var found: [String] = []
        while let name = g_dir_read_name(directory) { found.append(String(cString: name)) }
        return found
    }

    static func text(of file: String) -> String {
        var text: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        g_file_get_contents(file, &text, &count, nil)
        defer { g_free(text) }
        guard let text else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }

    private static func names(in folder: String) -> [String] { entries(of: folder) ?? [] }
}
