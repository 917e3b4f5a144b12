// Files that are being written: they are complete when their writer closes them, or when they have been still for a
// while.
import Codecs
import Glibc
import Photos

/// The files that some program has open for writing, as far as events tell.
struct IncompleteFiles {
    private struct Writing {
        var status: FileStatus?
        var since: ContinuousClock.Instant
        /// Whether it is only suspected of being written.
        var isDoubtful = false
    }

    private var writing: [FolderPlace: Writing] = [:]
    /// Files that were made since the last look.
    private var new: Set<FolderPlace> = []

    var isEmpty: Bool { writing.isEmpty }
    /// Whether a file was made that may be complete from the start.
    var hasNew: Bool { !new.isEmpty }

    func contains(_ place: FolderPlace) -> Bool { writing[place] != nil }

    /// Notes that a file was made, or that something was written to it.
    mutating func begin(_ place: FolderPlace, at now: ContinuousClock.Instant, isNew: Bool) {
        if isNew { new.insert(place) }
        writing[place, default: Writing(since: now)].since = now
        writing[place]?.isDoubtful = false
    }

    /// Notes that a file may be being written: it was found a moment after its last change.
    mutating func doubt(_ place: FolderPlace, at now: ContinuousClock.Instant) {
        if writing[place] == nil { writing[place] = Writing(since: now, isDoubtful: true) }
    }

    /// Notes that a file is complete, or gone.
    mutating func end(_ place: FolderPlace) {
        writing[place] = nil
        new.remove(place)
    }

    /// Takes out the files that are complete without having been closed: links and further names of a file, which no
    /// program writes to, and those whose length and time of modification have stayed the same for a while.
    mutating func takeComplete(in tree: FolderTree, at now: ContinuousClock.Instant, _ timing: WatchTiming)
        -> [FolderPlace]
    {
        var complete: [FolderPlace] = []
        let fresh = new
        new = []
        for (place, state) in writing {
            let isStill = now - state.since >= (state.isDoubtful ? timing.doubt : timing.stillness)
            guard isStill || fresh.contains(place) || state.status == nil else { continue }
            let path = tree.absolute(place.folder.path.appending(place.name))
            var entry = stat()
            guard place.folder.isReachable, path.withC({ lstat($0, &entry) }) == 0 else {
                complete.append(place)
                continue
            }
            let status = FileStatus(entry)
            if entry.isLink || entry.st_nlink > 1 || (isStill && status.fingerprint == state.status?.fingerprint) {
                complete.append(place)
            } else if status.fingerprint != state.status?.fingerprint {
                writing[place]?.status = status
                if state.status != nil { writing[place]?.since = now }
            }
        }
        for place in complete { writing[place] = nil }
        return complete
    }

    /// The name of the file that a browser's unfinished download is to become; nil for other names. Firefox makes an
    /// empty file of the final name first, and writes beside it.
    static func whole(ofPart name: FileName) -> FileName? { name.dropping(ending: partial) }

    /// The name of the unfinished download of a file.
    static func part(of name: FileName) -> FileName { name + partial }

    private static let partial = ".part"
}
