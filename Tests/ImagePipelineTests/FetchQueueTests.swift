// Which fetch is next when hosts have limits of their own.
import Photos
import Testing

@testable import ImagePipeline

@Suite struct FetchQueueTests {
    private let a = FetchHost.origin("http://a")
    private let b = FetchHost.origin("http://b")

    private func queue(total: Int = 8, host: Int = 2) -> FetchQueue<String> {
        FetchQueue(limits: .init(total: total, host: host, multiplexedHost: 4))
    }

    private func drain(_ queue: inout FetchQueue<String>) -> [String] {
        var all: [String] = []
        while let next = queue.popFirst() { all.append(next) }
        return all
    }

    @Test func aHostAtItsLimitHoldsUpNobodyElse() {
        var queue = queue()
        for name in ["a1", "a2", "a3", "a4"] { _ = queue.append(name, of: a, at: .visible) }
        _ = queue.append("b1", of: b, at: .ahead)
        #expect(drain(&queue) == ["a1", "a2", "b1"])
        #expect(queue.running == 3 && queue.count == 2 && queue.nextPriority == nil)
        queue.end(b, wasLeaving: false)
        #expect(queue.popFirst() == nil)
        queue.end(a, wasLeaving: false)
        #expect(queue.nextPriority == .visible && queue.popFirst() == "a3")
    }

    @Test func videosWaitForEachOtherAndHoldUpNoFile() {
        var queue = queue()
        let videos = FetchHost(.file("/a.mp4")), files = FetchHost(.file("/a.jpg"))
        for name in ["v1", "v2", "v3"] { _ = queue.append(name, of: videos, at: .visible) }
        for name in ["f1", "f2", "f3"] { _ = queue.append(name, of: files, at: .ahead) }
        #expect(drain(&queue) == ["v1", "v2", "f1", "f2", "f3"])
    }

    @Test func hostsWithRoomShareOneOrder() {
        var queue = queue()
        _ = queue.append("a1", of: a, at: .ahead)
        _ = queue.append("b1", of: b, at: .ahead)
        _ = queue.append("b2", of: b, at: .visible)
        _ = queue.append("a2", of: a, at: .ahead)
        #expect(drain(&queue) == ["b2", "a1", "b1", "a2"])
    }

    @Test func loweredRaisedAndResumedWorkHasItsPlaceAmongAllHosts() {
        var queue = queue(host: 8)
        let high = queue.append("lowered", of: a, at: .visible)
        let low = queue.append("raised", of: b, at: .behind)
        let first = queue.append("to the tail", of: b, at: .ahead)
        _ = queue.append("as it was", of: a, at: .ahead)
        queue.move(high, to: .ahead)
        queue.move(low, to: .ahead)
        queue.moveToTail(first)
        _ = queue.prepend("resumed", of: b, at: .ahead)
        #expect(drain(&queue) == ["resumed", "lowered", "as it was", "raised", "to the tail"])
    }

    @Test func raisingALimitDrainsAndLoweringItLetsTheRunningFinish() {
        var queue = queue(total: 2, host: 8)
        for name in ["1", "2", "3", "4", "5"] { _ = queue.append(name, of: a, at: .visible) }
        #expect(drain(&queue) == ["1", "2"])
        queue.limits.total = 4
        #expect(drain(&queue) == ["3", "4"])
        queue.limits.total = 1
        for _ in 0..<3 {
            queue.end(a, wasLeaving: false)
            #expect(queue.popFirst() == nil)
        }
        queue.end(a, wasLeaving: false)
        #expect(queue.popFirst() == "5")
    }

    @Test func aHostThatCarriesManyAnswersAtATimeHasMoreSlots() {
        var queue = queue()
        for name in ["1", "2", "3", "4", "5"] { _ = queue.append(name, of: a, at: .visible) }
        #expect(drain(&queue) == ["1", "2"])
        queue.learn(a, isMultiplexed: true)
        #expect(drain(&queue) == ["3", "4"])
        queue.learn(a, isMultiplexed: false)
        queue.end(a, wasLeaving: false)
        #expect(queue.popFirst() == nil)
    }

    @Test func aQueueThatYieldsStartsOnlyVisibleWorkBeyondAQuarterOfAHostsSlots() {
        var queue = queue(total: 20, host: 8)
        for name in ["1", "2", "3", "4"] { _ = queue.append(name, of: a, at: .ahead) }
        for name in ["f1", "f2", "f3"] { _ = queue.append(name, of: .files, at: .behind) }
        queue.isYielding = true
        #expect(drain(&queue) == ["1", "2", "f1", "f2", "f3"])
        _ = queue.append("v", of: a, at: .visible)
        #expect(drain(&queue) == ["v"])
        queue.isYielding = false
        #expect(drain(&queue) == ["3", "4"])
    }

    @Test(arguments: [(LoadPriority.visible, 12), (.ahead, 9), (.behind, 8), (.speculative, 8)])
    func someSlotsOfAHostAreLeftToVisibleFetchesUnlessOneConnectionCarriesAll(priority: LoadPriority, slots: Int) {
        var queue = FetchQueue<Int>(limits: .init(total: 40, host: 12, multiplexedHost: 16))
        for number in 0..<20 { _ = queue.append(number, of: a, at: priority) }
        var started = 0
        while queue.popFirst() != nil { started += 1 }
        #expect(started == slots)
        queue.learn(a, isMultiplexed: true)
        while queue.popFirst() != nil { started += 1 }
        #expect(started == 16)
    }

    @Test func filesAreBoundByTheTotalAlone() {
        var queue = queue(total: 5)
        for name in ["1", "2", "3", "4", "5", "6"] { _ = queue.append(name, of: .files, at: .visible) }
        #expect(drain(&queue).count == 5)
    }

    @Test func whatIsRemovedLeavesNoHostBehind() {
        var queue = queue()
        let slots = [a, b].map { queue.append("x", of: $0, at: .visible) }
        for slot in slots { queue.remove(slot) }
        #expect(queue.isEmpty && queue.isIdle)
        _ = queue.append("y", of: a, at: .visible)
        #expect(queue.popFirst() == "y" && !queue.isIdle)
        queue.end(a, wasLeaving: false)
        #expect(queue.isIdle)
    }

    @Test func aShortageCountsTheSlotsThatWillSoonBeFree() {
        var queue = queue(total: 3)
        for name in ["a1", "a2", "a3", "a4"] { _ = queue.append(name, of: a, at: .visible) }
        #expect(drain(&queue).count == 2)
        #expect(queue.shortage(at: .visible).hosts.map(\.slots) == [2] && queue.shortage(at: .visible).total == 0)
        queue.leave(a)
        #expect(queue.shortage(at: .visible).hosts.map(\.slots) == [1] && queue.shortage(at: .visible).total == 0)
        _ = queue.append("b1", of: b, at: .visible)
        #expect(queue.popFirst() == "b1")
        _ = queue.append("b2", of: b, at: .visible)
        // The slot that a's host will have is one of all; b's host has room, but nothing is left in all.
        #expect(queue.shortage(at: .visible).total == 1)
        #expect(queue.shortage(at: .ahead).hosts.isEmpty && queue.shortage(at: .ahead).total == 0)
        queue.end(a, wasLeaving: true)
        #expect(queue.popFirst() == "a3")
    }

    @Test(arguments: [
        ("http://Photos.example/id/1?x", "http://photos.example"), ("https://a:8080/", "https://a:8080"),
        ("http://user:word@a/b@c", "http://a"), ("http://a", "http://a"), ("http://a?q=http://b/", "http://a"),
    ])
    func aHostIsWhatTheAddressNames(address: String, host: String) {
        #expect(FetchHost(.remote(address)) == .origin(host))
        #expect(FetchHost(.file(FilePath(address))) == .files)
    }
}
