// A folder of the test's own that disappears with it.
import CGLib
import Glibc

public final class ScratchFolder: Sendable {
    public let path: String

    /// - Parameter folder: What it is made in.
    public init(in folder: String = "/tmp") {
        var template = Array("\(folder)/tessera-test-XXXXXX".utf8CString)
        path = String(cString: mkdtemp(&template)!)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        chmod(path, 0o700)
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(cString: $0.bindMemory(to: CChar.self).baseAddress!)
                }
                if name == "." || name == ".." { continue }
                if unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
            }
            closedir(folder)
        }
        rmdir(path)
    }

    @discardableResult
    package func folder(_ name: String) -> String {
        let full = path + "/" + name
        precondition(g_mkdir_with_parents(full, 0o700) == 0)
        return full
    }

    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) -> String {
        let full = path + "/" + name
        precondition(
            bytes.withUnsafeBytes {
                g_file_set_contents(full, $0.bindMemory(to: CChar.self).baseAddress, bytes.count, nil)
            } != 0)
        return full
    }

    @discardableResult
    package func link(_ name: String, to target: String) -> String {
        let full = path + "/" + name
        precondition(symlink(target, full) == 0)
        return full
    }
}
