// The file manager's bookmarks: the lines of GTK's bookmarks file.
public import Photos

/// A bookmarked folder of this machine.
public struct FolderBookmark: Hashable, Sendable {
    /// The folder's absolute path.
    public let path: FilePath
    /// The name that the user has given it, fit for a label, or else the folder's.
    public let name: String

    /// - Parameter name: Nil or empty for the folder's own name.
    public init(path: FilePath, name: String? = nil) {
        self.path = path.trimmed
        let line = name.map { DisplayText.line($0) } ?? ""
        self.name = line.isEmpty ? FolderPath.name(of: path) : line
    }
}

extension FolderBookmark {
    /// Limit of the bookmarks that are read.
    static let most = 100

    /// Returns the bookmarks in the bytes of a bookmarks file (`gtk-3.0/bookmarks`): in each line a URI, and behind a
    /// space the name that the user has given it. Folders of other machines, lines that cannot be read, and folders
    /// that occurred before are left out.
    public static func list(in file: some RandomAccessCollection<UInt8>) -> [FolderBookmark] {
        var seen: Set<FilePath> = []
        var list: [FolderBookmark] = []
        for line in file.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            guard list.count < most else { break }
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
            guard let uri = String(validating: parts[0], as: UTF8.self), let path = FileAddress.path(of: uri)
            else { continue }
            let name = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
            let bookmark = FolderBookmark(path: path, name: name)
            if seen.insert(bookmark.path).inserted { list.append(bookmark) }
        }
        return list
    }
}
