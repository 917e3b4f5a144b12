// The bound on encoded bytes: held, expected and received ones together.
import Testing

@testable import ImagePipeline

@Suite struct EncodedByteBudgetTests {
    /// 1,001 bytes are held, and a fetch is expected to bring 57,469 more: an eighth of that, and seven of 64 KB.
    @Test(arguments: [
        (LoadPriority.ahead, 1, 58_470, true), (.ahead, 1, 58_469, false),
        (.visible, 2, 57_970, true), (.visible, 2, 57_969, false),
    ])
    func whatIsExpectedMayBeTheLimitAndNoByteMore(priority: LoadPriority, running: Int, limit: Int, hasRoom: Bool) {
        var budget = EncodedByteBudget(limit: limit)
        budget.learn(1001)
        budget.hold(1001)
        #expect(budget.expected == 57_469)
        #expect(budget.allows(running, at: priority, received: []) == hasRoom)
    }

    @Test func whatAFetchHasReceivedBeyondTheMeanCounts() {
        let budget = EncodedByteBudget(limit: 3 * 65_536)
        #expect(budget.allows(2, at: .ahead, received: [65_536, 65_536]))
        #expect(budget.allows(2, at: .ahead, received: [2 * 65_536, 0]))
        #expect(!budget.allows(2, at: .ahead, received: [2 * 65_536 + 1, 0]))
    }

    @Test func withNothingUnderWayOneFetchHasRoom() {
        var budget = EncodedByteBudget(limit: 0)
        #expect(budget.allows(1, at: .ahead, received: []) && !budget.allows(2, at: .ahead, received: []))
        budget.hold(1)
        #expect(!budget.allows(1, at: .ahead, received: []))
        budget.release(1)
        #expect(budget.allows(1, at: .ahead, received: []))
    }
}
