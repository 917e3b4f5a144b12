// The one way in which the program writes a file: whole before and whole after, whatever fails or writes between.
import CFiles
import CGLib
import Codecs
import Glibc
import PhotoFormats
import Photos

/// Writes a file beside another and gives it that one's name.
///
/// The new file has the old one's permissions, and where that is possible its owner and its extended attributes. It
/// is on the disk before it gets the name, and the name before this returns. Nothing is left beside where something
/// fails, nor, by the record of drafts, after the end of the process.
///
/// What is replaced is what was read: just before the renaming it is compared with what is there now, and just after
/// it, where the file system can exchange two names, once more. Where another program, or another process of this
/// one, has written meanwhile, that stays, and `Failure.changed` tells the caller to read again. Any thread; blocks.
struct FileReplacement: Sendable {
    /// The reason why the file is what it was.
    struct Failure: Error, Hashable {
        let code: Int32
        /// Another program has changed the file meanwhile.
        static let changed = Failure(code: ESTALE)
        /// Nobody wants it any more.
        static let cancelled = Failure(code: ECANCELED)
        /// Whether the folder, or the disk, can only be read.
        var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
        var reason: String { systemMessage(code) }
        /// The reason for the user; of a share that is away the system has no good words.
        var message: Message { isOfShare ? Message("the share does not answer") : .verbatim(reason) }
        /// Whether a share did not answer, or is not connected.
        var isOfShare: Bool { code == ETIMEDOUT || code == ENOTCONN }
    }

    /// What a file has to hold up to its replacement.
    enum Expectation {
        case any
        /// These bytes; nil for a file that is not there.
        case content([UInt8]?)
    }

    var calls = FileReplacementCalls()
    /// Remembers drafts, so that those of a killed process go; nil for not.
    var drafts: DraftRecord?
    /// Replaces files on shares, by their paths; nil where there are none.
    var shares: ShareReplacement?

    /// How often a caller that can merge reads again before it gives up.
    static let mostTries = 24
    static let pieceLength = 1 << 20

    /// Replaces the file at an absolute path, following links, or creates it.
    /// - Parameters:
    ///   - expected: What the bytes are made from.
    ///   - isMeant: Asked just before the renaming; false where the file has to be another one by now.
    /// - Throws: `Failure`, `Failure.changed` among them.
    func write(
        _ bytes: [UInt8], to path: FilePath, expecting expected: Expectation = .any,
        isMeant: @escaping () -> Bool = { true }
    ) throws(Failure) -> FileChange {
        if let (shares, file) = share(of: path) {
            return try shares.write(bytes, to: file, expecting: expected, calls, isMeant: isMeant)
        }
        let target = Self.resolved(path.text)
        let (old, content) = try contentIfPresent(of: target)
        if case .content(let expected) = expected, expected != content { throw .changed }
        let place = Place(path: target, old: old?.status) { path, _ in
            // A file may be written twice at one time, so the bytes themselves decide.
            (try? contentIfPresent(of: path))?.bytes == content
        } isMeant: {
            isMeant()
        }
        let stamp = try replace(place) { file throws(Failure) in try put(bytes, in: file, at: 0) }
        let before = content.flatMap { bytes in old.map { (bytes: bytes, stamp: $0.state.stamp) } }
        return FileChange(FilePath(target), from: before, to: (bytes: bytes, stamp: stamp))
    }

    /// Puts bytes in the place of some of those of the file at an absolute path, following links. All others stay as
    /// they are. The file that results has another time of change, or another length.
    /// - Parameter expected: The state in which the file has to be, up to the moment of its replacement.
    /// - Throws: `Failure`, `Failure.changed` among them.
    func splice(
        _ bytes: [UInt8], in range: Range<Int>, of path: FilePath, expected: FileStamp
    ) throws(Failure) -> FileChange {
        let target = Self.resolved(path.text)
        let source = try ReadFile(target, calls)
        guard FileStamp(source.status) == expected, range.lowerBound >= 0, range.upperBound <= source.count else {
            throw .changed
        }
        let piece = FileChange.Piece(
            offset: range.lowerBound, removed: try source.bytes(range, calls), inserted: bytes)
        return try splice([piece], of: source, at: target)
    }

    /// Puts bytes in the place of others, in several places of the file at an absolute path, following links.
    /// - Parameters:
    ///   - splices: In ascending order, within the file.
    ///   - expected: As above.
    ///   - check: Looks at the new file before it gets the name; throws for one that must not get it.
    ///   - prepare: Gets the change just before it is made, for a process that is killed behind that.
    func splice(
        _ splices: [FileSplice], of path: FilePath, expected: FileStamp,
        check: (Int32) throws(Failure) -> Void, prepare: (FileChange) -> Void
    ) throws(Failure) -> FileChange {
        let target = Self.resolved(path.text)
        let source = try ReadFile(target, calls)
        guard FileStamp(source.status) == expected, FileSplice.areInOrder(splices, count: source.count) else {
            throw .changed
        }
        var pieces: [FileChange.Piece] = []
        for splice in splices {
            let removed = try source.bytes(splice.range, calls)
            pieces.append(
                FileChange.Piece(offset: splice.range.lowerBound, removed: removed, inserted: splice.bytes))
        }
        return try splice(pieces, of: source, at: target, check: check, prepare: prepare)
    }

    /// - Parameter time: The new file's time of change; nil for now.
    func splice(
        _ pieces: [FileChange.Piece], of source: ReadFile, at target: String, time: timespec? = nil,
        check: (Int32) throws(Failure) -> Void = { _ in }, prepare: (FileChange) -> Void = { _ in }
    ) throws(Failure) -> FileChange {
        var change = FileChange(
            FilePath(target), existedBefore: true, existsAfter: true, before: source.state.stamp,
            after: source.state.stamp)
        change.pieces = pieces
        change.after = try replace(Place(source, path: target), time: time) { file throws(Failure) in
            var (read, written) = (0, 0)
            for piece in pieces {
                try copy(read..<piece.offset, of: source, to: file, at: written)
                written += piece.offset - read
                try put(piece.inserted, in: file, at: written)
                written += piece.inserted.count
                read = piece.offset + piece.removed.count
            }
            try copy(read..<source.count, of: source, to: file, at: written)
            // Of what was written, and not of what was meant.
            var sum: UInt64 = 0
            try calls.make(.read) { FileChecksum.of(file).map { sum = $0 } == nil ? -1 : 0 }
            change.checksumAfter = sum
            try check(file)
            prepare(change)
        }
        return change
    }

    /// Replaces the file at an absolute path by one that `fill` writes, following links, or creates it.
    /// - Throws: `Failure`, also that of `fill`.
    func stream(to path: FilePath, fill: (Int32) throws(Failure) -> Void) throws(Failure) {
        let target = Self.resolved(path.text)
        let place: Place
        if let old = try readIfPresent(target) {
            place = Place(old, path: target)
        } else {
            place = Place(path: target, old: nil, isStill: { _, _ in true }, isMeant: { true })
        }
        _ = try replace(place, fill: fill)
    }

    /// The address of a file on a share, with what replaces it; nil for a file of this machine.
    func share(of path: FilePath) -> (shares: ShareReplacement, file: ShareAddress)? {
        guard let shares, let file = ShareAddress(path) else { return nil }
        return (shares, file)
    }

    /// The state of the file at an absolute path; nil where there is none, or none that can be reached.
    func stamp(of path: FilePath) -> FileStamp? {
        if let (shares, _) = share(of: path) { return try? shares.place.stamp(of: path) }
        return FilePath.status(of: path.text).map { FileStamp($0) }
    }

    // MARK: Reading

    private static func resolved(_ path: String) -> String {
        FilePath.withC(path) { FilePath.take(realpath($0, nil)) } ?? path
    }

    func readIfPresent(_ path: String) throws(Failure) -> ReadFile? {
        do {
            return try ReadFile(path, calls)
        } catch let error where error.code == ENOENT {
            return nil
        }
    }

    private func contentIfPresent(of path: String) throws(Failure) -> (file: ReadFile?, bytes: [UInt8]?) {
        guard let file = try readIfPresent(path) else { return (nil, nil) }
        return (file, try file.bytes(0..<file.count, calls))
    }

    // MARK: Writing

    func put(_ bytes: [UInt8], in file: Int32, at offset: Int) throws(Failure) {
        try calls.make(.write) { bytes.withUnsafeBytes { writeAll($0, to: file, at: offset) } ? 0 : -1 }
    }

    /// Copies bytes from one open file to another. A file that ends before them was changed.
    func copy(_ range: Range<Int>, of source: ReadFile, to file: Int32, at start: Int) throws(Failure) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let piece = try source.bytes(offset..<min(offset + Self.pieceLength, range.upperBound), calls)
            try put(piece, in: file, at: start + offset - range.lowerBound)
            offset += piece.count
        }
    }
}
