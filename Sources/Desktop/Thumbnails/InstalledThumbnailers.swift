// The installed programs that make thumbnails, by the types of files.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Photos

/// The `.thumbnailer` files in the data folders of the user and of the system. What is installed while the program runs
/// is found as well. Every call blocks; for one thread at a time.
struct InstalledThumbnailers: Sendable {
    private let folders: [String]
    private var entries: [String: ThumbnailerEntry] = [:]
    /// Times of change of the folders when they were read; nil before the first time.
    private var read: [Int]?

    /// Most bytes of an entry that is read.
    private static let longestEntry = 64 << 10

    /// - Parameter folders: Data folders, the one that wins first; nil for those of the user and of the system.
    init(folders: [String]? = nil) { self.folders = (folders ?? Self.dataFolders).map { $0 + "/thumbnailers" } }

    private static var dataFolders: [String] {
        var folders = [FilePath.text(g_get_user_data_dir())]
        var next = g_get_system_data_dirs()
        while let folder = next?.pointee {
            folders.append(FilePath.text(folder))
            next = next?.successor()
        }
        return folders
    }

    /// Returns the entry for files of a MIME type, under whichever of its names; nil where none is installed.
    mutating func entry(for type: String) -> ThumbnailerEntry? {
        update()
        if let entry = entries[type] { return entry }
        return entries.keys.sorted().first { g_content_type_equals($0, type) != 0 }.flatMap { entries[$0] }
    }

    /// Returns the MIME type of a file by its name alone.
    static func type(ofName name: String) -> String? {
        FilePath.withC(name) { takeText(g_content_type_guess($0, nil, 0, nil)) }.flatMap {
            takeText(g_content_type_get_mime_type($0))
        }
    }

    private mutating func update() {
        let now = folders.map { PrivateFolder(path: $0).modified }
        guard now != read else { return }
        read = now
        entries = [:]
        var seen: Set<FileName> = []
        for folder in folders {
            for name in Self.names(in: folder) where seen.insert(FileName(name)).inserted {
                guard let entry = Self.entry(at: folder + "/" + name) else { continue }
                for type in entry.types where entries[type] == nil { entries[type] = entry }
            }
        }
    }

    /// Returns the names of the entries in a folder, sorted.
    private static func names(in folder: String) -> [String] {
        guard let open = FilePath.withC(folder, { g_dir_open($0, 0, nil) }) else { return [] }
        defer { g_dir_close(open) }
        var names: [String] = []
        while let name = g_dir_read_name(open).map({ FilePath.text($0) }) {
            if FilePath.nameExtension(of: name) == "thumbnailer" { names.append(name) }
        }
        return names.sorted()
    }

    private static func entry(at path: String) -> ThumbnailerEntry? {
        guard let file = try? OpenFile(path, title: path), file.size <= longestEntry,
            let bytes = try? file.whole(longestEntry)
        else { return nil }
        var text = ""
        bytes.storage.withBytes { text = String(decoding: $0, as: UTF8.self) }
        return ThumbnailerEntry(parsing: text)
    }
}
