// How long a stored photo is good, and what the server is asked when it no longer is.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct FreshnessTests {
    private let bench = RemoteBench()
    private let origin: ScriptedOrigin
    private let hour = 3600

    init() { origin = bench.origin }

    private func serve(_ control: String?, _ more: [String: String] = ["etag": "\"1\""]) {
        origin.change { state in
            state.headers = more
            state.headers["cache-control"] = control
        }
    }

    @Test func aFreshPhotoIsServedWithoutARequest() async throws {
        serve("max-age=60, immutable")
        #expect(try await bench.fetch().origin == .network)
        bench.scratch.clock.pass(59)
        let again = try await bench.fetch()
        #expect(again.origin == .disk && !again.isStale && again.bytes.array == Array(0..<100))
        #expect(try await bench.fetch(await bench.restarted()).origin == .disk)
        #expect(origin.requests.count == 1)
    }

    @Test func aStalePhotoIsAskedForByItsTagAndAnUnchangedOneComesFromDisk() async throws {
        serve("max-age=60")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(60)
        let confirmed = try await bench.fetch()
        #expect(confirmed.origin == .disk && !confirmed.isStale && confirmed.bytes.count == 100)
        #expect(origin.requests.last?.headers == ["If-None-Match": "\"1\""] && origin.bytesSent == 100)
        bench.scratch.clock.pass(59)  // the confirmation counts from its own time, also after a start
        _ = try await bench.fetch(await bench.restarted())
        #expect(origin.requests.count == 2)
    }

    @Test func withoutATagTheTimeOfModificationIsAskedFor() async throws {
        let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
        serve("max-age=60", ["last-modified": modified])
        _ = try await bench.fetch()
        bench.scratch.clock.pass(60)
        #expect(try await bench.fetch().origin == .disk)
        #expect(origin.requests.last?.headers == ["If-Modified-Since": modified])
    }

    @Test func withoutAValidatorAStalePhotoIsFetchedAnew() async throws {
        serve("max-age=60", [:])
        _ = try await bench.fetch()
        bench.scratch.clock.pass(60)
        #expect(try await bench.fetch().origin == .network)
        #expect(origin.requests.last?.headers == [:])
    }

    @Test func aChangedPhotoIsStoredAndServed() async throws {
        serve("max-age=60")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(60)
        origin.change { state in
            state.body = [1, 2]
            state.headers["etag"] = "\"2\""
        }
        let changed = try await bench.fetch()
        #expect(changed.origin == .network && changed.bytes.array == [1, 2])
        #expect(try await bench.fetch(await bench.restarted()).bytes.array == [1, 2])
        #expect(origin.requests.count == 2)
    }

    @Test func noCacheIsAskedForEveryTimeAndNoStoreIsNotStored() async throws {
        serve("no-cache, max-age=60")
        for _ in 0..<3 { _ = try await bench.fetch() }
        #expect(origin.requests.count == 3 && origin.bytesSent == 100)
        serve("no-store", ["etag": "\"2\""])
        for _ in 0..<2 { _ = try await bench.fetch() }
        #expect(origin.bytesSent == 300)
        await bench.disk?.flush()
        #expect(bench.scratch.files.isEmpty)  // nor is what it replaced
    }

    @Test func aConfirmationThatForbidsStoringEndsTheStay() async throws {
        serve("max-age=1")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(2)
        serve("no-store")
        #expect(try await bench.fetch().origin == .disk)
        await bench.disk?.flush()
        #expect(bench.scratch.files.isEmpty)
    }

    @Test func theTimeOnTheWayCountsAsAge() async throws {
        serve("max-age=60", ["age": "50"])
        _ = try await bench.fetch()
        bench.scratch.clock.pass(10)
        _ = try await bench.fetch()
        #expect(origin.requests.count == 2)
    }

    @Test func withoutMaxAgeExpiresSaysHowLongAndWithoutBothIsGuessed() {
        let made = 784_111_777  // Sun, 06 Nov 1994 08:49:37 GMT
        func lifetime(_ headers: [String: String]) -> Int {
            let all = headers.merging(["date": "Sun, 06 Nov 1994 08:49:37 GMT"]) { $1 }
            let metadata = ResponseMetadata(TransferHead(status: 200, headers: all), at: made)
            return (0...800).map { $0 * hour }.first { metadata.freshness(at: made + $0) != .fresh } ?? -1
        }
        #expect(lifetime(["expires": "Sun, 06 Nov 1994 10:49:37 GMT"]) == 2 * hour)
        #expect(lifetime(["expires": "Sun, 06 Nov 1994 10:49:37 GMT", "cache-control": "max-age=3600"]) == hour)
        #expect(lifetime(["expires": "0"]) == 0)
        #expect(lifetime(["last-modified": "Sun, 06 Nov 1994 00:49:37 GMT"]) == hour)  // a tenth of 8 hours, rounded up
        #expect(lifetime(["last-modified": "Sun, 07 Nov 1993 08:49:37 GMT"]) == 7 * 24 * hour)
        #expect(lifetime([:]) == 24 * hour && lifetime(["etag": "\"1\""]) == 24 * hour)
        #expect(lifetime(["vary": "Accept"]) == 24 * hour && lifetime(["vary": "*"]) == 0)
    }

    @Test func aClockThatWasSetBackMakesNothingFresh() {
        let metadata = metadata(["cache-control": "max-age=60"], at: 1000)
        #expect(metadata.freshness(at: 1059) == .fresh && metadata.freshness(at: 999) == .stale)
    }

    // MARK: Stale, but shown

    @Test func staleWhileRevalidateIsServedAtOnceAndConfirmedBehind() async throws {
        serve("max-age=60, stale-while-revalidate=100")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(70)
        origin.gate.close()
        for _ in 0..<3 {
            let stale = try await bench.fetch()
            #expect(stale.isStale && stale.origin == .disk && stale.bytes.count == 100)
        }
        await origin.gate.untilStarted(2)
        #expect(origin.gate.calls.last?.priority == .speculative)
        origin.gate.open()
        await eventually { (try? await bench.fetch().isStale) == false }
        #expect(origin.requests.count == 2 && bench.refreshed.state.isEmpty)
    }

    @Test func aCheckThatFailsAndOneThatCannotBeMadeAreNoChange() async throws {
        serve("max-age=60, stale-while-revalidate=100")
        _ = try await bench.fetch()
        origin.change { $0.failure = failure(.unreachable(Message("no network"))) }
        for (pause, checks) in [(70, 1), (100, 2)] {
            bench.scratch.clock.pass(pause)
            #expect(try await bench.fetch().isStale)
            // The check before may not have ended yet.
            await eventually {
                _ = try? await bench.fetch()
                return origin.requests.count > checks
            }
        }
        #expect(bench.refreshed.state.isEmpty)
    }

    @Test func whatHasChangedBehindIsToldOnceItCanBeRead() async throws {
        serve("max-age=60, stale-while-revalidate=100")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(70)
        origin.change { state in
            state.body = [1, 2]
            state.headers["etag"] = "\"2\""
        }
        #expect(try await bench.fetch().bytes.count == 100)
        await bench.refreshed.until { !$0.isEmpty }
        #expect(bench.refreshed.state == [photoKey(1)])
        let fresh = try await bench.fetch()
        #expect(fresh.bytes.array == [1, 2] && !fresh.isStale && fresh.origin == .disk)
    }

    @Test func theSameBytesUnderANewTagAreNoChange() async throws {
        serve("max-age=60, stale-while-revalidate=100")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(70)
        origin.change { $0.headers["etag"] = "\"2\"" }
        #expect(try await bench.fetch().isStale)
        await eventually { (try? await bench.fetch().isStale) == false }
        #expect(bench.refreshed.state.isEmpty && origin.bytesSent == 200)
    }

    @Test func beyondItsTimeStaleWhileRevalidateWaitsForTheServer() async throws {
        serve("max-age=60, stale-while-revalidate=100")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(160)
        let confirmed = try await bench.fetch()
        #expect(!confirmed.isStale && confirmed.origin == .disk && origin.requests.count == 2)
    }

    @Test func fewPicturesAreConfirmedAtTheSameTimeAndEachOnce() async {
        let queue = RevalidationQueue(limit: 2)
        let gate = Gate(isOpen: false)
        for id in [1, 2, 3, 1, 3] {
            queue.add(photoKey(id)) {
                _ = try? await gate.pass(
                    Call(title: "\(id)", location: .remote("\(id)"), size: nil, priority: .visible))
                return nil
            }
        }
        await gate.untilStarted(2)
        gate.open()
        await gate.untilStarted(3)
        await gate.until { $0.running == 0 }
        #expect(gate.titles.sorted() == ["1", "2", "3"] && gate.most == 2)
        await eventually {
            queue.add(photoKey(1)) {
                _ = try? await gate.pass(Call(title: "again", location: .remote("1"), size: nil, priority: .visible))
                return nil
            }
            return gate.titles.contains("again")
        }
    }

    @Test func aRowOfConfirmationsThatIsFullTakesNoMore() async {
        let queue = RevalidationQueue(limit: 1)
        let gate = Gate(isOpen: false)
        func add(_ id: Int) {
            queue.add(photoKey(id)) {
                _ = try? await gate.pass(
                    Call(title: "\(id)", location: .remote("\(id)"), size: nil, priority: .visible))
                return nil
            }
        }
        add(0)
        await gate.untilStarted(1)
        for id in 1...1025 { add(id) }
        gate.open()
        await gate.untilStarted(1025)
        await gate.until { $0.running == 0 }
        #expect(!gate.titles.contains("1025") && gate.titles.contains("1024"))
    }

    @Test func offlineWhatIsThereIsServedHoweverOldItIs() async throws {
        serve("max-age=60")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(20 * 24 * hour)
        for reason in [LoadFailure.Reason.unreachable(Message("no network")), .timedOut(seconds: 15)] {
            origin.change { $0.failure = failure(reason) }
            let old = try await bench.fetch(await bench.restarted())
            #expect(old.isStale && old.origin == .disk && old.bytes.count == 100)
        }
    }

    @Test func offlineWhatTheServerForbidsToShowUnaskedIsNotShown() async throws {
        for control in ["max-age=1, must-revalidate", "no-cache"] {
            origin.change { $0.failure = nil }
            serve(control, ["etag": "\"\(control)\""])
            _ = try await bench.fetch()
            bench.scratch.clock.pass(2)
            origin.change { $0.failure = failure(.unreachable(Message("no network"))) }
            await #expect(throws: failure(.unreachable(Message("no network")))) { try await bench.fetch() }
        }
    }

    @Test func anErrorOfTheServerIsCoveredByStaleIfErrorForAsLongAsItSays() async throws {
        serve("max-age=60, stale-if-error=100")
        _ = try await bench.fetch()
        origin.change { $0.fixed = TransferAnswer(head: TransferHead(status: 503), body: EncodedBytes([])) }
        bench.scratch.clock.pass(159)
        #expect(try await bench.fetch().isStale)
        bench.scratch.clock.pass(1)
        await #expect(throws: LoadFailure.self) { try await bench.fetch() }
        origin.change { $0.fixed = nil }
        #expect(try await bench.fetch().origin == .disk)
    }

    @Test func aPhotoThatIsGoneIsForgotten() async throws {
        serve("max-age=60, stale-if-error=1000")
        _ = try await bench.fetch()
        bench.scratch.clock.pass(60)
        origin.change { $0.fixed = TransferAnswer(head: TransferHead(status: 410), body: EncodedBytes([])) }
        await #expect(throws: LoadFailure.self) { try await bench.fetch() }
        await bench.disk?.flush()
        #expect(bench.scratch.files.isEmpty)
    }
}
