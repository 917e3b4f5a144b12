// The replacement of files on shares, with the care that a share allows.
import Codecs
import Glibc
import ImagePipeline
import Library
import Photos

/// Writes a file on a share beside another and gives it that one's name. A share keeps no permissions and attributes.
///
/// What was written is asked back by its length before it gets the name, and what is replaced is read once more just
/// before: where another program has written meanwhile, that stays, and `Failure.changed` tells the caller to read
/// again. A share has no exchange of names, so that a change within the last round trip is not seen. Nothing is left
/// beside where something fails; a draft that cannot be settled, because the share is away, is settled later
/// (`ShareDrafts`). Any thread; blocks.
struct ShareReplacement: Sendable {
    typealias Failure = FileReplacement.Failure

    private typealias Content = (bytes: [UInt8], stamp: EntryStamp)

    let place: ShareMarkPlace

    init(_ place: ShareMarkPlace) { self.place = place }

    private var disk: any ShareDisk { place.disk }
    private var drafts: ShareDrafts { place.drafts }

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
        drafts.settle(of: file.root, at: place)
        let draft = try draft(beside: file)
        try calls.make(.open) { 0 }
        var isOurs = true
        defer { if isOurs { discard(draft) } }
        drafts.note(draft, .deleted)
        do {
            try disk.make(draft, of: EncodedBytes(bytes))
        } catch {
            if Failure(error).isReadOnly { (isOurs, _) = (false, drafts.end(draft)) }
            throw Failure(error)
        }
        for step in [.write, .close] as [FileReplacementCalls.Step] { try calls.make(step) { 0 } }
        guard let written = try entry(draft), written.byteCount == bytes.count else { throw Failure(code: EIO) }
        if calls.failure(.compare) != 0 || !isMeant() { throw .changed }
        let before = old == nil ? nil : try read(file, calls)
        if before?.bytes != old { throw .changed }
        try calls.make(.rename) { 0 }
        drafts.note(draft, .named(file))
        do throws(SystemFailure) {
            try disk.rename(draft, to: file, replaces: old != nil)
        } catch {
            if old == nil, error.code == EEXIST { throw .changed }
            isOurs = false
            // Where the line broke, it may have its name. By SMB the error is then that the file exists which was
            // replaced, and deleted for that (libsmbclient 4.17).
            guard try drafts.settle(draft, .named(file), at: place),
                try self.entry(file)?.hasContent(of: written) == true
            else { throw Failure(error) }
        }
        isOurs = false
        drafts.end(draft)
        place.sidecars.note(file, written.named(file.name))
        return (before, EntryStamp(written.status().stamp))
    }

    /// Deletes a file that was created. It gets a draft's name first, so that what somebody else has put there
    /// meanwhile is seen, and stays.
    private func remove(_ file: ShareAddress, _ content: [UInt8], _ calls: FileReplacementCalls) throws(Failure) {
        let draft = try draft(beside: file)
        try calls.make(.rename) { 0 }
        drafts.note(draft, .returned(file))
        do throws(SystemFailure) {
            try disk.rename(file, to: draft, replaces: false)
        } catch {
            if error.code == ENOENT {
                drafts.end(draft)
                throw .changed
            }
            // Where the line broke, it may have the draft's name.
            drafts.leave(draft)
            throw Failure(error)
        }
        let now = try? disk.beginning(of: draft, count: content.count + 1)
        guard calls.failure(.settle) == 0, now.map({ Array($0.storage) }) == content else {
            // Where the name is in use by then, both are kept.
            _ = try? drafts.settle(draft, .returned(file), at: place)
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
        drafts.note(draft, .deleted)
        _ = try? drafts.settle(draft, .deleted, at: place)
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
