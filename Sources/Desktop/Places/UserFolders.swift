// The user's own folders, as the desktop's settings name them (XDG user directories and base directories).
import CGLib
import Codecs
import Photos

/// The user's folders by their absolute paths, as texts of `FilePath`. GLib reads the settings once; whether a folder
/// exists is not looked up.
public enum UserFolders {
    /// The user's own folder.
    public static var home: String { FilePath.text(g_get_home_dir()) }

    /// The folder of pictures; nil where the user has none of their own.
    public static var pictures: String? { folder(G_USER_DIRECTORY_PICTURES) }

    /// The other folders in which photos may be, in the order in which they are listed.
    public static var libraries: [String] {
        [
            G_USER_DIRECTORY_DOWNLOAD, G_USER_DIRECTORY_DOCUMENTS, G_USER_DIRECTORY_DESKTOP, G_USER_DIRECTORY_VIDEOS,
            G_USER_DIRECTORY_PUBLIC_SHARE,
        ].compactMap(folder)
    }

    /// The file in which the file manager keeps its bookmarks: that of GTK 3, which Nautilus and GTK 4's dialogs use as
    /// well.
    public static var bookmarksFile: String { FilePath.text(g_get_user_config_dir()) + "/gtk-3.0/bookmarks" }

    /// A folder that the user does not have is set to the user's own folder (xdg-user-dirs).
    private static func folder(_ directory: GUserDirectory) -> String? {
        g_get_user_special_dir(directory).map { FilePath.text($0) }.flatMap { $0 == home ? nil : $0 }
    }
}
