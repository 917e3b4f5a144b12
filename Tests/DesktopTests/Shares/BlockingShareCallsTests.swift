// Blocking calls to shares whose processes have gone.
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

struct BlockingShareCallsTests {
    private let calls = BlockingShareCalls(patience: SharePatience(), closeRead: nil, before: nil)
    private let share: ShareAddress

    init() throws { share = try #require(ShareAddress("sftp://nowhere.invalid/")) }

    /// Has threads ready that have made a call each.
    private func makeThreads(_ count: Int) throws {
        let gate = Mutex(0)
        let pending = try (0..<count).map { _ in
            try calls.begin(share) { _ throws(SystemFailure) in
                gate.withLock { $0 += 1 }
                while gate.withLock({ $0 < count }) { sched_yield() }
            }
        }
        for call in pending { try call.wait() }
    }

    @Test func aCallWhoseProcessHasGoneIsMadeByEachThread() throws {
        try makeThreads(3)
        let threads = Mutex<[pthread_t]>([])
        let value = try calls.run(share) { _ throws(SystemFailure) in
            let made = threads.withLock { made in
                made.append(pthread_self())
                return made.count
            }
            if made < 3 { throw SystemFailure.goneProcess }
            return made
        }
        #expect(value == 3 && Set(threads.withLock(\.self)).count == 3)
    }

    @Test func aShareWhoseProcessStaysAwayIsNotConnected() throws {
        let count = Mutex(0)
        #expect(throws: SystemFailure(ENOTCONN)) {
            try calls.run(share) { _ throws(SystemFailure) -> Void in
                count.withLock { $0 += 1 }
                throw SystemFailure.goneProcess
            }
        }
        #expect(count.withLock(\.self) > 1)
    }
}
