// The port to what is done with files on shares: blocking calls with the errors of the system's own.
import Glibc
public import ImagePipeline
public import Library
public import Photos

/// Files on shares, for a thread of its own that may wait.
///
/// Every call blocks until it is answered, until its limit of time is over (ETIMEDOUT), or until its caller's operation
/// is cancelled (ECANCELED); what it has asked for may still happen then. Errors have the codes of the system: ENOENT,
/// EEXIST, ENOTEMPTY, EACCES, EROFS, ENOSPC, EXDEV, ENOTSUP; ENOTCONN for a share that is not connected any more; EIO
/// for what the share does not explain.
public protocol ShareDisk: Sendable {
    /// Returns what has this name.
    /// - Parameter followsLink: Whether of a link that is said to which it leads.
    func status(_ file: ShareAddress, followsLink: Bool) throws(SystemFailure) -> ShareEntry

    /// Returns what has these names, all asked at once; nil for each that is not there. Links are followed.
    func statuses(of files: [ShareAddress]) throws(SystemFailure) -> [ShareEntry?]

    /// Returns the entries of a folder; one with more than a million fails with EFBIG.
    func entries(in folder: ShareAddress) throws(SystemFailure) -> [ShareEntry]

    /// Reads the first `count` bytes of a file, or all that it has.
    func beginning(of file: ShareAddress, count: Int) throws(SystemFailure) -> EncodedBytes

    /// Makes a file of these bytes; fails with EEXIST where the name is in use. After any other failure a part of it
    /// may be there.
    func make(_ file: ShareAddress, of bytes: EncodedBytes) throws(SystemFailure)

    /// Copies the content of a file, of which one end at least is on a share, to a name that is free; fails with EEXIST
    /// where it is not. After any other failure a part of it may be there.
    /// - Parameter onBytes: Called with the number of further bytes that are copied, on the caller's thread.
    func copy(_ from: FilePath, to: FilePath, onBytes: (Int) -> Void) throws(SystemFailure)

    /// Reads a part of a file into a file on the disk, at the same place of it. Fails with EIO where the file ends
    /// before the part, and with ENOTSUP on shares that cannot.
    /// - Parameters:
    ///   - descriptor: The file on the disk. Nothing is written to it any more once this returns.
    ///   - onBytes: Called with the number of further bytes that are written without a gap, on the caller's thread; for
    ///     the last time before a failure.
    func read(
        _ file: ShareAddress, _ part: Range<Int>, to descriptor: Int32, onBytes: (Int) -> Void
    ) throws(SystemFailure)

    /// Appends a part of a file on the disk to a file that has what comes before it, and whose further bytes are cut
    /// off; a part from 0 on makes the file, and fails with EEXIST where the name is in use. Fails with ENOTSUP, and
    /// makes nothing, on shares that cannot.
    /// - Parameter onBytes: Called with the number of further bytes that are taken, on the caller's thread. After a
    ///   failure the last of them may not be there.
    func append(
        _ source: FilePath, _ part: Range<Int>, to file: ShareAddress, onBytes: (Int) -> Void
    ) throws(SystemFailure)

    /// Connects a share that is not connected any more by what is known of it: nothing is asked. Does nothing where it
    /// is connected.
    func connect(_ share: ShareAddress) throws(SystemFailure)

    /// Gives a file or a folder another name on its share, also in another folder; fails with EXDEV where the share
    /// does not do that, and by WebDAV always in another folder (`ShareAddress.isRenamedByName`).
    /// - Parameter replaces: Whether a file of that name is replaced; otherwise that fails with EEXIST. By sftp between
    ///   the look for a file and the renaming another program can make one, which is replaced.
    func rename(_ from: ShareAddress, to: ShareAddress, replaces: Bool) throws(SystemFailure)

    /// Deletes a file, or an empty folder.
    func remove(_ file: ShareAddress) throws(SystemFailure)

    func makeFolder(_ folder: ShareAddress) throws(SystemFailure)

    /// Sets the time of the last change, in nanoseconds since 1970 UTC; ENOTSUP from shares that have no such call.
    func setModified(_ file: ShareAddress, _ time: Int64) throws(SystemFailure)

    /// Returns what is said of the room on a share.
    func room(at folder: ShareAddress) throws(SystemFailure) -> ShareRoom
}

/// What a share says of its room.
public struct ShareRoom: Hashable, Sendable {
    /// Bytes; nil where that is not said.
    public let free: Int?
    /// Whether nothing can be written; shares with rules of their own do not say so (Samba 4.17).
    public let isReadOnly: Bool

    public init(free: Int?, isReadOnly: Bool) { (self.free, self.isReadOnly) = (free, isReadOnly) }
}

extension ShareDisk {
    /// Reads a file whole; one above `limit` bytes fails with EFBIG.
    public func contents(of file: ShareAddress, limit: Int) throws(SystemFailure) -> EncodedBytes {
        let bytes = try beginning(of: file, count: limit + 1)
        if bytes.count > limit { throw SystemFailure(EFBIG) }
        return bytes
    }

    public func read(
        _ file: ShareAddress, _ part: Range<Int>, to descriptor: Int32, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        throw SystemFailure(ENOTSUP)
    }

    public func append(
        _ source: FilePath, _ part: Range<Int>, to file: ShareAddress, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        throw SystemFailure(ENOTSUP)
    }

    public func connect(_ share: ShareAddress) throws(SystemFailure) {}

    /// Whether something has this name.
    public func exists(_ file: ShareAddress) throws(SystemFailure) -> Bool {
        do {
            _ = try status(file, followsLink: false)
            return true
        } catch let error where error.code == ENOENT {
            return false
        }
    }
}
