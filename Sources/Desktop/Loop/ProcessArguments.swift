// The command line arguments as they were given; `CommandLine.arguments` repairs what is not UTF-8.
import Codecs
import Photos

/// The arguments of the process.
public enum ProcessArguments {
    /// All arguments except the program's name. One that names a file is its `FilePath` text.
    public static var words: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { FilePath.text(UnsafePointer($0)) }
        }
    }
}
