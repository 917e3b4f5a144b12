// The programs that decode and draw for this one.
import CChannel
import CGLib
import Glibc

/// Where the helpers are.
enum HelperProgram {
    /// The path of a helper: beside the running program, as in a build folder, or where meson has installed it.
    static func path(of name: String) -> String {
        let beside = takeText(g_file_read_link("/proc/self/exe", nil)).flatMap { takeText(g_path_get_dirname($0)) }
        if let beside, access("\(beside)/\(name)", X_OK) == 0 { return "\(beside)/\(name)" }
        return String(cString: tessera_helper_folder()) + "/" + name
    }
}
