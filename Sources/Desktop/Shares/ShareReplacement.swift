// The replacement of files on shares, with the care that a share allows.
import Codecs
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization

/// Writes a file on a share beside another and gives it that one's name. A share keeps no permissions and attributes.
///
/// What was written is asked back by its length before it gets the name, and what is replaced is read once more just
/// before: where another program has written meanwhile, that stays, and `Failure.changed` tells the caller to read
/// again. A share has no exchange of names, so that a change within the last round trip is not seen. Nothing is left
/// beside where something fails; a draft that cannot be deleted, because the share is away, is deleted with the next
/// writing. Any thread; blocks.
struct ShareReplacement: Sendable {
    typealias Failure = FileReplacement.Failure

    private typealias Content = (bytes: [UInt8], stamp: EntryStamp)

    let place: ShareMarkPlace
    private let left = LeftDrafts()

    init(_ place: ShareMarkPlace) { self.place = place }

    private var disk: any ShareDisk { place.disk }

    /// As `FileReplacement.write`.
    func write(
        _ bytes: [UInt8], to file: ShareAddress, expecting expected: FileReplacement.Expectation,
        _ calls: FileReplacementCalls, isMeant: () -> Bool
    ) throws(Failure) -> FileChange {
        let old: [UInt8]?
        // What was read just now is compared before the renaming, and not twice.
        if case .content(let expected) = expected { old = expected } else { old = try read(file, calls)?.bytes }
        let (before, stamp) = try replace(file, old, by: bytes, calls, isMeant: isMeant)
        return FileChange(file.path, from: before, to: (bytes: bytes, stamp: stamp))
    }

    /// As `FileReplacement.takeBack`, but for the times of files.
    func takeBack(
        _ change: FileChange, of file: ShareAddress, _ calls: FileReplacementCalls
    ) throws(Failure) -> FileChange {
        guard let now = try read(file, calls) else {
            if change.existsAfter { throw .changed }
            let content = change.pieces.flatMap(\.removed)
            let (_, stamp) = try replace(file, nil, by: content, calls) { true }
            return FileChange(file.path, from: nil, to: (bytes: content, stamp: stamp))
        }
        guard change.existsAfter, FileChecksum.of(now.bytes) == change.checksumAfter,
            let pieces = change.reversed(count: now.bytes.count)
        else { throw .changed }
        guard change.existedBefore else {
            try remove(file, now.bytes, calls)
            return FileChange(file.path, from: now, to: nil)
        }
        var content: [UInt8] = [], read = 0
        for piece in pieces {
            content += now.bytes[read..<piece.offset] + piece.inserted
            read = piece.offset + piece.removed.count
        }
        content += now.bytes[read...]
        let (_, stamp) = try replace(file, now.bytes, by: content, calls) { true }
        return FileChange(file.path, from: now, to: (bytes: content, stamp: stamp))
    }

    /// Reads a file; nil where there is none. One that changes its length meanwhile is being written.
    private func read(
        _ file: ShareAddress, _ calls: FileReplacementCalls
    ) throws(Failure) -> Content? {
        try calls.make(.read) { 0 }
        guard let entry = try entry(file) else { return nil }
        guard entry.isRegular else { throw Failure(code: entry.isFolder ? EISDIR : EINVAL) }
        let bytes = try made { () throws(SystemFailure) in try disk.beginning(of: file, count: Sidecar.longest + 1) }
        guard let bytes, bytes.count == entry.byteCount else { throw .changed }
        return (Array(bytes.storage), EntryStamp(entry.status().stamp))
    }

    private func entry(_ file: ShareAddress) throws(Failure) -> ShareEntry? {
        try made { () throws(SystemFailure) in try disk.status(file, followsLink: true) }
    }

    /// Makes a call; nil where what it is for is not there.
    private func made<Value>(_ call: () throws(SystemFailure) -> Value) throws(Failure) -> Value? {
        do throws(SystemFailure) { return try call() } catch {
            if error.code == ENOENT { return nil }
            throw Failure(error)
        }
    }

    /// Replaces a file, or creates it.
    /// - Parameter old: What is there; nil for nothing.
    /// - Returns: What was there, and the state of what is there now.
    private func replace(
        _ file: ShareAddress, _ old: [UInt8]?, by bytes: [UInt8], _ calls: FileReplacementCalls, isMeant: () -> Bool
    ) throws(Failure) -> (before: Content?, after: EntryStamp) {
        left.settle(on: disk, root: file.root)
        let draft = try draft(beside: file)
        try calls.make(.open) { 0 }
        var isOurs = true
        defer { if isOurs { discard(draft) } }
        do {
            try disk.make(draft, of: EncodedBytes(bytes))
        } catch {
            isOurs = !Failure(error).isReadOnly
            throw Failure(error)
        }
        for step in [.write, .close] as [FileReplacementCalls.Step] { try calls.make(step) { 0 } }
        guard let written = try entry(draft), written.byteCount == bytes.count else { throw Failure(code: EIO) }
        if calls.failure(.compare) != 0 || !isMeant() { throw .changed }
        let before = old == nil ? nil : try read(file, calls)
        if before?.bytes != old { throw .changed }
        try calls.make(.rename) { 0 }
        do throws(SystemFailure) {
            try disk.rename(draft, to: file, replaces: old != nil)
        } catch {
            if error.code == EEXIST { throw .changed }
            isOurs = false
            // Where the line broke, it may have its name.
            guard try left.settle(draft, of: file, on: disk), try self.entry(file)?.hasContent(of: written) == true
            else { throw Failure(error) }
        }
        isOurs = false
        place.sidecars.note(file, written.named(file.name))
        return (before, EntryStamp(written.status().stamp))
    }

    /// Deletes a file that was created. It gets a draft's name first, so that what somebody else has put there
    /// meanwhile is seen, and stays.
    private func remove(_ file: ShareAddress, _ content: [UInt8], _ calls: FileReplacementCalls) throws(Failure) {
        let draft = try draft(beside: file)
        try calls.make(.rename) { 0 }
        do throws(SystemFailure) {
            try disk.rename(file, to: draft, replaces: false)
        } catch {
            throw error.code == ENOENT ? .changed : Failure(error)
        }
        let now = try? disk.beginning(of: draft, count: content.count + 1)
        guard calls.failure(.settle) == 0, now.map({ Array($0.storage) }) == content else {
            // Where the name is in use by then, both are kept.
            try? disk.rename(draft, to: file, replaces: false)
            throw .changed
        }
        place.sidecars.note(file, nil)
        discard(draft)
    }

    private func draft(beside file: ShareAddress) throws(Failure) -> ShareAddress {
        guard let folder = file.folder, let draft = ShareAddress(FilePath(FilePath.draft(in: folder.path.text))) else {
            throw Failure(code: EINVAL)
        }
        return draft
    }

    /// Deletes a draft, now or later.
    private func discard(_ draft: ShareAddress) {
        do {
            try disk.remove(draft)
        } catch {
            if error.code != ENOENT { left.add(draft) }
        }
    }
}

/// Drafts that could not be deleted, or not be given their names.
private final class LeftDrafts: Sendable {
    typealias Failure = FileReplacement.Failure

    /// With the file whose name a draft may still have to get; nil for one that goes.
    private let drafts = Mutex<[ShareAddress: ShareAddress?]>([:])

    func add(_ draft: ShareAddress) { drafts.withLock { $0[draft] = .some(nil) } }

    /// Settles a draft whose renaming has failed. Some servers delete what is replaced before that.
    /// - Returns: Whether the draft may have got the name.
    func settle(_ draft: ShareAddress, of file: ShareAddress, on disk: any ShareDisk) throws(Failure) -> Bool {
        drafts.withLock { $0[draft] = file }
        do {
            let there = try disk.statuses(of: [file, draft]).map { $0 != nil }
            switch (there[0], there[1]) {
            case (true, true): try disk.remove(draft)
            case (false, true): try disk.rename(draft, to: file, replaces: false)
            case (_, false): break
            }
            drafts.withLock { $0[draft] = nil }
            return there != [true, true]
        } catch {
            throw Failure(error)
        }
    }

    /// Tries once more to settle those of one share.
    func settle(on disk: any ShareDisk, root: ShareAddress) {
        for (draft, file) in drafts.withLock({ drafts in drafts.filter { $0.key.root == root } }) {
            if let file {
                _ = try? settle(draft, of: file, on: disk)
            } else if (try? disk.remove(draft)) != nil {
                drafts.withLock { $0[draft] = nil }
            }
        }
    }
}

extension FileReplacement.Failure {
    /// The failure of a call to a share.
    init(_ failure: SystemFailure) { self.init(code: failure.code) }
}

extension ShareEntry {
    /// Whether a file has the length and the time of another one.
    fileprivate func hasContent(of other: ShareEntry) -> Bool {
        byteCount == other.byteCount && modified == other.modified
    }

    fileprivate func named(_ name: FileName) -> ShareEntry {
        ShareEntry(name: name, byteCount: byteCount, modified: modified, tag: tag)
    }
}
