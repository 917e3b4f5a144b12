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
