// The programs that do something for this one in processes of their own.
import CChannel
package import CGLib
import Glibc

/// The programs that decode, draw and serve for this one: where they are, and how they are started.
package enum HelperProgram {
    /// The number of the error by which a program was not started.
    package struct Failure: Error {
        package let number: Int32
        /// The reason in the system's words.
        package var words: String { systemMessage(number) }
    }

    /// The path of a helper: beside the running program, as in a build folder, or where meson has installed it.
    package static func path(of name: String) -> String {
        let beside = takeText(g_file_read_link("/proc/self/exe", nil)).flatMap { takeText(g_path_get_dirname($0)) }
        if let beside, access("\(beside)/\(name)", X_OK) == 0 { return "\(beside)/\(name)" }
        return String(cString: tessera_helper_folder()) + "/" + name
    }

    /// Starts a program with few variables of the environment and no descriptors but the given ones, as
    /// `tessera_helper_start` says. Any thread.
    /// - Parameters:
    ///   - words: The program's path, and its arguments.
    ///   - descriptors: Its standard streams, each above 2. They stay the caller's.
    /// - Returns: The process, for which the caller waits (waitpid(2)).
    package static func start(_ words: [String], _ descriptors: [Int32]) throws(Failure) -> pid_t {
        var arguments = words.map { (word: String) in g_strdup(word) }
        arguments.append(nil)
        defer { for argument in arguments { g_free(argument) } }
        var process: pid_t = 0
        let problem = tessera_helper_start(arguments, descriptors, Int32(descriptors.count), &process)
        guard problem == 0 else { throw Failure(number: problem) }
        return process
    }
}
