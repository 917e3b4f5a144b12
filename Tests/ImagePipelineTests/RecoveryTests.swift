// Failures whose time is over: which pictures are tried again, when, and who has to ask.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct RecoveryTests {
    private let start = ContinuousClock.now
    private let clock = Probe(Duration.zero)

    /// Fails so often for one photo each, without retries, and has a clock that the test sets.
    private func bench(_ reason: LoadFailure.Reason, times: Int) -> Bench {
        let bytes = ScriptedByteLoader { _, attempt in attempt < times ? .failure(failure(reason)) : .success([1]) }
        return Bench(
            bytes: bytes, retry: RetryPolicy(maximumRetries: 0, maximumRetriesAfterTimeout: 0),
            now: { [start, clock] in start + clock.state })
    }

    private func pass(_ seconds: Int) { clock.change { $0 += .seconds(seconds) } }

    @Test func aVisiblePictureThatFailedForAWhileComesBackByItself() async throws {
        let bench = bench(.unreachable(Message("down")), times: 2)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1]), session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).compactMap(\.failure).count == 1)
        for seconds in [10, 20] {
            await bench.clock.untilAsleep()
            #expect(bench.clock.probe.state.naps.last == .seconds(seconds))
            #expect(bench.bytes.gate.calls.count == seconds / 10)
            pass(seconds)
            bench.clock.wakeAll()
            await bench.bytes.gate.untilStarted(seconds / 10 + 1)
            await bench.untilIdle()
        }
        #expect(session.takeDeliveries(limit: 9).map { $0.image != nil } == [true])
        #expect(bench.bytes.gate.calls.count == 3 && bench.clock.probe.state.waiting.isEmpty)
    }

    @Test func oneTimerServesAllThatFailed() async throws {
        let bench = bench(.timedOut(seconds: 15), times: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...9) + wanted([10], .ahead), session)
        await bench.untilIdle()
        await bench.clock.untilAsleep()
        pass(10)
        bench.clock.wakeAll()
        await bench.bytes.gate.untilStarted(19)
        await bench.untilIdle()
        // What is not visible is tried when it is wanted anew.
        #expect(bench.bytes.gate.calls.count == 19 && bench.clock.probe.state.naps.count == 1)
        await bench.want(wanted([10]), session)
        await bench.untilIdle()
        #expect(bench.bytes.gate.calls.count == 20 && bench.loader.counters.decoded == 10)
    }

    @Test func aPictureThatIsMissingIsAskedForAgainAfterMinutesWhenItIsWantedAnew() async throws {
        let bench = bench(.httpStatus(404), times: 1)
        let session = bench.loader.makeSession {}
        for (seconds, calls) in [(0, 1), (299, 1), (1, 2)] {
            pass(seconds)
            await bench.want(wanted([1]), session)
            await bench.untilIdle()
            #expect(bench.bytes.gate.calls.count == calls)
            await bench.want([], session)
        }
        #expect(bench.clock.probe.state.naps.isEmpty)
    }

    @Test func aPictureThatCannotBeDecodedStaysFailedUntilItIsRetried() async throws {
        let bench = bench(.corrupt(Message("bits")), times: 1)
        let session = bench.loader.makeSession {}
        for _ in 0..<2 {
            await bench.want(wanted([1]), session)
            await bench.untilIdle()
            await bench.want([], session)
            pass(1_000_000)
        }
        #expect(bench.bytes.gate.calls.count == 1)
        session.retry(sampleKey(1))
        await bench.want(wanted([1]), session)
        await bench.untilIdle()
        #expect(bench.bytes.gate.calls.count == 2 && bench.loader.counters.decoded == 1)
    }

    @Test func closingTheSessionEndsTheWait() async throws {
        let bench = bench(.unreachable(Message("down")), times: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1]), session)
        await bench.clock.untilAsleep()
        session.close()
        await bench.clock.probe.until { $0.waiting.isEmpty }
        #expect(bench.bytes.gate.calls.count == 1)
    }

    @Test func livesFollowTheClassOfTheFailure() {
        let lives = FailureLives(transient: .seconds(10), missing: .seconds(300))
        #expect(
            (1...7).map { lives.life(of: failure(.unreachable(Message(""))), times: $0) }
                == [10, 20, 40, 80, 160, 300, 300].map { .seconds($0) })
        #expect(lives.life(of: failure(.slowDown(retryAfterSeconds: 60)), times: 1) == .seconds(60))
        #expect(lives.life(of: failure(.slowDown(retryAfterSeconds: nil)), times: 1) == .seconds(10))
        #expect(lives.life(of: failure(.httpStatus(503)), times: 1) == .seconds(10))
        #expect(lives.life(of: failure(.httpStatus(404)), times: 9) == .seconds(300))
        #expect(lives.life(of: failure(.notFound), times: 1) == .seconds(300))
        #expect(lives.life(of: failure(.unsupportedFormat("x")), times: 1) == nil)
        #expect(lives.life(of: failure(.tooManyBytes(limit: 1)), times: 1) == nil)
    }
}
