// The steps of a replacement: the draft beside, the look at what is there now, and the name.
import CFiles
import Codecs
import Glibc
import Photos

extension FileReplacement {
    /// The name that a new file gets, and what has that name.
    struct Place {
        /// Absolute, with links resolved.
        let path: String
        /// Nil where no file has the name.
        let old: stat?
        /// Whether the file at a path is still what was read. `isAside` where it has just made room, which changes
        /// the time of its last change of any kind.
        let isStill: (_ path: String, _ isAside: Bool) -> Bool
        let isMeant: () -> Bool

        init(path: String, old: stat?, isStill: @escaping (String, Bool) -> Bool, isMeant: @escaping () -> Bool) {
            (self.path, self.old, self.isStill, self.isMeant) = (path, old, isStill, isMeant)
        }

        /// The place of a file of any length, which is known by its state, and by its content as well where that was
        /// written so lately that another writing could leave the same state.
        init(_ source: ReadFile, path: String) {
            let state = source.state
            let sum = state.isFresh ? FileChecksum.of(source.descriptor) : nil
            self.init(path: path, old: source.status) { path, isAside in
                guard let now = try? ReadFile(path, FileReplacementCalls()) else { return false }
                let isSame = isAside ? now.state.stamp == state.stamp : now.state == state
                return isSame && (sum == nil || FileChecksum.of(now.descriptor) == sum)
            } isMeant: {
                true
            }
        }
    }

    /// Replaces a file, or creates it.
    /// - Parameters:
    ///   - time: The new file's time of change; nil for now.
    ///   - fill: Writes the new file.
    /// - Returns: The new file's stamp.
    /// - Throws: `Failure`, after which the place is as it was.
    func replace(
        _ place: Place, time: timespec? = nil, fill: (Int32) throws(Failure) -> Void
    ) throws(Failure) -> EntryStamp {
        let folder = FilePath.folder(of: place.path), draft = FilePath.draft(in: folder)
        let record = drafts?.begin(FilePath(draft), besides: place.old.map { EntryStamp($0) })
        defer { if let record { drafts?.end(record) } }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        // Nobody may read what is not whole, and who may read it then is not known before.
        let mode: mode_t = place.old == nil ? 0o666 : 0o600
        let file = try calls.make(.open) { FilePath.withC(draft) { open($0, flags, mode) } }
        var isOpen = true, isOurs = true
        defer {
            if isOpen { close(file) }
            if isOurs { _ = FilePath.withC(draft, unlink) }
        }
        var status = stat()
        if let record, fstat(file, &status) == 0 { drafts?.note(EntryStamp(status), in: record) }
        try fill(file)
        if let old = place.old {
            try FileAttributes.copy(of: place.path, old, to: file, calls)
            if time == nil { try FileAttributes.age(file, beyond: old, calls) }
        }
        if let time { try FileAttributes.setTime(time, of: file, calls) }
        try calls.make(.sync) { fsync(file) }
        fstat(file, &status)
        isOpen = false
        do {
            try calls.make(.close) { close(file) }
        } catch {
            if calls.failure(.close) != 0 { close(file) }
            throw error
        }
        let directory = FilePath.withC(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { if directory >= 0 { close(directory) } }
        // Processes of this program look and rename one after another. The lock ends with the descriptor.
        FolderLock.take(directory)
        isOurs = try place.old == nil ? create(place, from: draft) : exchange(place, with: draft, EntryStamp(status))
        if isOurs, FilePath.withC(draft, unlink) == 0 { isOurs = false }
        // The file has its name; a folder that cannot be synchronised, as on some network disks, does not undo that.
        if calls.failure(.syncFolder) == 0, directory >= 0 { fsync(directory) }
        if let now = FilePath.status(of: place.path), now.st_ino == status.st_ino, now.st_size == status.st_size {
            return EntryStamp(now)
        }
        return EntryStamp(status)
    }

    /// Gives the draft a name that nobody has.
    /// - Returns: Whether what has the draft's name has to go.
    private func create(_ place: Place, from draft: String) throws(Failure) -> Bool {
        if calls.failure(.compare) != 0 || !place.isMeant() { throw .changed }
        try calls.make(.rename) { 0 }
        do {
            try FileSystemCalls().rename(draft, to: place.path)
            return false
        } catch {
            throw error.code == EEXIST ? .changed : Failure(code: error.code)
        }
    }

    /// Gives the draft the name of the file that it replaces, and that one the draft's for a moment, so that it can
    /// be looked at once more. Where the file system cannot do so, the look before has to do.
    /// - Returns: Whether what has the draft's name has to go.
    private func exchange(_ place: Place, with draft: String, _ own: EntryStamp) throws(Failure) -> Bool {
        if calls.failure(.compare) != 0 || !place.isMeant() || !place.isStill(place.path, false) { throw .changed }
        try calls.make(.rename) { 0 }
        // In this order, so that who watches the folder hears last that the file has come.
        switch Self.exchange(place.path, draft) {
        case 0: break
        case EINVAL, ENOSYS, ENOTSUP:
            guard Self.rename(draft, place.path) == 0 else { throw Failure(code: errno) }
            return false
        case ENOENT: throw .changed
        case let code: throw Failure(code: code)
        }
        // Somebody has taken it away.
        guard FilePath.status(of: draft) != nil else { return false }
        if calls.failure(.settle) == 0, place.isStill(draft, true) { return true }
        // Somebody was faster: what they have written gets its name back, and of theirs the later one stays.
        let isBack = Self.exchange(place.path, draft) == 0
        if isBack, FilePath.status(of: draft).map({ EntryStamp($0).isSameFile(as: own) }) ?? true { throw .changed }
        _ = Self.rename(draft, place.path)
        throw .changed
    }

    private static func exchange(_ a: String, _ b: String) -> Int32 {
        FilePath.withC(a) { a in FilePath.withC(b) { tessera_rename_exchange(a, $0) } }
    }

    private static func rename(_ from: String, _ to: String) -> Int32 {
        FilePath.withC(from) { from in FilePath.withC(to) { Glibc.rename(from, $0) } }
    }
}
