// What is done with a group that has not come to its end: after a failure, and at the next start after a crash.
import Codecs
import Glibc
import Photos

/// Takes a group back as long as nothing of it was deleted, and finishes it from then on. Each part looks at what is
/// there: what somebody else has changed since is left alone, and nothing is deleted of which no other copy is whole.
struct OperationRecovery {
    let calls: FileSystemCalls

    enum Result {
        case takenBack, finished
        /// Something could not be done; it may be possible later.
        case unsettled
    }

    func settle(_ progress: GroupProgress) -> Result { calls.patience.settling { settleNow(progress) } }

    private func settleNow(_ progress: GroupProgress) -> Result {
        switch progress.phase {
        case .done: return .finished
        case .takenBack: return .takenBack
        case .placed:
            for step in progress.group.steps where step.isLast {
                do {
                    try drop(step, of: progress)
                } catch let error where [.changed, .missing, .notEmpty].contains(error.reason) {
                    // Somebody else's by now.
                } catch {
                    return .unsettled
                }
            }
            return .finished
        case .begun:
            let files = Set(progress.group.steps.compactMap(\.file))
            var isSettled = true
            for (index, step) in progress.group.steps.enumerated().reversed() {
                do {
                    try takeBack(step, progress.copies[index], files)
                } catch {
                    isSettled = false
                }
                // The next start looks for it once more.
                if case .copy(_, let draft, _, _) = step, calls.patience.mayComeLate(draft) { isSettled = false }
            }
            return isSettled ? .takenBack : .unsettled
        }
    }

    /// Deletes a file for which another one stands, or for good.
    func drop(_ step: OperationStep, of progress: GroupProgress) throws(FileFailure) {
        switch step {
        case .drop(let path, let stamp, let keeps):
            let status = try onFile(path) { () throws(SystemFailure) in try calls.statusIfPresent(path) }
            guard let status else { return }
            guard status.stamp == stamp else { throw FileFailure(path, .changed) }
            if let keeps {
                let kept = try onFile(keeps) { () throws(SystemFailure) in try calls.statusIfPresent(keeps) }
                guard let kept else { throw FileFailure(keeps, .missing) }
                if let copy = progress.copy(at: keeps), copy.map({ kept.stamp.isStill($0) }) != true {
                    throw FileFailure(keeps, .changed)
                }
            }
            try onFile(path) { () throws(SystemFailure) in try calls.unlink(path) }
        case .removeFolder(let path):
            try onFile(path) { () throws(SystemFailure) in try calls.removeFolder(path.text) }
        case .note, .rename, .copy, .export, .makeFolder, .renameFolder: break
        }
    }

    /// - Parameter files: The files that the group gives other names. What is one of them by its number is no other one
    ///   of them, also where size and time are the same, as of photos in a row.
    private func takeBack(_ step: OperationStep, _ copy: EntryStamp?, _ files: Set<EntryNumber>) throws(SystemFailure) {
        switch step {
        case .note(let path, let text): try takeBackNote(path, text)
        case .rename(let from, let to, let stamp):
            guard let there = try calls.statusIfPresent(to), there.stamp.isSameFile(as: stamp),
                there.stamp.number == stamp.number || !files.contains(there.stamp.number)
            else { return }
            if let here = try calls.statusIfPresent(from) {
                // Two names of one file, where the file system knows no renaming to a free name only.
                let isTwin = here.stamp.isSameEntry(as: there.stamp)
                if isTwin { try calls.unlink(to) }
                return
            }
            try calls.rename(to, to: from)
        case .renameFolder(let from, let to, let stamp):
            guard let there = try calls.statusIfPresent(to), there.stamp.number == stamp.number,
                try calls.statusIfPresent(from) == nil
            else { return }
            try calls.rename(to, to: from)
        case .copy(let from, let draft, let to, let stamp), .export(let from, let draft, let to, let stamp):
            if try calls.statusIfPresent(draft) != nil {
                try calls.unlink(draft)
            } else if try calls.statusIfPresent(draft.parent) == nil {
                // A drive that was taken away.
                throw SystemFailure(ENOENT)
            }
            // Only while the original is as it was: else the copy may be all that there is.
            guard let copy, try calls.statusIfPresent(to)?.stamp.isStill(copy) == true,
                try calls.statusIfPresent(from)?.stamp == stamp
            else { return }
            try calls.unlink(to)
        case .makeFolder(let path):
            do {
                try calls.removeFolder(path.text)
            } catch let error where [ENOENT, ENOTEMPTY, EEXIST, ENOTDIR].contains(error.code) {
                return
            }
        case .drop, .removeFolder: return
        }
    }

    /// Deletes a note of ours, also one that was not written to its end; another program's of the same name stays.
    private func takeBackNote(_ path: FilePath, _ text: String) throws(SystemFailure) {
        guard let status = try calls.statusIfPresent(path), status.kind == .file, status.stamp.size <= text.utf8.count
        else { return }
        let file = try calls.open(path, O_RDONLY)
        defer { Glibc.close(file) }
        let expected = Array(text.utf8)
        var found = [UInt8](repeating: 0, count: expected.count + 1)
        let result = found.withUnsafeMutableBytes { room -> Swift.Result<Int, SystemFailure> in
            do throws(SystemFailure) { return .success(try calls.read(file, into: room)) } catch {
                return .failure(error)
            }
        }
        guard expected.starts(with: found.prefix(try result.get())) else { return }
        try calls.unlink(path)
    }
}
