import Relay
import Testing

@Suite struct RelayOrderTests {
    @Test func anOrderIsAWordAndPerhapsANumber() {
        #expect(RelayOrder("stall") == .fault(.stall, afterBytes: 0))
        #expect(RelayOrder("stall 70000") == .fault(.stall, afterBytes: 70_000))
        #expect(RelayOrder("cut 1") == .fault(.cut, afterBytes: 1))
        #expect(RelayOrder(" resume ") == .resume)
        #expect(RelayOrder("refuse") == .refuse)
        #expect(RelayOrder("accept") == .accept)
        #expect(RelayOrder("count") == .count)
    }

    @Test(arguments: ["", "stop", "stall -1", "cut 1 2", "resume 3", "stall much"])
    func anythingElseIsNone(_ text: String) { #expect(RelayOrder(text) == nil) }
}
