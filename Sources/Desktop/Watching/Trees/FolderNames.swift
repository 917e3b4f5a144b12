// The entries of one folder that a listing has to do with, in the natural order.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// Names in a folder, by what is to be done with them. Files that are no pictures are not among them, and hidden
/// entries only where those are shown.
struct FolderNames {
    /// Files that are photos, or would be if something showed them.
    var files: [FileName] = []
    /// Sidecars of photos.
    var sidecars: [FileName] = []
    /// Folders, and links to folders.
    var folders: [FileName] = []
    /// The links among the files, and those that cannot be followed.
    var links: Set<FileName> = []
    /// Links that cannot be followed, each with the reason.
    var warnings: [FileName: String] = [:]
    /// Whether the folder holds a mark that leaves it out, so that nothing of it is among the names.
    var isExcluded = false

    /// Reads the names. Opens no entry, so neither pipes nor devices.
    /// - Parameter heedsMarks: whether a mark in the folder leaves it out, where such folders are not shown.
    init(of folder: OpenFolder, _ formats: ListedFormats, heedsMarks: Bool = false) {
        if heedsMarks, !formats.showsExcluded, ExcludedFolders.isMarked(folder) {
            isExcluded = true
            return
        }
        var others: [(name: FileName, type: Int32)] = []
        folder.forEach(withHidden: formats.showsHidden) { name, type in
            switch type {
            case Int32(DT_DIR): if !formats.leavesOut(folder: name) { folders.append(name) }
            case Int32(DT_REG): note(name, formats)
            case Int32(DT_LNK), Int32(DT_UNKNOWN): others.append((name, type))
            default: break
            }
        }
        for (name, type) in others {
            let isPhoto = formats.role(of: name) == .photo
            // Asked once for what is no link.
            let own = type == Int32(DT_LNK) ? nil : folder.status(of: name, followsLinks: false)
            let isLink = own?.isLink != false
            if let status = isLink ? folder.status(of: name) : own {
                if status.isFolder, !formats.leavesOut(folder: name) { folders.append(name) }
                if status.isRegular { note(name, formats) }
                if isLink, isPhoto, !status.isFolder { links.insert(name) }
            } else if isPhoto {
                warnings[name] = systemMessage(errno)
                if isLink { links.insert(name) }
            }
        }
    }

    private mutating func note(_ name: FileName, _ formats: ListedFormats) {
        if formats.role(of: name) != nil {
            files.append(name)
        } else if CompanionTable.isSidecar(name), !formats.isHidden(name) {
            sidecars.append(name)
        }
    }

    /// Names as people expect them to be sorted: 2 before 10; those that are the same to people, by their bytes.
    static func sorted(_ names: some Sequence<FileName>) -> [FileName] { names.map(Named.init).sorted().map(\.name) }

    /// A name with the key that sorts it.
    private struct Named: Comparable {
        let name: FileName
        private let key: ContiguousArray<UInt8>

        init(_ name: FileName) {
            self.name = name
            key = FileNameCollation().key(for: name.text)
        }

        static func < (a: Self, b: Self) -> Bool {
            a.key == b.key ? a.name < b.name : a.key.lexicographicallyPrecedes(b.key)
        }
    }
}
