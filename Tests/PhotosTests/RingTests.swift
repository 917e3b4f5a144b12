// The ring and the rule of hops.
import Testing

@testable import ImagePipeline

@Suite struct RingTests {
    @Test func theLastElementsAreKeptOldestFirst() {
        var ring = Ring<Int>(capacity: 3)
        #expect(ring.all.isEmpty)
        let dropped = (1...5).map { ring.append($0) }
        #expect(dropped == [nil, nil, nil, 1, 2])
        #expect(ring.all == [3, 4, 5] && ring.count == 3)
        #expect(ring.unordered.sorted() == [3, 4, 5])
    }

    @Test func aRingHasRoomForOneAtLeast() {
        var ring = Ring<Int>(capacity: 0)
        let dropped = [ring.append(1), ring.append(2)]
        #expect(dropped == [nil, 1] && ring.all == [2])
    }

    @Test func aHopIsAskedForOnceUntilItHasArrived() {
        var hop = CoalescedHop()
        let first = [hop.request(), hop.request()]
        hop.arrive()
        let second = [hop.request(), hop.request()]
        #expect(first == [true, false] && second == first)
    }
}
