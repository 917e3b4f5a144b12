// The copies and exported files of a group, as drafts that are on their disk before they get their names.
import Codecs
import Glibc
import ImagePipeline
import Photos

/// How an operation makes files.
struct DraftRules {
    /// What exported photos are made into; nil where none are made.
    var export: RunningExport?
    /// Whether copies are read back from their disk and compared with the original.
    var verifies = false
    /// Whether files may be moved to where some of their attributes are not kept.
    var mayLoseAttributes = false
}

/// Makes drafts. Blocks.
struct GroupDrafts {
    let calls: FileSystemCalls
    let rules: DraftRules
    let control: OperationControl
    /// Told the bytes of each part of a copy, a negative number where some have to be copied again, and when a copy
    /// begins to wait for a share that does not answer, or ends to.
    let report: OperationReport

    /// Bytes copied between two looks at the cancel flag.
    private static let chunk = 4 << 20

    /// Copies a file with its properties to a draft on the disk.
    /// - Parameter to: The name that the draft gets, which is said where the draft cannot be written.
    /// - Returns: The draft's stamp, and the attributes that it did not take.
    func copy(
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
        var lost: [String] = []
        let stamp = try make(draft, for: to, count: expected.size) { file throws(FileFailure) in
            try copyBytes(source, to: file, from, to)
            lost = calls.copyProperties(from: source, status, to: file)
            let after = try onFile(from) { () throws(SystemFailure) in try calls.status(of: source) }
            guard after.stamp == expected else { throw FileFailure(from, .changed) }
        }
        if rules.verifies { try verify(draft, of: source, from, to) }
        return (stamp, lost)
    }

    /// The same where one of both is on a share.
    private func copyByShare(
        _ from: FilePath, to draft: FilePath, for to: FilePath, _ expected: EntryStamp
    ) throws(FileFailure) -> (EntryStamp, lost: [String]) {
        let copy: EntryStamp
        do throws(SystemFailure) {
            copy = try calls.copyWhole(
                from, to: draft, expected, onBytes: { report.add(bytes: $0) }, onWait: { report.wait($0) })
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
    func export(
        _ from: FilePath, to draft: FilePath, for to: FilePath, _ expected: EntryStamp
    ) throws(FileFailure) -> EntryStamp {
        func isStill() throws(FileFailure) {
            let status = try onFile(from) { () throws(SystemFailure) in try calls.status(from) }
            guard status.kind == .file else { throw FileFailure(from, .isNoFile) }
            guard status.stamp == expected else { throw FileFailure(from, .changed) }
        }
        try isStill()
        guard let export = rules.export else { throw FileFailure(from, .isNoFile) }
        let bytes = try export.bytes(from, as: to.name, control)
        if control.isCancelled { throw FileFailure(from, .cancelled) }
        try isStill()
        if let share = ShareAddress(draft) {
            let made = try onFile(to) { () throws(SystemFailure) in
                try calls.make(draft, on: share, of: EncodedBytes(bytes))
            }
            guard made.size == bytes.count else { throw FileFailure(to, SystemFailure(EIO)) }
            report.add(bytes: bytes.count)
            return made
        }
        // As any new file, for whom the user lets it be.
        return try make(draft, mode: 0o666, for: to, count: bytes.count) { file throws(FileFailure) in
            var result: Result<Void, SystemFailure> = .success(())
            bytes.withBytes { memory in
                result = Result { () throws(SystemFailure) in try calls.write(file, memory) }
            }
            try onFile(to) { () throws(SystemFailure) in try result.get() }
            report.add(bytes: bytes.count)
        }
    }

    /// Makes a draft here, and has it written to its disk.
    /// - Parameters:
    ///   - count: Bytes that it has to have then.
    ///   - write: Writes into its open file.
    /// - Returns: Its stamp.
    private func make(
        _ draft: FilePath, mode: mode_t = 0o600, for to: FilePath, count: Int,
        _ write: (_ file: Int32) throws(FileFailure) -> Void
    ) throws(FileFailure) -> EntryStamp {
        let file = try onFile(to) { () throws(SystemFailure) in
            try calls.open(draft, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        }
        var isOpen = true
        defer { if isOpen { Glibc.close(file) } }
        try write(file)
        return try onFile(to) { () throws(SystemFailure) in
            try calls.synchronise(file)
            let stamp = try calls.status(of: file).stamp
            guard stamp.size == count else { throw SystemFailure(EIO) }
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
                if count == 0 {
                    buffer = [UInt8](repeating: 0, count: Self.chunk)
                } else {
                    report.add(bytes: count); continue
                }
            }
            count = try pass(source, to: file, &buffer, from, to)
            if count == 0 { return }
            report.add(bytes: count)
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
