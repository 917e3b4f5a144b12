// The execution of one photo's steps: all of them, or none.
import Codecs
import Glibc
import ImagePipeline
import Photos

/// Runs groups whose beginning is in the journal.
struct GroupRun {
    let calls: FileSystemCalls
    let journal: OperationJournal
    let control: OperationControl
    /// Makes exported photos; nil where none are made.
    var exporter: RunningExport?
    /// Whether copies are read back from their disk and compared with the original.
    var verifies = false
    /// Whether files may be moved to where some of their attributes are not kept.
    var mayLoseAttributes = false
    /// Called with the bytes of each part of a copy; with a negative number where some have to be copied again.
    let onBytes: (Int) -> Void
    /// Called when a copy begins to wait for a share that does not answer, and when it ends to.
    let onWait: (Bool) -> Void

    /// Bytes copied between two looks at the cancel flag.
    private static let chunk = 4 << 20

    /// Runs the steps. After a failure the files are where they were, unless that could not be done; then the journal
    /// keeps the group.
    /// - Returns: What was done.
    func run(_ group: OperationGroup) throws(FileFailure) -> GroupProgress {
        var progress = GroupProgress(group)
        do {
            try fill(&progress)
            try place(progress)
            try drop(&progress)
        } catch {
            guard group.isJournaled else { throw error }
            switch OperationRecovery(calls: calls).settle(progress) {
            case .takenBack: finish(&progress, .takenBack)
            case .finished:
                finish(&progress)
                return progress
            case .unsettled: journal.keep()
            }
            throw error
        }
        finish(&progress)
        return progress
    }

    private func finish(_ progress: inout GroupProgress, _ phase: GroupProgress.Phase = .done) {
        progress.phase = phase
        guard progress.group.isJournaled else { return }
        // Not waited for: after a crash the group is settled once more, to the same end.
        try? journal.write(JournalText.phase(phase, of: progress.group), isSafe: false)
    }

    /// Makes the drafts of all copies, and of what is made anew.
    private func fill(_ progress: inout GroupProgress) throws(FileFailure) {
        for (index, step) in progress.group.steps.enumerated() {
            if case .export(let from, let draft, let to, let stamp) = step {
                progress.copies[index] = try export(from, to: draft, for: to, stamp)
            }
            guard case .copy(let from, let draft, let to, let stamp) = step else { continue }
            let (copy, lost) = try copy(from, to: draft, for: to, stamp)
            // A copy may do without what its drive does not keep; of a file that is deleted it would be lost.
            let isMoved = progress.group.steps.contains { if case .drop(from, _, _) = $0 { true } else { false } }
            if isMoved, !lost.isEmpty, !mayLoseAttributes { throw FileFailure(from, .attributesLost(lost)) }
            progress.copies[index] = copy
        }
        if !progress.copies.isEmpty { try note(JournalText.copied(progress)) }
    }

    /// Puts everything in its place.
    private func place(_ progress: GroupProgress) throws(FileFailure) {
        var folders: Set<FilePath> = []
        let deletes = progress.group.steps.contains(where: \.isLast)
        for step in progress.group.steps {
            switch step {
            case .note(let path, let text): try write(text, to: path)
            case .rename(let from, let to, _), .renameFolder(let from, let to, _):
                if control.isCancelled { throw FileFailure(from, .cancelled) }
                try rename(from, to: to)
                if deletes { folders.insert(to.parent) }
            case .copy(_, let draft, let to, _), .export(_, let draft, let to, _):
                try rename(draft, to: to)
                folders.insert(to.parent)
            case .makeFolder(let path):
                do {
                    try calls.makeFolder(path.text)
                } catch {
                    throw TargetNames(calls: calls).failure(error, making: path)
                }
            case .drop, .removeFolder: break
            }
        }
        for folder in folders {
            try onFile(folder) { () throws(SystemFailure) in try calls.synchronise(folder: folder.text) }
        }
    }

    /// Gives a file or a folder another name. What is wrong with the old name is told from what is wrong with the new
    /// one.
    private func rename(_ from: FilePath, to: FilePath) throws(FileFailure) {
        do {
            try calls.rename(from, to: to)
        } catch let error where error.code == EEXIST {
            throw FileFailure(to, error)
        } catch {
            // What the new name's file system refuses, it refuses while the file is there.
            guard try onFile(from, { () throws(SystemFailure) in try calls.statusIfPresent(from) }) != nil else {
                throw FileFailure(from, error)
            }
            throw TargetNames.isAboutName(error)
                ? TargetNames(calls: calls).failure(error, making: to) : FileFailure(from, error)
        }
    }

    /// Deletes what is to be deleted last. From the first deletion on there is no way back.
    private func drop(_ progress: inout GroupProgress) throws(FileFailure) {
        let group = progress.group
        guard group.steps.contains(where: \.isLast) else { return }
        if group.isJournaled { try note(JournalText.phase(.placed, of: group)) }
        progress.phase = .placed
        var isFirst = true
        for step in group.steps where step.isLast {
            do {
                try OperationRecovery(calls: calls).drop(step, of: progress)
            } catch {
                if isFirst, group.isJournaled, stays(step, after: error) {
                    // Without this line, a crash would end as if the deletion had been possible: as wanted.
                    try? journal.write(JournalText.phase(.begun, of: group), isSafe: true)
                    progress.phase = .begun
                }
                throw error
            }
            isFirst = false
        }
    }

    /// Whether a file that could not be deleted is there for sure. A share that has not answered may have deleted it,
    /// or do so later: then the other files of the photo follow, so that they stay together.
    private func stays(_ step: OperationStep, after failure: FileFailure) -> Bool {
        guard case .drop(let path, let stamp, .some) = step, calls.isOnShare(path) else { return true }
        switch failure.reason {
        case .noAnswer, .cancelled: return false
        case .system:
            let status = calls.patience.settling { (try? calls.statusIfPresent(path)) ?? nil }
            return status?.stamp == stamp
        default: return true
        }
    }

    private func note(_ text: String) throws(FileFailure) {
        do {
            try journal.write(text, isSafe: true)
        } catch {
            throw FileFailure("", .noJournal(error.code))
        }
    }

    private func write(_ text: String, to path: FilePath) throws(FileFailure) {
        try onFile(path) { () throws(SystemFailure) in
            let file = try calls.open(path, O_WRONLY | O_CREAT | O_EXCL)
            do throws(SystemFailure) {
                try calls.write(file, text)
            } catch {
                Glibc.close(file)
                throw error
            }
            try calls.close(file)
        }
    }

    /// Copies a file with its properties to a draft on the disk.
    /// - Parameter to: The name that the draft gets, which is said where the draft cannot be written.
    /// - Returns: The draft's stamp, and the attributes that it did not take.
    private func copy(
        _ from: FilePath, to draft: FilePath, for to: FilePath, _ expected: EntryStamp
    ) throws(FileFailure) -> (EntryStamp, lost: [String]) {
        if calls.isOnShare(from) || calls.isOnShare(draft) {
            return try copyByShare(from, to: draft, for: to, expected)
        }
        let source = try onFile(from) { () throws(SystemFailure) in try calls.open(from, O_RDONLY) }
        defer { Glibc.close(source) }
        let status = try onFile(from) { () throws(SystemFailure) in try calls.status(of: source) }
        guard status.kind == .file else { throw FileFailure(from, .isNoFile) }
        guard status.stamp == expected else { throw FileFailure(from, .changed) }
        let file = try onFile(to) { () throws(SystemFailure) in try calls.open(draft, O_WRONLY | O_CREAT | O_EXCL) }
        var isOpen = true
        defer { if isOpen { Glibc.close(file) } }
        try copyBytes(source, to: file, from, to)
        let lost = calls.copyProperties(from: source, status, to: file)
        let after = try onFile(from) { () throws(SystemFailure) in try calls.status(of: source) }
        guard after.stamp == expected else { throw FileFailure(from, .changed) }
        let stamp = try onFile(to) { () throws(SystemFailure) in
            try calls.synchronise(file)
            let stamp = try calls.status(of: file).stamp
            guard stamp.size == expected.size else { throw SystemFailure(EIO) }
            isOpen = false
            try calls.close(file)
            return stamp
        }
        if verifies { try verify(draft, of: source, from, to) }
        return (stamp, lost)
    }

    /// The same where one of both is on a share.
    private func copyByShare(
        _ from: FilePath, to draft: FilePath, for to: FilePath, _ expected: EntryStamp
    ) throws(FileFailure) -> (EntryStamp, lost: [String]) {
        let copy: EntryStamp
        do throws(SystemFailure) {
            copy = try calls.copyWhole(from, to: draft, expected, onBytes: onBytes, onWait: onWait)
        } catch {
            // A file that was cut short ends before its listed length.
            if error.code == ESTALE
                || error.code == EIO && (try? calls.status(from)).map({ $0.stamp != expected }) == true
            {
                throw FileFailure(from, .changed)
            }
            let isOfTarget =
                [ENOSPC, EDQUOT, EFBIG, EROFS].contains(error.code) || error.code == EACCES && calls.isOnShare(to)
            throw FileFailure(isOfTarget ? to : from, error)
        }
        let after = try onFile(from) { () throws(SystemFailure) in try calls.status(from) }
        guard after.kind == .file else { throw FileFailure(from, .isNoFile) }
        guard after.stamp == expected else { throw FileFailure(from, .changed) }
        // A file that is cut short while it is read ends without an error by some kinds of share.
        guard copy.size == expected.size else { throw FileFailure(to, SystemFailure(EIO)) }
        return (
            copy,
            calls.isOnShare(draft)
                ? try onFile(from) { () throws(SystemFailure) in try calls.attributes(of: from) } : []
        )
    }

    /// Compares a draft, as it is on the disk, with the open file of which it is a copy.
    private func verify(_ draft: FilePath, of source: Int32, _ from: FilePath, _ to: FilePath) throws(FileFailure) {
        let file = try onFile(to) { () throws(SystemFailure) in try calls.open(draft, O_RDONLY) }
        defer { Glibc.close(file) }
        // What the system has in memory says nothing of the disk.
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
        guard let own = FileChecksum.of(source) else { throw FileFailure(from, SystemFailure(EIO)) }
        guard FileChecksum.of(file) == own else { throw FileFailure(to, SystemFailure(EIO)) }
    }

    /// Makes another file of what a photo shows, as a draft on the disk.
    /// - Parameter to: The name that the draft gets, which is said where the draft cannot be written.
    /// - Returns: The draft's stamp.
    private func export(
        _ from: FilePath, to draft: FilePath, for to: FilePath, _ expected: EntryStamp
    ) throws(FileFailure) -> EntryStamp {
        func isStill() throws(FileFailure) {
            let status = try onFile(from) { () throws(SystemFailure) in try calls.status(from) }
            guard status.kind == .file else { throw FileFailure(from, .isNoFile) }
            guard status.stamp == expected else { throw FileFailure(from, .changed) }
        }
        try isStill()
        guard let exporter else { throw FileFailure(from, .isNoFile) }
        let bytes = try exporter.bytes(from, as: to.name, control)
        if control.isCancelled { throw FileFailure(from, .cancelled) }
        try isStill()
        if let share = ShareAddress(draft) {
            let made = try onFile(to) { () throws(SystemFailure) in
                try calls.make(draft, on: share, of: EncodedBytes(bytes))
            }
            guard made.size == bytes.count else { throw FileFailure(to, SystemFailure(EIO)) }
            onBytes(bytes.count)
            return made
        }
        // As any new file, for whom the user lets it be.
        let file = try onFile(to) { () throws(SystemFailure) in
            try calls.open(draft, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        }
        var isOpen = true
        defer { if isOpen { Glibc.close(file) } }
        var result: Result<Void, SystemFailure> = .success(())
        bytes.withBytes { memory in
            do throws(SystemFailure) {
                try calls.write(file, memory)
            } catch {
                result = .failure(error)
            }
        }
        return try onFile(to) { () throws(SystemFailure) in
            try result.get()
            onBytes(bytes.count)
            try calls.synchronise(file)
            let stamp = try calls.status(of: file).stamp
            guard stamp.size == bytes.count else { throw SystemFailure(EIO) }
            isOpen = false
            try calls.close(file)
            return stamp
        }
    }

    private func copyBytes(_ source: Int32, to file: Int32, _ from: FilePath, _ to: FilePath) throws(FileFailure) {
        var buffer: [UInt8] = []
        while true {
            if control.isCancelled { throw FileFailure(from, .cancelled) }
            var count = 0
            if buffer.isEmpty {
                do {
                    count = try calls.copyRange(source, file, Self.chunk)
                } catch let error where [EXDEV, EINVAL, ENOSYS, ENOTSUP, EPERM, EBADF].contains(error.code) {
                    buffer = [UInt8](repeating: 0, count: Self.chunk)
                    continue
                } catch {
                    throw FileFailure([ENOSPC, EDQUOT, EFBIG, EROFS].contains(error.code) ? to : from, error)
                }
                // Some file systems in memory know no length: the reading tells whether there is more.
                if count == 0 { buffer = [UInt8](repeating: 0, count: Self.chunk) } else { onBytes(count); continue }
            }
            count = try pass(source, to: file, &buffer, from, to)
            if count == 0 { return }
            onBytes(count)
        }
    }

    /// Copies what one reading gives.
    private func pass(
        _ source: Int32, to file: Int32, _ buffer: inout [UInt8], _ from: FilePath, _ to: FilePath
    ) throws(FileFailure) -> Int {
        let result = buffer.withUnsafeMutableBytes { room -> Result<Int, FileFailure> in
            do throws(FileFailure) {
                let count = try onFile(from) { () throws(SystemFailure) in try calls.read(source, into: room) }
                let read = UnsafeRawBufferPointer(rebasing: room[..<count])
                try onFile(to) { () throws(SystemFailure) in try calls.write(file, read) }
                return .success(count)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
