// How long the next picture will take: what a few of the last ones took, bounded and smoothed.
import Photos
import Synchronization
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ArrivalTimeTests {
    private func time(after seconds: [Double]) -> Double {
        var time = ArrivalTime()
        for second in seconds { time.note(second) }
        return time.seconds
    }

    @Test func beforeAnythingHasArrivedAGuessStandsIn() { #expect(time(after: []) == ArrivalTime.unknown) }

    @Test func aSteadySourceIsKnownAtOnce() { #expect(time(after: [0.12]) == 0.12) }

    @Test func mostPicturesAreThereByThen() {
        let steady = time(after: (0..<2000).map { Double($0 % 20) / 100 })
        #expect((0.13...0.16).contains(steady))
    }

    @Test func oneStrayPictureChangesNothing() {
        let steady = Array(repeating: 0.1, count: 40)
        #expect(time(after: steady + [9] + steady.prefix(3)) == 0.1)
    }

    @Test func anotherSpeedIsKnownWithinTwoScreens() {
        let slower = time(after: Array(repeating: 0.05, count: 40) + Array(repeating: 0.3, count: 64))
        #expect(abs(slower - 0.3) < 0.01)
        let quicker = time(after: Array(repeating: 0.3, count: 40) + Array(repeating: 0.05, count: 64))
        #expect(abs(quicker - 0.05) < 0.01)
    }

    @Test func itStaysWithinItsBounds() {
        #expect(time(after: [0]) == ArrivalTime.bounds.lowerBound)
        #expect(time(after: [60]) == ArrivalTime.bounds.upperBound)
    }

    /// A clock that stands still until it is set.
    private final class Clock: Sendable {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        func callAsFunction() -> ContinuousClock.Instant { start + passed.withLock { $0 } }
    }

    @Test func theWaitForTheDecoderIsNoneOfTheSources() async throws {
        let clock = Clock()
        let decoder = ScriptedDecoder(isOpen: false)
        let bench = Bench(decoder: decoder, decodeLimit: 1, now: { clock() })
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...2), session)
        await decoder.gate.untilStarted(1)
        await eventually { await bench.loader.inventory.heldBytes == 2 * "photo 1".utf8.count }
        clock.passed.withLock { $0 = .milliseconds(100) }
        decoder.gate.release(decoder.gate.titles[0])
        await decoder.gate.untilStarted(2)
        clock.passed.withLock { $0 = .milliseconds(200) }
        decoder.gate.open()
        await bench.untilIdle()
        // A tenth of a second each, though the second waited for as long as that before.
        #expect(bench.loader.arrivalTime == 0.1)
    }

    @Test func theLoaderMeasuresWhatItsSessionsAreGiven() async throws {
        let clock = Clock()
        let bytes = ScriptedByteLoader(isOpen: false)
        let bench = Bench(bytes: bytes, fetchLimit: 1, now: { clock() })
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1]), session)
        await bytes.gate.untilStarted(1)
        clock.passed.withLock { $0 = .milliseconds(250) }
        bytes.gate.open()
        await bench.untilIdle()
        #expect(bench.loader.arrivalTime == 0.25)
        // From memory: that says nothing of the source.
        await bench.want([], session)
        await bench.want(wanted([1]), session)
        #expect(bench.loader.arrivalTime == 0.25)
    }
}
