// Which file systems change a folder's time whenever a name in it comes or goes.
import CGLib
import Photos

/// The times of folders, by file system.
enum FolderTimes {
    /// Whether a folder's time of modification changes with each change of its names, at once and for every program.
    /// The topmost folder of a FAT drive has no time, and what a network or FUSE answers may be seconds old.
    /// - Parameter path: An absolute path. Blocks on the disk; false where it cannot be read.
    static func tellChanges(_ path: FilePath) -> Bool {
        guard let folder = FilePath.withC(path.text, g_file_new_for_path) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(folder)) }
        guard let info = g_file_query_filesystem_info(folder, attribute, nil, nil) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return g_file_info_get_attribute_string(info, attribute).map { reliable.contains(String(cString: $0)) } ?? false
    }

    /// `G_FILE_ATTRIBUTE_FILESYSTEM_TYPE`.
    private static let attribute = "filesystem::type"
    /// The names that GIO gives them.
    private static let reliable: Set<String> = ["ext2", "ext3/ext4", "btrfs", "xfs", "f2fs", "tmpfs", "overlay"]
}
