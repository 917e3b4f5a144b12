// Paths that lead to shares: below the folders at which GVfs shows its mounts to programs that know files alone.
import CGLib
import Codecs
public import Photos

/// The way back from a path to the address of a share.
public enum MountedShares {
    /// Returns the address that an absolute path below a folder of GVfs stands for; nil for any other path. May ask
    /// GVfs, on this machine, so it runs off the main thread; the share is not asked.
    @concurrent public static func address(of path: FilePath) async -> ShareAddress? {
        guard folders.contains(where: { path.relative(to: $0) != nil }) else { return nil }
        guard let file = path.withC({ g_file_new_for_path($0) }) else { return nil }
        defer { g_object_unref(file.object) }
        return takeText(g_file_get_uri(file)).flatMap { ShareAddress($0) }
    }

    /// Returns the path of a GFile, by which operations know it: on a share that of its address; nil for one of another
    /// kind.
    public static func path(of file: OpaquePointer) -> String? {
        takeText(g_file_get_uri(file)).flatMap { ShareAddress($0) }?.path.text ?? FilePath.take(g_file_get_path(file))
    }

    /// Makes the GFile of a path (transfer full).
    public static func file(at path: String) -> OpaquePointer? {
        if let share = ShareAddress(FilePath(path)) {
            let file = share.makeFile()
            return withExtendedLifetime(file) { g_object_ref(file.pointer).map { OpaquePointer($0) } }
        }
        return FilePath.withC(path) { g_file_new_for_path($0) }
    }

    /// The folders of GVfs: in the folder of the session, and where there is none of these, two in the user's own.
    private static var folders: [FilePath] {
        let run = FilePath(FilePath.text(g_get_user_runtime_dir())), home = FilePath(FilePath.text(g_get_home_dir()))
        return [
            run.appending("gvfs"), FilePath(FilePath.text(g_get_user_cache_dir())).appending("gvfs"),
            home.appending(".gvfs"),
        ]
    }
}
