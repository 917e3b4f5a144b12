// The order in which files are read.
import Photos
import Testing

@testable import Library

struct IndexQueueTests {
    private func photos(_ slots: some Sequence<Int>, _ name: String = "p") -> [UnindexedPhoto] {
        slots.map { UnindexedPhoto(slot: UInt32($0), path: FilePath("\(name)/\($0)"), stamp: ScriptedFiles.stamp($0)) }
    }

    private func rest(of queue: inout IndexQueue) -> [String] {
        var paths: [String] = []
        while let photo = queue.next() { paths.append(photo.path.text) }
        return paths
    }

    @Test func photosComeInTheirOrderAndOnce() {
        var queue = IndexQueue()
        queue.append(photos(0..<3))
        queue.append(photos([200, 100]))
        #expect(queue.count == 5 && queue.contains(100) && !queue.contains(101))
        #expect(rest(of: &queue) == ["p/0", "p/1", "p/2", "p/100", "p/200"])
        #expect(queue.isEmpty && queue.next() == nil)
        queue.append(photos([1]))
        #expect(rest(of: &queue) == ["p/1"])
    }

    @Test func whatIsVisibleComesFirstInItsOwnOrder() {
        var queue = IndexQueue()
        for start in stride(from: 0, to: 1_000, by: 100) { queue.append(photos(start..<start + 100)) }
        queue.prioritize([950, 20, 951, 5_000])
        #expect((0..<2).map { _ in queue.next()?.slot } == [950, 20])
        // Another screen takes the place of the last.
        queue.prioritize([300])
        #expect((0..<3).map { _ in queue.next()?.slot } == [300, 0, 1])
        #expect(rest(of: &queue).count == 995)
    }

    @Test func aPhotoThatComesAgainHasItsNewPathAtItsOldPlace() {
        var queue = IndexQueue()
        queue.append(photos(0..<4))
        queue.append(photos([2], "next"))
        queue.append(photos([1], "one"))
        queue.append(photos([1], "two"))
        #expect(queue.count == 4)
        #expect(rest(of: &queue) == ["p/0", "two/1", "next/2", "p/3"])
    }

    @Test func aPhotoThatIsTakenOutDoesNotCome() {
        var queue = IndexQueue()
        queue.append(photos(0..<3))
        queue.prioritize([1])
        queue.remove(1)
        queue.remove(7)
        #expect(rest(of: &queue) == ["p/0", "p/2"])
    }
}
