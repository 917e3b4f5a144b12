// The first listing of a folder: page by page in the natural order, one folder's names in memory at a time.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// A depth-first walk: each folder's image files in natural order (2 before 10), then its subfolders in the same order.
/// Camera raw files that belong to another file are listed with it.
/// Hidden entries are skipped unless they are shown, and symbolic links followed; a folder that is reached twice, by
/// links or a circle of them, is listed once. Blocks.
struct FolderListing {
    private let tree: FolderTree
    private let title: String
    /// Folders to enter, the next one last.
    private var ahead: [(parent: FolderNode?, name: FileName)] = [(nil, "")]
    private var folder: FolderNode?
    /// The photos in `folder` that are not listed yet.
    private var photos: ArraySlice<RawPairs.Entry> = []
    private var belongings = Belongings()

    /// - Parameter title: names the root in errors.
    init(of tree: FolderTree, title: String) {
        self.tree = tree
        self.title = title
    }

    /// Whether nothing is left. May be false although only folders without images are left.
    var isAtEnd: Bool { photos.isEmpty && ahead.isEmpty }

    /// Returns the next photos: `count`, or fewer at the end.
    /// - Parameter vanished: called for each file that is gone since its folder was read. It is listed all the same.
    /// - Throws: `LoadFailure` with stage `.listing` for the root, `CancellationError`; then nothing is lost.
    mutating func next(_ count: Int, vanished: (FolderNode, FileName) -> Void) throws -> [ListedPhoto] {
        var found: [ListedPhoto] = []
        while found.count < count {
            guard let folder, !photos.isEmpty else {
                if ahead.isEmpty { break }
                if found.isEmpty { try Task.checkCancellation() }
                try enterNext()
                continue
            }
            let taken = photos.prefix(count - found.count)
            photos = photos.dropFirst(taken.count)
            found += list(taken, in: folder, vanished: vanished)
            if photos.isEmpty { folder.contents.trim() }
        }
        return found
    }

    private func list(
        _ photos: ArraySlice<RawPairs.Entry>, in folder: FolderNode, vanished: (FolderNode, FileName) -> Void
    ) -> [ListedPhoto] {
        let path = folder.path
        let open = OpenFolder(tree.absolute(path))
        func status(of name: FileName) -> FileStatus? {
            let sidecar = open.map { belongings.fingerprint(of: name, in: $0) } ?? 0
            let status = open?.status(of: name).map { status in
                tree.turns.fileStatus(status, sidecar: sidecar, of: tree.absolute(path.appending(name)).text)
            }
            if status == nil { vanished(folder, name) }
            let nothing = FolderEntry(name: name, inode: 0, fingerprint: 0)
            folder.contents.append(status.map { FolderEntry(name, $0) } ?? nothing)
            return status
        }
        return photos.map { photo in
            let own = status(of: photo.name)
            for companion in photo.companions { _ = status(of: companion) }
            return PhotoFile.listed(
                PhotoID(path.appending(photo.name)), name: photo.name, status: own,
                companions: photo.companions)
        }
    }

    private mutating func enterNext() throws {
        guard let (parent, name) = ahead.popLast() else { return }
        switch tree.enter(name, of: parent) {
        case .known, .returned:
            parent?.aliases.insert(name)
        case .refused(let error):
            guard let parent else {
                ahead = [(nil, "")]
                throw failure(error)
            }
            // One that has gone meanwhile is no folder that cannot be read.
            if error != ENOENT, error != ENOTDIR { parent.warnings[name] = systemMessage(error) }
        case .read(let node, let found):
            node.note(found)
            folder = node
            var names: [FileName] = []
            for name in found.files {
                guard case .unshown(let kind) = tree.formats.role(of: name) else {
                    names.append(name)
                    continue
                }
                tree.count(kind, by: 1)
                node.contents.append(FolderEntry(name: name, inode: 0, fingerprint: 0))
            }
            node.holdsRaw = names.contains(where: CameraRaw.isName)
            belongings = Belongings(
                of: names, found.sidecars, in: found.sidecars.isEmpty ? nil : OpenFolder(tree.absolute(node.path)))
            names = FolderNames.sorted(names)
            photos = (node.holdsRaw ? RawPairs.photos(of: names) : names.map { RawPairs.Entry(name: $0) })[...]
            if tree.isDeep { ahead += FolderNames.sorted(found.folders).reversed().map { (node, $0) } }
        }
    }

    private func failure(_ error: Int32) -> LoadFailure {
        let reason: LoadFailure.Reason =
            switch error {
            case ENOENT: .notFound
            case ENOTDIR: .unreadable(Message("it is not a folder"))
            default: .unreadable(.verbatim(systemMessage(error)))
            }
        return LoadFailure(stage: .listing, culprit: title, reason: reason)
    }
}
