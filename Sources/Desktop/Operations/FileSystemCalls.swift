// The system calls of file operations, all in one place, so that a test can let any of them fail.
import CFiles
import Codecs
import Glibc
import Library
import Photos

/// The error of a system call.
public struct SystemFailure: Error, Hashable {
    public let code: Int32
    public init(_ code: Int32) { self.code = code }
}

/// System calls on files. Every one blocks, and throws the error that the system gives.
public struct FileSystemCalls: Sendable {
    /// A call that is about to be made.
    public enum Call: Hashable, Sendable {
        case status(String), open(String), read, write, copyRange, attributes, synchronise, close, names(String)
        case rename(String, String), link(String, String), unlink(String), makeFolder(String), removeFolder(String)
    }

    /// Called before each call, which is not made where it throws.
    private let before: (@Sendable (Call) throws(SystemFailure) -> Void)?

    /// Returns the path of the entry that a path means; nil where each path means its own. A test has a file system
    /// without case by it.
    private let entry: (@Sendable (String) -> String)?

    /// Makes the port to files on shares.
    private let shares: @Sendable (SharePatience) -> any ShareDisk
    let disk: any ShareDisk
    /// How long shares are waited for.
    let patience: SharePatience
    /// Which transfers go on after a break.
    let transfers: TransferRules
    /// What is known of files on shares from the listings of the operation.
    let listed = ListedStates()

    public init(
        before: (@Sendable (Call) throws(SystemFailure) -> Void)? = nil, entry: (@Sendable (String) -> String)? = nil,
        patience: SharePatience = SharePatience(),
        shares: @escaping @Sendable (SharePatience) -> any ShareDisk = { MountedShareDisk(patience: $0) }
    ) {
        self.init(before: before, entry: entry, patience: patience, shares: shares, transfers: TransferRules())
    }

    init(
        before: (@Sendable (Call) throws(SystemFailure) -> Void)? = nil, entry: (@Sendable (String) -> String)? = nil,
        patience: SharePatience = SharePatience(), shares: @escaping @Sendable (SharePatience) -> any ShareDisk,
        transfers: TransferRules
    ) {
        self.before = before
        self.entry = entry
        self.patience = patience
        self.shares = shares
        self.transfers = transfers
        disk = shares(patience)
    }

    /// The same calls with a patience of their own, which no operation ends.
    var apart: FileSystemCalls {
        FileSystemCalls(before: before, entry: entry, shares: shares, transfers: transfers)
    }

    private func withC<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        FilePath.withC(entry?(path) ?? path, body)
    }

    func check(_ call: @autoclosure () -> Call) throws(SystemFailure) {
        if let before { try before(call()) }
    }

    /// Repeats a call that a signal interrupts.
    @discardableResult
    private func run<Value: SignedInteger>(_ body: () -> Value) throws(SystemFailure) -> Value {
        while true {
            let result = body()
            if result >= 0 { return result }
            if errno != EINTR { throw SystemFailure(errno) }
        }
    }

    /// Returns the status of what has this name, a link's own one too.
    func status(_ path: String) throws(SystemFailure) -> EntryStatus {
        try check(.status(path))
        if let share = share(path) {
            return EntryStatus(try disk.status(share, followsLink: path.hasSuffix("/.")), on: share)
        }
        var status = stat()
        try run { withC(path) { lstat($0, &status) } }
        return EntryStatus(status)
    }

    /// Returns the same; nil where nothing has this name.
    func statusIfPresent(_ path: String) throws(SystemFailure) -> EntryStatus? {
        do {
            return try status(path)
        } catch let error where error.code == ENOENT {
            return nil
        }
    }

    func status(of file: Int32) throws(SystemFailure) -> EntryStatus {
        try check(.status(""))
        var status = stat()
        try run { fstat(file, &status) }
        return EntryStatus(status)
    }

    func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemFailure) -> Int32 {
        try check(.open(path))
        return try run { withC(path) { Glibc.open($0, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode) } }
    }

    func read(_ file: Int32, into room: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
        try check(.read)
        return try run { Glibc.read(file, room.baseAddress, room.count) }
    }

    /// Writes all bytes at the file's position.
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try check(.write)
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = try run { Glibc.write(file, part.baseAddress, part.count) }
            if count == 0 { throw SystemFailure(EIO) }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a text at the file's position.
    func write(_ file: Int32, _ text: String) throws(SystemFailure) {
        var text = text
        let result = text.withUTF8 { bytes -> Result<Void, SystemFailure> in
            do throws(SystemFailure) {
                return .success(try write(file, UnsafeRawBufferPointer(bytes)))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Copies up to `count` bytes inside the file system; returns 0 at the end.
    func copyRange(_ from: Int32, _ to: Int32, _ count: Int) throws(SystemFailure) -> Int {
        try check(.copyRange)
        while true {
            let copied = tessera_copy_range(from, to, count)
            if copied >= 0 { return copied }
            if copied != -Int(EINTR) { throw SystemFailure(Int32(-copied)) }
        }
    }

    /// Writes what the system has of a file or a folder to its disk.
    func synchronise(_ file: Int32) throws(SystemFailure) {
        try check(.synchronise)
        do {
            try run { fsync(file) }
        } catch let error where error.code == EINVAL || error.code == EROFS {
            // A file system that keeps nothing for later.
        }
    }

    /// Closes a file; only a failed `close` of a written one says something.
    func close(_ file: Int32) throws(SystemFailure) {
        do {
            try check(.close)
        } catch {
            Glibc.close(file)
            throw error
        }
        // Not repeated: the descriptor is free after an interrupted call, too.
        if Glibc.close(file) != 0, errno != EINTR { throw SystemFailure(errno) }
    }

    /// Writes the entries of a folder, which may be named by a link, to its disk.
    func synchronise(folder path: String) throws(SystemFailure) {
        // What a share has answered is its server's to keep.
        if share(path) != nil { return try check(.synchronise) }
        let folder = try open(path + "/.", O_RDONLY | O_DIRECTORY)
        defer { Glibc.close(folder) }
        try synchronise(folder)
    }

    /// Gives a file another name where that is free, and fails with EEXIST where it is not. On file systems that know
    /// no such call, by a second link, and without links, after a look.
    func rename(_ from: String, to: String) throws(SystemFailure) {
        try check(.rename(from, to))
        if let share = share(from) {
            guard let target = self.share(to) else { throw SystemFailure(EXDEV) }
            return try disk.rename(share, to: target, replaces: false)
        }
        if share(to) != nil { throw SystemFailure(EXDEV) }
        let error = withC(from) { from in withC(to) { tessera_rename_exclusive(from, $0) } }
        switch error {
        case 0: return
        case EINVAL, ENOSYS, ENOTSUP: break
        default: throw SystemFailure(error)
        }
        do {
            try link(from, to: to)
            try unlink(from)
        } catch let error where [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(error.code) {
            guard try statusIfPresent(to) == nil else { throw SystemFailure(EEXIST) }
            try run { withC(from) { from in withC(to) { Glibc.rename(from, $0) } } }
        }
    }

    private func link(_ from: String, to: String) throws(SystemFailure) {
        try check(.link(from, to))
        try run { withC(from) { from in withC(to) { Glibc.link(from, $0) } } }
    }

    func unlink(_ path: String) throws(SystemFailure) {
        try check(.unlink(path))
        if let share = share(path) { return try disk.remove(share) }
        try run { withC(path) { Glibc.unlink($0) } }
    }

    func makeFolder(_ path: String, mode: mode_t = 0o777) throws(SystemFailure) {
        try check(.makeFolder(path))
        if let share = share(path) { return try disk.makeFolder(share) }
        try run { withC(path) { mkdir($0, mode) } }
    }

    func removeFolder(_ path: String) throws(SystemFailure) {
        try check(.removeFolder(path))
        if let share = share(path) { return try disk.remove(share) }
        try run { withC(path) { rmdir($0) } }
    }

    /// Returns the names in a folder, without the two for itself and the one above.
    func names(in path: String) throws(SystemFailure) -> [String] {
        try check(.names(path))
        if let share = share(path) { return try names(in: share) }
        guard let stream = withC(path, opendir) else { throw SystemFailure(errno) }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                FilePath.text(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)]))
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw SystemFailure(errno) }
        return names
    }

    /// Gives an open file the mode, the attributes and the times of another one, as far as its file system takes them.
    /// - Returns: The names of the attributes that the user or a program has given to it and that were not taken.
    func copyProperties(from source: Int32, _ status: EntryStatus, to file: Int32) -> [String] {
        let lost = copyAttributes(source, file)
        fchmod(file, status.mode & 0o777)
        setTimes(of: file, status.stamp)
        return lost
    }

    func setTimes(of file: Int32, _ stamp: EntryStamp) {
        let time = timespec(tv_sec: stamp.seconds, tv_nsec: stamp.nanoseconds)
        withUnsafeTemporaryAllocation(of: timespec.self, capacity: 2) { times in
            times.initialize(repeating: time)
            futimens(file, times.baseAddress)
        }
    }

    func copyAttributes(_ source: Int32, _ file: Int32) -> [String] {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.lostNames) { names in
            var count = tessera_copy_attributes(source, file, names.baseAddress, names.count)
            do throws(SystemFailure) { try check(.attributes) } catch { count = max(count, 1) }
            let lost = UnsafeRawBufferPointer(names).split(separator: 0).map { FilePath.text(Array($0)) }
            return count > 0 && lost.isEmpty ? [Self.unnamed] : lost
        }
    }
    /// Room in bytes for the names that are reported.
    private static let lostNames = 4096
    /// Stands for attributes whose names do not fit.
    private static let unnamed = "user.…"
}
