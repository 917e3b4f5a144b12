// The textual form of faults.
import Testing

@testable import SampleGallery

@Suite struct FaultSpecTests {
    @Test func everyItemIsUnderstood() throws {
        let faults = try Faults(
            spec: "latency=20, image:latency=80~40,image:drip=64k,shift=2,status=503/2@10,api:reset@#3,"
                + "image:type,truncate=100,truncate,length=+5,length=-5,loop,dead,rotate,validators,image:edition=3,"
                + "max-age=5,stale=60")
        #expect(
            faults.caching
                == Caching(hasValidators: true, edition: 3, control: "max-age=5, stale-while-revalidate=60"))
        #expect(try Faults(spec: "no-store").caching == Caching(control: "no-store"))
        #expect(faults.latency == [.api: .init(milliseconds: 20), .image: .init(milliseconds: 80, jitter: 40)])
        #expect(faults.bytesPerSecond == [.image: 65_536])
        #expect(faults.listShift == 2)
        #expect(
            faults.rules == [
                .init(.status(503, retryAfterSeconds: 2), .every(10)), .init(.reset, .once(3), host: .api),
                .init(.wrongType, host: .image), .init(.truncate(bytes: 100)), .init(.truncate(bytes: nil)),
                .init(.wrongLength(by: 5)), .init(.wrongLength(by: -5)), .init(.redirectLoop), .init(.deadRedirect),
                .init(.rotateSecret),
            ])
        #expect(try Faults(spec: "") == Faults())
    }

    @Test func hostileItemsAreUnderstood() throws {
        let faults = try Faults(
            spec: "scheme=ws@2,api:negative,image:endless,headers,chunks,overrun@#1,image:bomb=gif,author=5,sides="
                + "\(1 << 61),controls,objects=9")
        #expect(
            faults.rules == [
                .init(.redirectScheme("ws"), .every(2)), .init(.negativeLength, host: .api),
                .init(.endlessBody, host: .image),
                .init(.endlessHeaders), .init(.cutChunks), .init(.overrun, .once(1)),
                .init(.crafted(.gif), host: .image),
            ])
        #expect(
            faults.listing
                == ListingFaults(authorBytes: 5, side: 1 << 61, hasControlCharacters: true, emptyObjectBytes: 9))
    }

    @Test(arguments: [
        "nope", "latency", "latency=x", "latency=-1", "latency=5@3", "drip=0", "drip=", "status", "status=200",
        "status=503/x", "reset=1", "length=0", "length=x", "truncate=x", "reset@0", "reset@", "reset@#", "shift=x",
        "image:shift=1", "moon:reset", "=", "validators=1", "validators@2", "api:validators", "edition", "max-age=",
        "no-store=1", "stale=5", "max-age=-1", "scheme", "scheme=", "scheme=a:", "negative=1", "endless=k", "bomb",
        "bomb=tnt", "author", "author=-1", "image:sides=5", "sides=x", "controls=1", "objects=99999999999",
        "controls@2",
    ])
    func whatCannotBeUnderstoodIsNamed(spec: String) {
        #expect {
            try Faults(spec: spec)
        } throws: { error in
            (error as? FaultSpecError)?.description.contains(spec) == true
        }
    }

    @Test func rulesCountTheirOwnRequestsAndTheFirstWins() {
        let board = FaultSwitchboard(
            Faults(rules: [
                .init(.reset, .every(3)), .init(.wrongType, .once(3), host: .api), .init(.redirectLoop, .once(4)),
            ]))
        let api = (1...6).map { _ in board.verdict(for: .api).effect }
        #expect(api == [nil, nil, .reset, .redirectLoop, nil, .reset])
        #expect(board.verdict(for: .image).effect == nil)
        #expect(board.verdict(for: .image).effect == nil)
        #expect(board.verdict(for: .image).effect == .reset)
        board.faults = Faults()
        #expect(board.verdict(for: .api) == FaultSwitchboard.Verdict())
    }

    @Test func jitterStaysWithinItsBounds() {
        let board = FaultSwitchboard(Faults(latency: [.api: .init(milliseconds: 10, jitter: 5)]))
        let delays = Set((0..<200).map { _ in board.verdict(for: .api).delayMilliseconds })
        #expect(delays == Set(10...15))
        #expect(board.verdict(for: .image).delayMilliseconds == 0)
    }
}
