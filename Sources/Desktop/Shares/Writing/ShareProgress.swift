// How far the copy of a file on a share is.
import Synchronization

/// How far a copy is, noted on the thread that makes it, for the one that waits.
final class ShareProgress: Sendable {
    private let call = Mutex<ShareThreads.Call?>(nil)
    private let count = Atomic(0), told = Atomic(0)

    /// Takes note of the call that makes the copy: the bytes that come are its answers.
    func begin(_ call: ShareThreads.Call) { self.call.withLock { $0 = call } }

    /// Takes note of the number of bytes that have come.
    func note(_ now: Int) {
        call.withLock { $0?.answer() }
        count.store(now, ordering: .relaxed)
    }

    /// Calls `onBytes` with the bytes that have come since the last call, if any. On the thread of who waits.
    func tell(_ onBytes: (Int) -> Void) {
        let now = count.load(ordering: .relaxed), before = told.load(ordering: .relaxed)
        guard now > before else { return }
        told.store(now, ordering: .relaxed)
        onBytes(now - before)
    }
}
