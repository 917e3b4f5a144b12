// The confinement of programs that make thumbnails: bubblewrap, called as gnome-desktop calls it.
import CGLib
import Codecs
import Glibc
import Photos

/// Command lines that run a program in namespaces of its own: it can read the system's programs and the one file, write
/// in one folder, and reach no network, no other process and nothing else of the user's.
/// Source: gnome-desktop 43, gnome-desktop-thumbnail-script.c.
struct ThumbnailSandbox: Sendable {
    /// The path of bubblewrap.
    private let program: String

    /// Folder of the picture inside the sandbox.
    static let folder = "/tmp"

    private static let limit = Duration.seconds(5)

    /// Finds bubblewrap and tries it once, because a system may have it and not allow its use. Nil where it cannot be
    /// used. Blocks.
    static func find() -> ThumbnailSandbox? {
        guard let program = takeText(g_find_program_in_path("bwrap")),
            let test = takeText(g_find_program_in_path("true"))
        else { return nil }
        let sandbox = ThumbnailSandbox(program: program)
        let outcome = ThumbnailerProcess.run(sandbox.base + [test], limit: limit) { false }
        return outcome == .ended(status: 0) ? sandbox : nil
    }

    private init(program: String) { self.program = program }

    /// Returns the path at which the program sees the file at `path`: with the same extension, by which some recognise
    /// the type.
    static func place(of path: String) -> String {
        let name = FilePath.name(of: path)
        let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[$0...]) } ?? ""
        return folder + "/original" + ending
    }

    /// Returns the command line that runs `words` confined.
    /// - Parameters:
    ///   - input: The file, which the program finds at `place(of: input)`.
    ///   - output: The folder that the program finds at `folder`, and may write in.
    func confined(_ words: [String], input: String, output: String) -> [String] {
        // A program that the user has installed in the home folder is not part of the system.
        let own = words.first.flatMap { takeText(g_find_program_in_path($0)) }.map {
            $0.hasPrefix("/usr/") ? [] : ["--ro-bind-try", $0, $0]
        }
        return base + (own ?? []) + ["--bind", output, Self.folder, "--ro-bind", input, Self.place(of: input)] + words
    }

    private var base: [String] {
        var words = [program, "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
        // Folders that are links into /usr on most systems.
        for name in ["bin", "lib", "lib32", "lib64", "sbin"] {
            let target = takeText(g_file_read_link("/" + name, nil))
            words += target.map { ["--symlink", $0, "/" + name] } ?? ["--ro-bind-try", "/" + name, "/" + name]
        }
        return words + [
            "--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--ro-bind-try", "/etc/fonts", "/etc/fonts",
            "--proc", "/proc", "--dev", "/dev", "--chdir", "/", "--setenv", "GIO_USE_VFS", "local", "--unsetenv",
            "TMPDIR",
            "--unshare-all", "--die-with-parent", "--new-session",
        ]
    }
}
