// The calls of file operations that are other ones where a file is on a share.
import Codecs
import Glibc
import ImagePipeline
import Library
import Photos

extension FileSystemCalls {
    func share(_ path: String) -> ShareAddress? { ShareAddress(FilePath(path)) }

    /// Whether a file is on a share.
    func isOnShare(_ path: FilePath) -> Bool { ShareAddress(path) != nil }

    /// Whether two folders, by their paths or by links to them, are one.
    func areSame(folder one: String, _ other: String) throws(SystemFailure) -> Bool {
        let (oneShare, otherShare) = (share(one), share(other))
        if oneShare != nil || otherShare != nil { return oneShare == otherShare }
        return try status(one + "/.").stamp.isSameEntry(as: status(other + "/.").stamp)
    }

    /// Returns the names in a folder on a share, and keeps the states of its files for `listedStatus`.
    func names(in folder: ShareAddress) throws(SystemFailure) -> [String] {
        try disk.entries(in: folder).map { entry in
            let file = folder.appending(path: FilePath(entry.name.text))
            listed.note(EntryStatus(entry, on: file), of: file)
            return entry.name.text
        }
    }

    /// Returns the status of a file, where it is on a share and was listed in this operation as it was then.
    func listedStatus(_ path: FilePath) throws(SystemFailure) -> EntryStatus {
        if let share = ShareAddress(path), let status = listed.take(share) { return status }
        return try status(path)
    }

    /// Makes a file to try a name; fails with EEXIST where the name is in use.
    func makeTrial(_ path: FilePath) throws(SystemFailure) {
        guard let share = ShareAddress(path) else {
            Glibc.close(try open(path, O_WRONLY | O_CREAT | O_EXCL))
            return
        }
        try check(.open(path.text))
        try disk.make(share, of: EncodedBytes([0]))
    }

    /// Makes a file on a share.
    /// - Returns: Its stamp.
    func make(_ path: FilePath, on share: ShareAddress, of bytes: EncodedBytes) throws(SystemFailure) -> EntryStamp {
        try check(.open(path.text))
        try check(.write)
        try disk.make(share, of: bytes)
        try check(.close)
        return try status(path).stamp
    }

    /// Returns the bytes of a file on a share.
    func contents(of share: ShareAddress, limit: Int) throws(SystemFailure) -> EncodedBytes {
        try check(.open(share.path.text))
        return try disk.contents(of: share, limit: limit)
    }

    /// Copies a file whole, from a share or to one, with its time where that is taken. A long one goes on after a
    /// break.
    /// - Parameters:
    ///   - original: The stamp of the file.
    ///   - onWait: Called when the copy begins to wait for a share, and when it ends to.
    /// - Returns: The copy's stamp.
    /// - Throws: ESTALE where the file was found changed after a break.
    func copyWhole(
        _ from: FilePath, to: FilePath, _ original: EntryStamp, onBytes: @escaping (Int) -> Void,
        onWait: @escaping (Bool) -> Void
    ) throws(SystemFailure) -> EntryStamp {
        try check(.open(from.text))
        try check(.open(to.text))
        try check(.copyRange)
        if isOnShare(from), isOnShare(to) {
            try disk.copy(from, to: to, onBytes: onBytes)
        } else {
            try ShareTransfer(
                calls: self, from: from, draft: to, original: original, onBytes: onBytes, onWait: onWait
            ).run()
        }
        try check(.close)
        guard let share = ShareAddress(to) else {
            let file = try open(to, O_WRONLY)
            defer { Glibc.close(file) }
            setTimes(of: file, original)
            try synchronise(file)
            return try status(of: file).stamp
        }
        do throws(SystemFailure) {
            try disk.setModified(share, Int64(original.seconds) * 1_000_000_000 + Int64(original.nanoseconds))
        } catch let error where [ENOTSUP, EACCES, EIO].contains(error.code) {
            // WebDAV has no such call: there the copy is as old as it is.
        }
        return try status(to).stamp
    }

    /// Returns the attributes of a file that a share would not keep: those that the user or a program has given to it.
    func attributes(of path: FilePath) throws(SystemFailure) -> [String] {
        guard !isOnShare(path) else { return [] }
        let file = try open(path, O_RDONLY)
        defer { Glibc.close(file) }
        // No file takes any.
        return copyAttributes(file, -1)
    }
}
