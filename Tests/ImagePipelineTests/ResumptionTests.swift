// How a transfer that was cut short goes on: what is kept of it, what is asked for, and which answers are taken for the
// rest.
import FoundationEssentials
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ResumptionTests {
    private let bench = RemoteBench()
    private let origin: ScriptedOrigin

    init() { origin = bench.origin }

    @Test func aTransferThatIsLeftAtFourFifthsComesBackAfterARestartForTheLastFifth() async throws {
        bench.cut(after: 80)
        await #expect(throws: CancellationError.self) { try await bench.fetch() }
        bench.cut(after: nil)
        let whole = try await bench.fetch(await bench.restarted())
        #expect(whole.bytes.array == Array(0..<100) && origin.bytesSent == 100)
        #expect(origin.requests.last?.headers == ["Range": "bytes=80-", "If-Range": "\"1\""])
        #expect(origin.requests.last?.offset == 80)
    }

    @Test func aLostConnectionResumesToo() async throws {
        for cause in [LoadFailure.Reason.truncated, .unreachable(Message("reset"))] {
            let bench = RemoteBench()
            bench.cut(after: 30, cause: failure(cause))
            await #expect(throws: failure(cause)) { try await bench.fetch() }
            bench.cut(after: nil)
            #expect(try await bench.fetch().bytes.array == Array(0..<100))
            #expect(bench.origin.bytesSent == 100)
        }
    }

    @Test func aTransferResumesAsOftenAsItIsCut() async throws {
        for _ in 0..<4 {
            bench.cut(after: 20)
            await #expect(throws: CancellationError.self) { try await bench.fetch(await bench.restarted()) }
        }
        bench.cut(after: nil)
        #expect(try await bench.fetch(await bench.restarted()).bytes.array == Array(0..<100))
        #expect(origin.bytesSent == 100 && origin.requests.map(\.offset) == [0, 20, 40, 60, 80])
    }

    @Test func aCompletedResumeLeavesNothingButThePhoto() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        await bench.disk?.flush()
        #expect(bench.scratch.files.map { $0.hasSuffix(".part3") } == [true])
        bench.cut(after: nil)
        _ = try await bench.fetch()
        await bench.disk?.flush()
        #expect(bench.scratch.files.map { $0.hasSuffix(".photo3") } == [true])
    }

    @Test func whatIsCancelledBeforeAnyAnswerKeepsWhatWasThere() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        origin.change { $0.failure = CancellationError() }
        await #expect(throws: CancellationError.self) { try await bench.fetch() }
        origin.change { $0.failure = failure(.unreachable(Message("down"))) }
        await #expect(throws: LoadFailure.self) { try await bench.fetch() }
        origin.change { state in (state.failure, state.cut) = (nil, nil) }
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(origin.bytesSent == 100)
    }

    @Test func progressGoesOnFromWhatIsKeptAndShowsTheBodyFromItsStart() async throws {
        final class Heard: Sendable {
            let reports = Probe<[FetchTicket.Progress]>([])
            let bodies = Probe<[[UInt8]]>([])
        }
        func listen(_ heard: Heard) -> FetchTicket {
            FetchTicket(title: "photo 1", priority: .visible) { progress, body in
                let bytes = body?().array
                heard.reports.change { $0.append(progress) }
                heard.bodies.change { if let bytes { $0.append(bytes) } }
            }
        }
        let (first, second) = (Heard(), Heard())
        bench.cut(after: 60)
        _ = try? await bench.fetch(ticket: listen(first))
        #expect(first.reports.state.map(\.received) == [0, 60])
        #expect(first.reports.state.first?.isResumable == true)  // told with the head, before any of the body
        bench.cut(after: 25)
        _ = try? await bench.fetch(ticket: listen(second))
        #expect(second.reports.state.map(\.received) == [60, 85] && second.reports.state.map(\.total) == [100, 100])
        #expect(second.bodies.state == [Array(0..<85)])
    }

    @Test func aServerThatStartsOverIsShownFromTheStartAgain() async throws {
        bench.cut(after: 60)
        _ = try? await bench.fetch()
        origin.change { $0.sendsRanges = false }
        bench.cut(after: nil)
        let bodies = Probe<[[UInt8]]>([])
        let ticket = FetchTicket(title: "photo 1", priority: .visible) { _, body in
            let bytes = body?().array
            bodies.change { if let bytes { $0.append(bytes) } }
        }
        #expect(try await bench.fetch(ticket: ticket).bytes.array == Array(0..<100))
        #expect(bodies.state == [Array(0..<100)] && origin.bytesSent == 160)
    }

    @Test func thePriorityReachesAResumedTransfer() async throws {
        bench.cut(after: 60)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.gate.close()
        let ticket = FetchTicket(title: "photo 1", priority: .behind)
        let task = Task { try await bench.fetch(ticket: ticket) }
        await origin.gate.untilStarted(2)
        #expect(origin.gate.calls.last?.priority == .behind)
        ticket.setPriority(.visible)
        #expect(origin.tickets.state.last?.priority == .visible)
        origin.gate.open()
        _ = try await task.value
    }

    @Test func aPhotoThatChangedMeanwhileIsFetchedWhole() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.change { state in
            state.body = Array(100..<200)
            state.headers["etag"] = "\"2\""
        }
        #expect(try await bench.fetch().bytes.array == Array(100..<200))
        #expect(origin.requests.count == 2)
    }

    @Test func aRangeThatDoesNotFitStartsOver() async throws {
        for (range, tag) in [
            ("bytes 70-99/100", "\"1\""), ("bytes 80-98/100", "\"1\""), ("bytes 80-99/101", "\"1\""),
            ("bytes 80-99/100", "\"2\""), ("bytes 80-99/*x", "\"1\""),
        ] {
            let bench = RemoteBench()
            bench.cut(after: 80)
            _ = try? await bench.fetch()
            bench.cut(after: nil)
            let wrong = TransferAnswer(
                head: TransferHead(status: 206, headers: ["content-range": range, "etag": tag]),
                body: EncodedBytes(Array(80..<100)))
            bench.origin.change { $0.ranged = wrong }
            #expect(try await bench.fetch().bytes.array == Array(0..<100), "\(range) \(tag)")
            #expect(bench.origin.requests.map(\.offset) == [0, 80, 0], "\(range) \(tag)")
        }
    }

    /// Eighty bytes of a hundred are kept; each of these answers is wrong in one way only.
    @Test(arguments: [
        ("bytes 79-99/100", ["etag": "\"1\""], 21),  // begins elsewhere
        ("bytes 80-99/100", ["etag": "\"1\""], 19),  // a byte less than it says
        ("bytes 80-99/100", ["etag": "\"1\""], 21),  // a byte more
        ("bytes 80-98/100", ["etag": "\"1\""], 19),  // ends early
        ("bytes 80-100/101", ["etag": "\"1\""], 21),  // is of a longer whole
        ("bytes 80-98/99", ["etag": "\"1\""], 19),  // is of a shorter one
        ("bytes 80-99/100", ["etag": "\"2\""], 20),  // is of another version
        ("bytes 80-99/100", ["last-modified": "Sun, 06 Nov 1994 08:49:38 GMT"], 20),  // changed at another time
    ])
    func aRestThatIsWrongInOneWayAloneStartsOver(range: String, validator: [String: String], length: Int) async throws {
        let headers = ["etag": "\"1\"", "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
        let bench = RemoteBench(ScriptedOrigin(Array(0..<100), headers))
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        let body = (0..<length).map { UInt8(100 - length + $0) }
        let wrong = TransferAnswer(
            head: TransferHead(status: 206, headers: validator.merging(["content-range": range]) { $1 }),
            body: EncodedBytes(body))
        bench.origin.change { $0.ranged = wrong }
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(bench.origin.requests.map(\.offset) == [0, 80, 0])
    }

    @Test func aRestOfUnstatedTotalCompletesWhatIsKnown() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        let rest = TransferAnswer(
            head: TransferHead(status: 206, headers: ["content-range": "bytes 80-99/*"]),
            body: EncodedBytes(Array(80..<100)))
        origin.change { $0.ranged = rest }
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(origin.requests.map(\.offset) == [0, 80])
    }

    @Test func whatIsKeptAndItsRestTogetherAreHeldToTheLimit() async throws {
        for (range, length) in [("bytes 80-89/90", 10), ("bytes 80-83/100", 4), ("bytes 80-100/*", 21)] {
            let bench = RemoteBench(byteLimit: 89)
            bench.cut(after: 80)
            _ = try? await bench.fetch()
            bench.cut(after: nil)
            let rest = TransferAnswer(
                head: TransferHead(status: 206, headers: ["content-range": range, "etag": "\"1\""]),
                body: EncodedBytes(Array(repeating: 0, count: length)))
            bench.origin.change { $0.ranged = rest }
            await #expect(throws: LoadFailure(stage: .fetch, culprit: "photo 1", reason: .tooManyBytes(limit: 89))) {
                try await bench.fetch()
            }
            await bench.disk?.flush()
            #expect(bench.scratch.files.isEmpty)
            #expect(bench.origin.requests.map(\.byteLimit) == [89, 89])
        }
    }

    @Test func aRestThatIsCutShortBeyondTheLimitIsNotKept() async throws {
        let bench = RemoteBench(byteLimit: 89)
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: 15)
        _ = try? await bench.fetch()
        await bench.disk?.flush()
        #expect(bench.scratch.files.isEmpty)
    }

    @Test func theLimitOfABodyLeavesOutWhatIsKeptOnlyWhenItGoesOn() {
        let request = TransferRequest(url: "http://h/", byteLimit: 100, offset: 80)
        #expect(request.bodyLimit(status: 206) == 20 && request.bodyLimit(status: 200) == 100)
        #expect(TransferRequest(url: "http://h/", byteLimit: 100, offset: 120).bodyLimit(status: 206) == 0)
        #expect(TransferRequest(url: "http://h/", byteLimit: 100, offset: .min).bodyLimit(status: 206) == 100)
    }

    @Test(arguments: [
        "-1", "-9223372036854775808", "+5", "5, 5", "99999999999999999999", "9223372036854775807", "0x10", "",
    ])
    func aLengthThatIsNoneIsNotKept(length: String) async throws {
        let head = TransferHead(status: 200, headers: ["content-length": length, "etag": "\"1\""])
        #expect(head.totalLength == nil)
        origin.change { $0.fixed = TransferAnswer(head: head, body: EncodedBytes(Array(0..<40))) }
        bench.cut(after: 41)
        await #expect(throws: CancellationError.self) { try await bench.fetch() }
        await bench.disk?.flush()
        #expect(bench.scratch.files.map { $0.hasSuffix(".part3") } == [true])
    }

    @Test func aRangeBeyondTheEndStartsOver() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.change { $0.body = Array(0..<50) }
        #expect(try await bench.fetch().bytes.array == Array(0..<50))
        #expect(origin.requests.map(\.offset) == [0, 80, 0])
    }

    @Test func withoutAStrongValidatorNothingIsKept() async throws {
        let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
        let weak = [
            ["etag": "W/\"1\""], [:], ["last-modified": modified], ["etag": "\"1\"", "cache-control": "no-store"],
        ]
        for headers in weak {
            let bench = RemoteBench(ScriptedOrigin(Array(0..<100), headers))
            bench.cut(after: 80)
            _ = try? await bench.fetch()
            await bench.disk?.flush()
            #expect(bench.scratch.files.isEmpty)
        }
        let dated = ["last-modified": modified, "date": "Sun, 06 Nov 1994 08:49:39 GMT"]
        let bench = RemoteBench(ScriptedOrigin(Array(0..<100), dated))
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        #expect(try await bench.fetch().bytes.count == 100)
        #expect(bench.origin.requests.last?.headers["If-Range"] == modified && bench.origin.bytesSent == 100)
    }

    @Test func theBeginningOfAnErrorPageIsNotKept() async throws {
        origin.change { $0.headers["content-type"] = "text/html" }
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        await bench.disk?.flush()
        #expect(bench.scratch.files.isEmpty)
    }

    @Test func aBodyShorterThanAnnouncedResumes() async throws {
        let head = TransferHead(status: 200, headers: ["content-length": "100", "etag": "\"1\""])
        origin.change { $0.fixed = TransferAnswer(head: head, body: EncodedBytes(Array(0..<40))) }
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "photo 1", reason: .truncated)) {
            try await bench.fetch()
        }
        origin.change { $0.fixed = nil }
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(origin.requests.last?.offset == 40)
    }

    @Test func withoutADiskBeginningsAreKeptInMemory() async throws {
        let bench = RemoteBench(hasDisk: false)
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(bench.origin.bytesSent == 100)
    }

    @Test(arguments: [true, false])
    func aTransferThatRanToItsEndAfterTheCancelIsNotFetchedAgain(hasDisk: Bool) async throws {
        let bench = RemoteBench(hasDisk: hasDisk)
        let ticket = FetchTicket(title: "photo 1", priority: .ahead) { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
        let whole = try await Task { try await bench.fetch(ticket: ticket) }.value
        #expect(whole.bytes.count == 100)
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        // Without a disk the last byte comes again, and confirms the others.
        #expect(bench.origin.bytesSent == (hasDisk ? 100 : 101))
    }

    @Test func theBeginningOfANewVersionIsResumedBesideTheStoredOldOne() async throws {
        origin.change { $0.headers["cache-control"] = "no-cache" }
        _ = try await bench.fetch()
        origin.change { state in
            state.body = Array(100..<200)
            state.headers["etag"] = "\"2\""
        }
        bench.cut(after: 80)
        await #expect(throws: CancellationError.self) { try await bench.fetch() }
        bench.cut(after: nil)
        #expect(try await bench.fetch().bytes.array == Array(100..<200))
        #expect(origin.bytesSent == 200)
        let last = ["If-None-Match": "\"1\"", "Range": "bytes=80-", "If-Range": "\"2\""]
        #expect(origin.requests.last?.headers == last)
    }

    @Test func aChangeThatWasTakenBackEndsTheBeginning() async throws {
        origin.change { $0.headers["cache-control"] = "no-cache" }
        _ = try await bench.fetch()
        origin.change { $0.headers["etag"] = "\"2\"" }
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.change { $0.headers["etag"] = "\"1\"" }
        #expect(try await bench.fetch().origin == .disk)
        await bench.disk?.flush()
        #expect(!bench.scratch.files.contains { $0.hasSuffix(".part3") })
    }
}
