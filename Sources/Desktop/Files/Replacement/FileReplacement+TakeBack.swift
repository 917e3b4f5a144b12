// A change of a file that is taken back, while the file is what the change has made of it.
import Codecs
import Glibc
import Photos

extension FileReplacement {
    /// Changes the file back, with its time of change.
    /// - Returns: The change that leads forward again.
    /// - Throws: `Failure.changed` where the file is no longer what was written; other `Failure`s, after which it is.
    func takeBack(_ change: FileChange) throws(Failure) -> FileChange {
        if let (shares, file) = share(of: change.path) { return try shares.takeBack(change, of: file, calls) }
        let path = change.path.text
        guard let file = try readIfPresent(path) else {
            if change.existsAfter { throw .changed }
            return try recreate(change)
        }
        guard change.existsAfter, let pieces = change.reversed(count: file.count),
            FileChecksum.of(file.descriptor) == change.checksumAfter
        else { throw .changed }
        if change.existedBefore { return try splice(pieces, of: file, at: path, time: change.before?.time) }
        return try remove(file, change)
    }

    /// Makes a file that was deleted.
    private func recreate(_ change: FileChange) throws(Failure) -> FileChange {
        let place = Place(path: change.path.text, old: nil, isStill: { _, _ in true }, isMeant: { true })
        let content = change.pieces.flatMap(\.removed)
        let stamp = try replace(place, time: change.before?.time) { file throws(Failure) in
            try put(content, in: file, at: 0)
        }
        return FileChange(change.path, from: nil, to: (bytes: content, stamp: stamp))
    }

    /// Deletes a file that was created. It gets a draft's name first, so that what somebody else has put there
    /// meanwhile is seen, and stays.
    private func remove(_ file: ReadFile, _ change: FileChange) throws(Failure) -> FileChange {
        let path = change.path.text, folder = FilePath.folder(of: path), draft = FilePath.draft(in: folder)
        let content = try file.bytes(0..<file.count, calls), stamp = file.state.stamp
        let record = drafts?.begin(FilePath(draft), besides: stamp)
        defer { if let record { drafts?.end(record) } }
        let directory = FilePath.withC(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { if directory >= 0 { close(directory) } }
        FolderLock.take(directory)
        try calls.make(.rename) { 0 }
        do {
            try FileSystemCalls().rename(path, to: draft)
        } catch {
            throw error.code == ENOENT ? .changed : Failure(code: error.code)
        }
        let aside = (try? readIfPresent(draft)) ?? nil
        let sum = aside.flatMap { FileChecksum.of($0.descriptor) }
        guard calls.failure(.settle) == 0, sum == change.checksumAfter else {
            // Where the name is in use by then, both are kept.
            try? FileSystemCalls().rename(draft, to: path)
            throw .changed
        }
        guard FilePath.withC(draft, unlink) == 0 else { throw Failure(code: errno) }
        if calls.failure(.syncFolder) == 0, directory >= 0 { fsync(directory) }
        return FileChange(change.path, from: (bytes: content, stamp: stamp), to: nil)
    }
}
