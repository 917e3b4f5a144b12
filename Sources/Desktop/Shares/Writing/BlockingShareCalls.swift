// How a blocking call to a share is made: on a thread of its own, within a limit, again where a file is open.
import CGLib
import Codecs
import Dispatch
import Glibc
import Library
import Photos

/// Blocking calls to shares with the limits of one row of them.
struct BlockingShareCalls: Sendable {
    let patience: SharePatience
    /// Closes the files of a share that this program has read; nil where it reads none.
    let closeRead: MountedShareDisk.Closing?
    /// Called before each call, which is not made where it throws.
    let before: (@Sendable (MountedShareDisk.Call) throws(SystemFailure) -> Void)?

    /// Bytes that are read or written at once.
    static let chunk = 256 << 10
    /// How often a call is made that finds the process of its mount gone.
    private static let mostGone = 5
    /// The time from which on GVfs is had to forget the process.
    static let forgetting = 3
    /// Less room than this after a write that has failed without a reason is the reason.
    private static let leastRoom = 2 * chunk

    func check(_ call: @autoclosure () -> MountedShareDisk.Call) throws(SystemFailure) {
        if let before { try before(call()) }
    }

    /// Makes a call, and waits for its answer. One that finds the process of its mount gone is made again.
    func run<Value: Sendable>(
        _ address: ShareAddress, limit: Duration? = nil, waiting: () -> Void = {},
        _ body: @escaping @Sendable (ShareThreads.Call) throws(SystemFailure) -> Value
    ) throws(SystemFailure) -> Value {
        try again(at: address) { () throws(SystemFailure) in
            try begin(address, body).wait(limit: limit, waiting: waiting)
        }
    }

    /// Runs `body`, and again where it finds the process of a mount gone, which GVfs is had to forget.
    func again<Value>(
        at address: ShareAddress, _ body: () throws(SystemFailure) -> Value
    ) throws(SystemFailure) -> Value {
        for time in 1...Self.mostGone {
            do {
                return try body()
            } catch let error where error == .goneProcess {
                // With its first failure a thread that had a connection to the process has had GVfs forget it: what
                // would be unmounted then is the new one.
                if time >= Self.forgetting { forgetProcess(of: address.root) }
            }
        }
        throw SystemFailure(ENOTCONN)
    }

    /// Makes a call whose answer is waited for later.
    func begin<Value: Sendable>(
        _ address: ShareAddress, _ body: @escaping @Sendable (ShareThreads.Call) throws(SystemFailure) -> Value
    ) throws(SystemFailure) -> ShareThreads.Pending<Value> {
        try ShareThreads.shared.begin(address, patience) { call in
            do throws(SystemFailure) { return .success(try body(call)) } catch { return .failure(error) }
        }
    }

    /// Makes a call that some servers refuse for a file that is open: what this program has read is closed then, and
    /// what it reads just now, or another program, is waited for.
    func untilFree(
        _ address: ShareAddress, _ body: @escaping @Sendable (ShareThreads.Call) throws(SystemFailure) -> Void
    ) throws(SystemFailure) {
        for _ in 0..<Self.mostWaits {
            do {
                return try run(address, body)
            } catch let error where error.code == EBUSY {
                closeReadFiles(on: address.root)
                usleep(Self.wait)
            }
        }
        try run(address, body)
    }

    /// Has the files closed that this program has read, and waits for that, as long as for a call.
    private func closeReadFiles(on share: ShareAddress) {
        guard let closeRead else { return }
        let isDone = DispatchSemaphore(value: 0)
        Task {
            await closeRead(share)
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + patience.limit() / .seconds(1))
    }

    /// Times that is waited for an open file, and the microseconds of each: five seconds in all, in which 64 files are
    /// closed at 30 ms.
    private static let mostWaits = 25, wait: UInt32 = 200_000

    // MARK: Full shares

    /// Finds the reason of a write that has failed without one: a full share, which sftp does not name, or one that is
    /// gone.
    func explained(
        at address: ShareAddress?, writing size: Int = 0, _ body: () throws(SystemFailure) -> Void
    ) throws(SystemFailure) {
        do {
            try body()
        } catch let error where error.code == EIO {
            guard let address else { throw error }
            let room: ShareRoom
            do throws(SystemFailure) {
                room = try self.room(at: address.folder ?? address)
            } catch let other {
                throw other.code == ENOTCONN ? other : error
            }
            throw room.free.map { $0 < max(Self.leastRoom, size) } == true ? SystemFailure(ENOSPC) : error
        }
    }

    func room(at folder: ShareAddress) throws(SystemFailure) -> ShareRoom {
        try check(.room(folder))
        return try run(folder) { call throws(SystemFailure) in
            let file = folder.makeFile()
            defer { withExtendedLifetime(file) {} }
            let room = try call.object { error in
                g_file_query_filesystem_info(
                    file.pointer.opaque, "filesystem::free,filesystem::readonly", call.pointer, error)
            }
            defer { withExtendedLifetime(room) {} }
            let info = room.pointer.opaque
            let says = g_file_info_has_attribute(info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE) != 0
            // By sftp GVfs says the one with the other, and leaves out the room where there is none (1.50).
            let isFull =
                folder.scheme == "sftp"
                && g_file_info_has_attribute(info, G_FILE_ATTRIBUTE_FILESYSTEM_READONLY) != 0
            return ShareRoom(
                free: says
                    ? Int(clamping: g_file_info_get_attribute_uint64(info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE))
                    : isFull ? 0 : nil,
                isReadOnly: g_file_info_get_attribute_boolean(info, G_FILE_ATTRIBUTE_FILESYSTEM_READONLY) != 0)
        }
    }
}
