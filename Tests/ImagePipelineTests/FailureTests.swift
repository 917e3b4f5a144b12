// Failures: which are tried again, when, and who hears of them.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct FailureTests {
    @Test func aTransientFailureIsTriedAgainAfterTheBackOff() async throws {
        let bytes = ScriptedByteLoader { _, attempt in
            attempt < 2 ? .failure(failure(.httpStatus(503))) : .success([1])
        }
        let bench = Bench(bytes: bytes)
        let task = Task { try await bench.loader.image(for: sampleRequest(1), priority: .visible) }
        for _ in 0..<2 {
            await bench.clock.untilAsleep()
            await eventually { bench.loader.counters.inFlightFetches == 0 }
            bench.clock.wakeAll()
        }
        _ = try await task.value
        #expect(bench.clock.probe.state.naps == [.milliseconds(125), .milliseconds(250)])
        let counters = bench.loader.counters
        #expect(
            counters.retries == 2 && counters.fetches == 3 && counters.failures == 0 && counters.duplicateFetches == 0)
    }

    @Test func aFinalFailureIsNotTriedAgainAndReachesAllSubscribers() async throws {
        let bytes = ScriptedByteLoader(isOpen: false) { _, _ in .failure(failure(.notFound)) }
        let bench = Bench(bytes: bytes)
        let tasks = [
            await bench.load(sampleRequest(1)), await bench.load(sampleRequest(1)),
            await bench.load(sampleRequest(1, 20)),
        ]
        bytes.gate.open()
        for task in tasks { await #expect(throws: failure(.notFound)) { try await task.value } }
        #expect(bytes.gate.calls.count == 1)
        #expect(bench.loader.counters.failures == 2 && bench.loader.counters.retries == 0)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func leavingDuringTheBackOffEndsIt() async throws {
        let bench = Bench(bytes: ScriptedByteLoader { _, _ in .failure(failure(.unreachable(Message("down")))) })
        let task = await bench.load(sampleRequest(1))
        await bench.clock.untilAsleep()
        task.cancel()
        _ = await task.result
        await bench.clock.probe.until { $0.waiting.isEmpty }
        #expect(await bench.loader.isWithoutTrace)
        #expect(bench.bytes.gate.calls.count == 1 && bench.loader.counters.retries == 0)
    }

    @Test func aDecodeFailureNamesThePhotoAndIsFinal() async throws {
        let bench = Bench(decoder: ScriptedDecoder { $0 == "photo 1" })
        let expected = LoadFailure(stage: .decode, culprit: "photo 1", reason: .corrupt(Message("as scripted")))
        await #expect(throws: expected) { try await bench.loader.image(for: sampleRequest(1), priority: .visible) }
        #expect(bench.loader.counters.retries == 0 && bench.loader.counters.decoded == 0)
    }

    @Test func allWhoShareAReadOfDamagedStoredBytesGetNewOnes() async throws {
        let bytes = ReportingByteLoader()
        let loader = ImageLoader(bytes: bytes, decoder: DamageNoticingDecoder(), memory: TestCache(budget: 1 << 20))
        let first = loader.sole(sampleRequest(1))
        await bytes.untilStarted(1)
        let second = loader.sole(sampleRequest(1, 20))
        await eventually { await loader.subscribers(of: sampleKey(1, 20)) == 1 }
        await bytes.finish(DamageNoticingDecoder.damaged, from: .disk)
        await bytes.untilStarted(2)
        await bytes.finish(from: .network)
        _ = try await (first.image, second.image)
        #expect(bytes.tickets.map(\.isReload) == [false, true] && loader.counters.failures == 0)
    }

    @Test func damagedStoredBytesAreFetchedAnewOnce() async throws {
        let bytes = ReportingByteLoader()
        let loader = ImageLoader(bytes: bytes, decoder: DamageNoticingDecoder(), memory: TestCache(budget: 1 << 20))
        let task = loader.sole(sampleRequest(1))
        for start in 1...2 {
            await bytes.untilStarted(start)
            await bytes.finish(DamageNoticingDecoder.damaged, from: .disk)
        }
        await #expect(throws: LoadFailure.self) { try await task.image }
        #expect(bytes.tickets.map(\.isReload) == [false, true])
    }

    @Test func anErrorThatIsNoLoadFailureBecomesOne() async throws {
        struct Odd: Error {}
        let typed = LoadFailure.from(Odd(), stage: .fetch, culprit: "photo 1")
        #expect(typed.culprit == "photo 1" && !typed.isTransient)
        #expect(LoadFailure.from(CancellationError(), stage: .fetch, culprit: "photo 1").isTransient)
    }

    @Test func backOffDoublesUpToItsCapAndThenGivesUp() {
        let policy = RetryPolicy(maximumRetries: 4, base: .seconds(1), longest: .seconds(3))
        let delays = (1...5).map { policy.delay(after: failure(.httpStatus(500)), attempt: $0, random: 0) }
        #expect(delays == [.seconds(0.5), .seconds(1), .seconds(1.5), .seconds(1.5), nil])
    }

    @Test func jitterStaysBetweenHalfAndAllOfTheBackOff() {
        let policy = RetryPolicy(base: .seconds(1))
        for random in [0, 0.25, 0.5, 0.999] {
            let delay = policy.delay(after: failure(.unreachable(Message(""))), attempt: 1, random: random) ?? .zero
            #expect(delay >= .seconds(0.5) && delay < .seconds(1))
        }
    }

    @Test func retryAfterIsHonouredInFullOrGivenUpOn() {
        let policy = RetryPolicy(base: .seconds(1), longestRetryAfter: .seconds(30))
        #expect(policy.delay(after: failure(.slowDown(retryAfterSeconds: 7)), attempt: 1, random: 0) == .seconds(7.5))
        #expect(policy.delay(after: failure(.slowDown(retryAfterSeconds: 31)), attempt: 1, random: 0) == nil)
        #expect(policy.delay(after: failure(.slowDown(retryAfterSeconds: nil)), attempt: 1, random: 0) == .seconds(0.5))
    }

    @Test func timeOutsAndFinalFailuresAreTriedAgainLessOften() {
        let policy = RetryPolicy()
        #expect(policy.delay(after: failure(.timedOut(seconds: 15)), attempt: 1, random: 0) != nil)
        #expect(policy.delay(after: failure(.timedOut(seconds: 15)), attempt: 2, random: 0) == nil)
        #expect(policy.delay(after: failure(.httpStatus(404)), attempt: 1, random: 0) == nil)
    }
}

/// Refuses certain bytes as damaged.
private struct DamageNoticingDecoder: PixelDecoder {
    static let damaged: [UInt8] = [0]

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> TestImage {
        if bytes.array == Self.damaged {
            throw LoadFailure(stage: .decode, culprit: request.title, reason: .corrupt(Message("as scripted")))
        }
        return TestImage(size: request.key.size, title: request.title)
    }
}
