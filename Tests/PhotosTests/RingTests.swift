// The bounded buffer of the last elements.
import Photos
import Testing

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

    @Test func anElementKeepsItsPlaceUntilItIsReplaced() {
        var ring = Ring<Int>(capacity: 3, isReserved: true)
        let places = (1...5).map { element in
            defer { ring.append(element) }
            return ring.next
        }
        #expect(places == [0, 1, 2, 0, 1])
        #expect(ring.unordered == [4, 5, 3] && ring.next == 2)
    }

    @Test func anEmptiedRingBeginsAnew() {
        var ring = Ring<Int>(capacity: 3)
        for element in 1...4 { ring.append(element) }
        ring.removeAll()
        #expect(ring.count == 0 && ring.all.isEmpty && ring.next == 0)
        let dropped = (5...8).map { ring.append($0) }
        #expect(dropped == [nil, nil, nil, 5] && ring.all == [6, 7, 8])
    }
}
