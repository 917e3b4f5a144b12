// The changes of photos that follow from changes of their files: a photo may be an image with the camera raw files
// beside it.
import Library
import Photos

/// One file before a comparison and after it.
struct FileDiff {
    struct Before {
        let place: FolderPlace
        /// The id of the photo that it was, if it was one.
        let id: PhotoID
        let fingerprint: UInt32
        let state: UInt32
        let sidecar: UInt32

        init(place: FolderPlace, id: PhotoID, entry: FolderEntry) {
            self.place = place
            self.id = id
            fingerprint = entry.fingerprint
            state = entry.state
            sidecar = entry.sidecar
        }
    }

    struct After {
        let place: FolderPlace
        /// The path of its folder below the root.
        let path: FilePath
        let fingerprint: UInt32
        /// Changes when anything about its entry does.
        let state: UInt32
        /// Changes when its sidecar does; 0 without one.
        let sidecar: UInt32
        /// Nil where it was not looked at.
        let stamp: FileStamp?

        init(place: FolderPlace, path: FilePath, fingerprint: UInt32, state: UInt32, sidecar: UInt32, stamp: FileStamp?)
        {
            self.place = place
            self.path = path
            self.fingerprint = fingerprint
            self.state = state
            self.sidecar = sidecar
            self.stamp = stamp
        }

        init(place: FolderPlace, path: FilePath, status: FileStatus) {
            self.init(
                place: place, path: path, fingerprint: status.fingerprint, state: status.stamp.entryState,
                sidecar: status.stamp.sidecar, stamp: status.stamp)
        }

        func listed(_ companions: [FileName]) -> ListedPhoto {
            let id = PhotoID(path.appending(place.name))
            return PhotoFile.listed(
                id, name: place.name, fingerprint: fingerprint, stamp: stamp, companions: companions)
        }
    }

    /// Nil for a file that was not there.
    let before: Before?
    /// Nil for one that is gone.
    let after: After?

    init(before: Before?, after: After?) {
        self.before = before
        self.after = after
    }

    /// A file that has kept its name, in a folder that was at `oldPath` and is at `path`.
    init(_ entry: FolderEntry, at place: FolderPlace, from oldPath: FilePath, to path: FilePath, _ now: FileStatus) {
        let id = PhotoID(oldPath.appending(entry.name))
        before = Before(place: place, id: id, entry: entry)
        after = After(place: place, path: path, status: now)
    }
}

/// The changes of photos that follow from those of files. The files that may be one photo have to be given together,
/// those among them that are what they were as well.
///
/// A photo stays the same as long as its file does. Where that file is gone, the raw file beside it becomes the photo;
/// where an image comes beside a raw file, the image does.
struct PhotoChanges {
    private(set) var removed: [PhotoID] = []
    private(set) var renamed: [SourceChange.Renaming] = []
    private(set) var changed: [ListedPhoto] = []
    private(set) var added: [ListedPhoto] = []

    init(_ steps: [FileDiff]) {
        let before = Side(steps.map(\.before?.place)), after = Side(steps.map(\.after?.place))
        // Photos whose file is no photo any more, and photos whose file was none.
        var free: Set<Int> = []
        var open: [Int] = []
        for index in steps.indices {
            switch (before.isPhoto(index), after.isPhoto(index)) {
            case (true, true): follow(index, to: index)
            case (true, false): free.insert(index)
            case (false, true): open.append(index)
            case (false, false): break
            }
        }
        for index in open {
            // The photo that the file belonged to, or a raw file that belongs to it now.
            let candidates = [before.photo[index]].compactMap(\.self) + (after.companions[index] ?? [])
            if let former = candidates.first(where: free.contains) {
                free.remove(former)
                follow(former, to: index)
            } else if let file = steps[index].after {
                added.append(file.listed(after.names(index)))
            }
        }
        removed = free.sorted().compactMap { steps[$0].before?.id }

        /// Notes that the photo of one step is that of another, or the same, now.
        func follow(_ former: Int, to index: Int) {
            guard let old = steps[former].before, let new = steps[index].after else { return }
            let companions = after.names(index)
            let photo = new.listed(companions)
            if old.id != photo.photo.id {
                renamed.append(SourceChange.Renaming(old.id, to: photo))
            } else if old.fingerprint != new.fingerprint || old.state != new.state || old.sidecar != new.sidecar
                || before.names(former) != companions
            {
                changed.append(photo)
            }
        }
    }

    /// Which files were photos, or are now.
    private struct Side {
        private let places: [FolderPlace?]
        /// For each companion the file that it belongs to; all as indices of steps.
        private(set) var photo: [Int: Int] = [:]
        /// For each photo its companions.
        private(set) var companions: [Int: [Int]] = [:]

        init(_ places: [FolderPlace?]) {
            self.places = places
            var groups: [FolderPlace: [Int]] = [:]
            for (index, place) in places.enumerated() {
                guard let place, CameraRaw.isName(place.name), let group = Self.group(of: place) else { continue }
                groups[group, default: []].append(index)
            }
            guard !groups.isEmpty else { return }
            for (index, place) in places.enumerated() {
                guard let place, let group = Self.group(of: place), !CameraRaw.isName(place.name) else { continue }
                groups[group]?.append(index)
            }
            for files in groups.values where files.count > 1 {
                let indices = Dictionary(files.map { (places[$0]?.name ?? "", $0) }) { first, _ in first }
                for entry in RawPairs.photos(of: Array(indices.keys)) where !entry.companions.isEmpty {
                    guard let index = indices[entry.name] else { continue }
                    companions[index] = entry.companions.compactMap { indices[$0] }
                    for companion in companions[index] ?? [] { photo[companion] = index }
                }
            }
        }

        func isPhoto(_ index: Int) -> Bool { places[index] != nil && photo[index] == nil }

        /// The names of the companions.
        func names(_ index: Int) -> [FileName] { companions[index]?.compactMap { places[$0]?.name } ?? [] }

        /// The folder and the beginning of the name that the files of one photo have in common.
        private static func group(of place: FolderPlace) -> FolderPlace? {
            RawPairs.stem(of: place.name).map { FolderPlace(folder: place.folder, name: $0) }
        }
    }
}
