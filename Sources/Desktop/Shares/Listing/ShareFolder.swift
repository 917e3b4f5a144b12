// The photos of one folder on a share, and how they differ from those that were listed before.
import CGLib
import Library
import Photos

/// The entries of one folder, by what is to be done with them.
public struct ShareFolder: Sendable {
    /// The path below the listed folder.
    let path: FilePath
    private(set) var entries: [ShareEntry] = []

    init(_ path: FilePath, _ entries: [ShareEntry] = []) { (self.path, self.entries) = (path, entries) }

    mutating func append(_ some: [ShareEntry]) { entries += some }

    /// Returns the folder with the tags of an earlier listing where these are not to be believed: where most of the
    /// files that have the same length and time have another tag, the share gives other ones at each question, or has
    /// changed how it makes them, and the files have not changed. Of one file alone this cannot be told.
    func keepingTags(of before: [FileName: ShareEntry]) -> ShareFolder {
        func isSame(_ entry: ShareEntry, _ before: ShareEntry) -> Bool {
            entry.byteCount == before.byteCount && entry.modified == before.modified
        }
        var same = 0, retagged = 0
        for entry in entries {
            guard let before = before[entry.name], isSame(entry, before) else { continue }
            same += 1
            if before.tag != entry.tag { retagged += 1 }
        }
        guard retagged > 1, 2 * retagged > same else { return self }
        return ShareFolder(
            path,
            entries.map { entry in
                guard let before = before[entry.name], isSame(entry, before) else { return entry }
                return entry.with(tag: before.tag)
            })
    }

    /// Returns the names of the folders in it that are listed, in the natural order. Links are not followed: where they
    /// lead to cannot be told from a share, nor whether in a circle.
    func folders(_ formats: ListedFormats) -> [FileName] {
        isLeftOut(formats)
            ? []
            : FolderNames.sorted(
                entries.lazy.filter { $0.isFolder && !$0.isLink && !formats.leavesOut(folder: $0.name) }.map(\.name))
    }

    /// Returns the photos, in the natural order. A camera raw file beside an image of its name is one photo with it.
    /// - Parameter sidecars: Those of the folder.
    func photos(_ formats: ListedFormats, _ sidecars: FolderSidecars) -> [ListedPhoto] {
        if isLeftOut(formats) { return [] }
        var files: [FileName: ShareEntry] = [:]
        for entry in entries where entry.isRegular && formats.role(of: entry.name) == .photo {
            files[entry.name] = entry
        }
        return RawPairs.photos(of: FolderNames.sorted(files.keys)).map { photo in
            PhotoFile.listed(
                PhotoID(path.appending(photo.name)), name: photo.name,
                status: files[photo.name]?.status(with: sidecars[photo.name]), companions: photo.companions)
        }
    }

    /// The sidecars of the photos.
    var sidecars: FolderSidecars { FolderSidecars(of: entries) }

    /// The entries that decide, under any setting, which photos are listed, and with which sidecars.
    func essentials(_ formats: ListedFormats) -> [ShareEntry] {
        entries.filter {
            $0.isRegular
                && (formats.roleIfShown($0.name) == .photo || ExcludedFolders.isMark($0.name)
                    || CompanionTable.isSidecar($0.name))
        }
    }

    private func isLeftOut(_ formats: ListedFormats) -> Bool {
        !formats.showsExcluded && entries.contains { ExcludedFolders.isMark($0.name) }
    }
}

/// What was listed of one folder on a share.
struct ListedShareFolder: Sendable {
    private var contents = FolderContents()

    /// Nothing.
    init() {}

    init(_ photos: [ListedPhoto]) {
        for photo in photos { contents.append(FolderEntry(photo)) }
        contents.trim()
    }

    /// Returns what is listed once these photos have come or changed.
    func with(_ photos: [ListedPhoto]) -> ListedShareFolder {
        guard contents.count > 0 else { return ListedShareFolder(photos) }
        var left = self
        left.contents.remove(Set(photos.lazy.map(\.photo.id.path.name)))
        for photo in photos { left.contents.append(FolderEntry(photo)) }
        left.contents.trim()
        return left
    }

    /// Returns the ids of all photos.
    /// - Parameter path: The folder's path below the listed one.
    func ids(below path: FilePath) -> [PhotoID] {
        var ids: [PhotoID] = []
        contents.forEach { ids.append(PhotoID(path.appending($0.name))) }
        return ids
    }

    /// Returns the changes that lead to these photos.
    /// - Parameters:
    ///   - path: The folder's path below the listed one.
    ///   - isWhole: Whether what is not among the photos is gone.
    ///   - findsRenamed: Whether photos may have another name.
    func changes(
        to photos: [ListedPhoto], in path: FilePath, isWhole: Bool, findsRenamed: Bool
    ) -> [SourceChange] {
        var known: [FileName: FolderEntry] = [:]
        contents.forEach { known[$0.name] = $0 }
        var added: [ListedPhoto] = [], changed: [ListedPhoto] = []
        for photo in photos {
            let entry = FolderEntry(photo)
            if let before = known.removeValue(forKey: entry.name) {
                if before != entry { changed.append(photo) }
            } else {
                added.append(photo)
            }
        }
        var changes: [SourceChange] = []
        if isWhole, findsRenamed {
            let renamings = Self.renamings(from: known, to: added, in: path)
            if !renamings.isEmpty { changes.append(.renamed(renamings)) }
            for renaming in renamings { known[renaming.before.path.name] = nil }
            let renamed = Set(renamings.map(\.after.photo.id))
            added.removeAll { renamed.contains($0.photo.id) }
        }
        if isWhole, !known.isEmpty {
            changes.append(.removed(known.keys.sorted().map { PhotoID(path.appending($0)) }))
        }
        if !changed.isEmpty { changes.append(.changed(changed)) }
        if !added.isEmpty { changes.append(.added(PackedPage(listed: added), isLast: false)) }
        return changes
    }

    /// Returns the photos that have another name: a share has no inode to believe, but where of all that are gone and
    /// of all that have come one each has this length, time and ETag, it is the same photo.
    private static func renamings(
        from gone: [FileName: FolderEntry], to come: [ListedPhoto], in path: FilePath
    ) -> [SourceChange.Renaming] {
        guard !gone.isEmpty, !come.isEmpty else { return [] }
        let before = Dictionary(grouping: gone.values, by: \.fingerprint)
        return Dictionary(grouping: come) { FolderEntry($0).fingerprint }.compactMap { fingerprint, photos in
            guard fingerprint != 0, photos.count == 1, let names = before[fingerprint], names.count == 1 else {
                return nil
            }
            return SourceChange.Renaming(PhotoID(path.appending(names[0].name)), to: photos[0])
        }
    }
}

extension FolderEntry {
    /// A photo on a share. Its state is that of the camera raw files that belong to it.
    fileprivate init(_ photo: ListedPhoto) {
        let companions = photo.photo.companions
        self.init(
            name: photo.photo.id.path.name, inode: 0, fingerprint: UInt32(photo.photo.version, radix: 16) ?? 0,
            state: companions.isEmpty ? 0 : companions.lazy.flatMap(\.text.utf8).fingerprint,
            sidecar: photo.stamp?.sidecar ?? 0)
    }
}
