// The file manager's bookmarks: the lines of GTK's bookmarks file.
public import Photos

/// A bookmarked folder, of this machine or on a share.
public struct FolderBookmark: Hashable, Sendable {
    public let place: Place
    /// The name that the user has given it, fit for a label, or else the folder's.
    public let name: String

    /// - Parameter name: Nil or empty for the folder's own name.
    public init(path: FilePath, name: String? = nil) {
        self.init(.folder(path.trimmed), name ?? "", or: FolderPath.name(of: path))
    }

    /// - Parameter name: Nil or empty for the folder's own name.
    public init(share: ShareAddress, name: String? = nil) {
        self.init(.share(share), name ?? "", or: share.name.shown)
    }

    private init(_ place: Place, _ name: String, or own: String) {
        self.place = place
        let line = DisplayText.line(name)
        self.name = line.isEmpty ? own : line
    }
}

extension FolderBookmark {
    /// Limit of the bookmarks that are read.
    static let most = 100

    /// Returns the bookmarks in the bytes of a bookmarks file (`gtk-3.0/bookmarks`): in each line a URI, and behind a
    /// space the name that the user has given it. Files of other machines, lines that cannot be read, and folders that
    /// occurred before are left out.
    public static func list(in file: some RandomAccessCollection<UInt8>) -> [FolderBookmark] {
        var seen: Set<Place> = []
        var list: [FolderBookmark] = []
        for line in file.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            guard list.count < most else { break }
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            guard let uri = String(validating: parts[0], as: UTF8.self) else { continue }
            let name = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
            let bookmark: FolderBookmark
            if let path = FileAddress.path(of: uri) {
                bookmark = FolderBookmark(path: path, name: name)
            } else if let share = ShareAddress(uri) {
                bookmark = FolderBookmark(share: share, name: name)
            } else {
                continue
            }
            if seen.insert(bookmark.place).inserted { list.append(bookmark) }
        }
        return list
    }
}
