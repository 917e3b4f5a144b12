// How slow a body may come.
import Testing

@testable import ImagePipeline

struct TransferPaceTests {
    private let start = ContinuousClock.now

    /// Says when a body that brings `bytes` every `seconds` is given up, within an hour.
    private func end(bytes: Int, every seconds: Double) -> Double? {
        var pace = TransferPace(.init(), at: start)
        var time = 0.0
        while time < 3600 {
            time += seconds
            if !pace.keepsUp(after: bytes, at: start + .seconds(time)) { return time }
        }
        return nil
    }

    @Test func aByteNowAndThenIsNotEnough() {
        #expect(end(bytes: 1, every: 14) == 42)
        #expect(end(bytes: 10, every: 1) == 30)
    }

    @Test func aTwelfthOfASlowMobileLinkIs() {
        #expect(end(bytes: 1400, every: 4) == nil)  // 350 bytes a second
        #expect(end(bytes: 2048, every: 30) == nil)
    }

    @Test func quickBytesOfTheBeginningDoNotPayForADripLater() {
        var pace = TransferPace(.init(), at: start)
        let answers = [(Int.max, 1), (1, 30), (1, 60)].map { pace.keepsUp(after: $0.0, at: start + .seconds($0.1)) }
        #expect(answers == [true, true, false])
    }

    @Test func timeInWhichNobodyReadDoesNotCount() {
        var pace = TransferPace(.init(), at: start)
        let before = pace.keepsUp(after: 1, at: start + .seconds(29))
        pace.restart(at: start + .seconds(900))
        let after = pace.keepsUp(after: 1, at: start + .seconds(901))
        #expect(before && after)
    }
}
