// A drive with the file system of cards and sticks: names without regard to case, no links, no attributes.
import CGLib
import Fixtures
import Glibc

/// A mounted exFAT file system in a file of its own, unmounted when it is released. Needs root, a loop device, and the
/// packages exfat-fuse and exfatprogs.
final class ExFATDrive: Sendable {
    private let scratch = ScratchFolder()
    let path: String

    /// Whether such a drive can be mounted here.
    static let isAvailable = getuid() == 0 && (try? ExFATDrive()) != nil

    private struct Failure: Error {}

    /// - Parameter megabytes: The size of the drive, at least 4.
    init(megabytes: Int = 32) throws {
        path = scratch.folder("drive")
        let image = scratch.write("image", [])
        guard truncate(image, off_t(megabytes << 20)) == 0 else { throw Failure() }
        try Self.run("mkfs.exfat", image)
        let loop = try Self.line("losetup", "--find", "--show", image)
        // Detached while it is in use, a loop device goes with its mount.
        defer { _ = try? Self.run("losetup", "--detach", loop) }
        try Self.run("mount.exfat-fuse", "-o", "rw", loop, path)
    }

    deinit { _ = try? Self.run("umount", "--lazy", path) }

    /// Runs a program.
    private static func run(_ arguments: String...) throws { _ = try run(arguments, output: nil) }

    /// Runs a program and returns the first line that it prints.
    private static func line(_ arguments: String...) throws -> String {
        var output: UnsafeMutablePointer<CChar>?
        defer { g_free(output) }
        try run(arguments, output: &output)
        return output.map { String(cString: $0) }?.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// By GLib, as Foundation waits for all that a program leaves behind: that of a mount stays.
    private static func run(_ arguments: [String], output: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) throws {
        var words: [UnsafeMutablePointer<CChar>?] =
            (["/usr/bin/env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var flags = [G_SPAWN_STDERR_TO_DEV_NULL.rawValue]
        if output == nil { flags.append(G_SPAWN_STDOUT_TO_DEV_NULL.rawValue) }
        var status: gint = 0
        let isStarted = g_spawn_sync(
            nil, &words, nil, GSpawnFlags(flags.reduce(0, |)), nil, nil, output, nil, &status, nil)
        guard isStarted != 0, g_spawn_check_wait_status(status, nil) != 0 else { throw Failure() }
    }
}
