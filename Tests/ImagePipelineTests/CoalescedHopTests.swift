// The rule of hops.
import Testing

@testable import ImagePipeline

@Suite struct CoalescedHopTests {
    @Test func aHopIsAskedForOnceUntilItHasArrived() {
        var hop = CoalescedHop()
        let first = [hop.request(), hop.request()]
        hop.arrive()
        let second = [hop.request(), hop.request()]
        #expect(first == [true, false] && second == first)
    }
}
