// The copy of a file between a share and the disk, which goes on after a break if it is long.
import Glibc
import Library
import Photos

/// Which transfers go on after a break, and for how long a share is waited for.
struct TransferRules: Sendable {
    /// Files of more bytes than this go on; those that have fewer are sooner copied anew.
    var longest = 100_000_000
    /// How long a share is waited for that does not answer: as long as a server needs to start again.
    var limit = Duration.seconds(300)
    /// Bytes at the end of what is on a share that are sent again: by sftp those that GVfs sends before the ones ahead
    /// of them are answered (64 requests of 32 KB), twice.
    var tail = 4 << 20
    /// Waits for a moment between two questions; called with whether nobody waits any more.
    var pause: @Sendable (_ isCancelled: () -> Bool) -> Void = { isCancelled in
        for _ in 0..<20 where !isCancelled() { usleep(100_000) }
    }
}

/// Copies a file to a draft by way of the port to shares. After a break, as of a line that is cut or a call that is not
/// answered, one of a long file waits until the share answers again, looks whether the original is as it was, and goes
/// on where it stopped; on shares to whose files nothing can be appended, from the beginning. Blocks.
struct ShareTransfer {
    let calls: FileSystemCalls
    let from: FilePath
    let draft: FilePath
    let original: EntryStamp
    /// Called with the number of further bytes; with a negative one where some have to be copied again.
    let onBytes: (Int) -> Void
    /// Called when the transfer begins to wait for the share, and when it ends to.
    let onWait: (Bool) -> Void

    private var isLong: Bool { original.size > calls.transfers.longest }

    /// Breaks in a row after which not one more byte was copied, until the error is taken for another one.
    private static let mostBreaks = 3

    /// Errors after which a share may answer again; EIO is what GVfs makes of a line that is cut.
    private static let breaks: Set<Int32> = [ETIMEDOUT, ENOTCONN, EIO]

    /// - Throws: ESTALE where the original has changed meanwhile.
    func run() throws(SystemFailure) {
        if let share = ShareAddress(draft) {
            try send(to: share)
        } else if let share = ShareAddress(from) {
            try fetch(share)
        }
    }

    /// The draft is made here: GVfs may make one by sftp after its call was given up.
    private func fetch(_ share: ShareAddress) throws(SystemFailure) {
        let file = try calls.open(draft, O_WRONLY | O_CREAT | O_EXCL)
        defer { Glibc.close(file) }
        var reads = true
        try advance(on: share) { whole, onBytes throws(SystemFailure) in
            // What another program has cut off is no beginning.
            guard try calls.status(of: file).stamp.size >= whole else { throw SystemFailure(EINVAL) }
            do throws(SystemFailure) {
                try calls.disk.read(share, whole..<original.size, to: file, onBytes: onBytes)
            } catch let error where error.code == ENOTSUP && whole == 0 {
                reads = false
            }
        } resume: { whole throws(SystemFailure) in
            whole
        }
        if reads { return }
        try calls.unlink(draft)
        try calls.disk.copy(from, to: draft, onBytes: onBytes)
    }

    private func send(to share: ShareAddress) throws(SystemFailure) {
        var appends = isLong
        try advance(on: share) { whole, onBytes throws(SystemFailure) in
            if appends {
                do throws(SystemFailure) {
                    try calls.disk.append(from, whole..<original.size, to: share, onBytes: onBytes)
                } catch let error where error.code == ENOTSUP && whole == 0 {
                    appends = false
                }
            }
            if !appends { try calls.disk.copy(from, to: draft, onBytes: onBytes) }
            // GVfs may delete a copy late whose call was not waited for.
            guard try length(of: share) == original.size else { throw SystemFailure(EIO) }
        } resume: { _ throws(SystemFailure) in
            // What was told of bytes may come late: a line that breaks takes the last of it along.
            let there = try length(of: share)
            let safe = appends ? max(0, min(there ?? 0, original.size) - calls.transfers.tail) : 0
            if safe == 0, there != nil { try calls.disk.remove(share) }
            return safe
        }
    }

    private func length(of file: ShareAddress) throws(SystemFailure) -> Int? {
        do {
            return Int(try calls.disk.status(file, followsLink: false).byteCount)
        } catch let error where error.code == ENOENT {
            return nil
        }
    }

    /// Copies what is missing until nothing is.
    /// - Parameters:
    ///   - copy: Copies what is missing; called with the bytes that are there.
    ///   - resume: Returns how many bytes are there for sure once the share answers again; called with those that were
    ///     copied.
    private func advance(
        on share: ShareAddress,
        _ copy: (Int, (Int) -> Void) throws(SystemFailure) -> Void,
        resume: (Int) throws(SystemFailure) -> Int
    ) throws(SystemFailure) {
        var whole = 0, farthest = 0, breaks = 0
        while true {
            let failure: SystemFailure
            do throws(SystemFailure) {
                return try copy(whole) { count in
                    whole += count
                    onBytes(count)
                }
            } catch {
                failure = error
            }
            breaks = whole > farthest ? 1 : breaks + 1
            farthest = max(farthest, whole)
            guard isLong, Self.breaks.contains(failure.code), breaks <= Self.mostBreaks else { throw failure }
            let safe = try wait(for: share, after: failure) { () throws(SystemFailure) in try resume(whole) }
            onBytes(safe - whole)
            whole = safe
        }
    }

    /// Waits until a share answers again and the original is found unchanged.
    /// - Parameter body: The first questions that have to be answered.
    private func wait(
        for share: ShareAddress, after failure: SystemFailure, _ body: () throws(SystemFailure) -> Int
    ) throws(SystemFailure) -> Int {
        onWait(true)
        defer { onWait(false) }
        let end = ContinuousClock.now + calls.transfers.limit
        while true {
            calls.transfers.pause { calls.patience.isCancelled }
            if calls.patience.isCancelled { throw SystemFailure(ECANCELED) }
            calls.patience.forgetSilence(of: share)
            do throws(SystemFailure) {
                try calls.disk.connect(share)
                guard try calls.status(from).stamp == original else { throw SystemFailure(ESTALE) }
                return try body()
            } catch {
                if [ECANCELED, ESTALE, ENOENT].contains(error.code) { throw error }
                if .now >= end { throw failure }
            }
        }
    }
}
