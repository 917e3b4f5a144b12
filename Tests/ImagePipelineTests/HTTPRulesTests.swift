// What header fields mean: dates, Cache-Control, statuses, and what a 206 says about itself.
import Photos
import Testing

@testable import ImagePipeline

@Suite struct HTTPRulesTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Sat, 21 Nov 2026 10:33:06 GMT", 1_795_257_186),
    ])
    func aDateIsReadInEachOfItsThreeForms(text: String, seconds: Int) {
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "yesterday", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Xxx 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }

    @Test func directivesAreReadWhateverTheirCaseOrderAndQuotation() {
        let control = CacheControl(
            "Public, MAX-AGE=\"60\" , no-cache=\"a, no-store\",stale-while-revalidate=5, stale-if-error=7")
        #expect(control.maxAge == 60 && control.noCache && !control.noStore && !control.mustRevalidate)
        #expect(control.staleWhileRevalidate == 5 && control.staleIfError == 7)
        #expect(CacheControl("no-store, must-revalidate").noStore && CacheControl("must-revalidate").mustRevalidate)
    }

    @Test func anUnreadableAgeIsNoAgeAndTheFirstOfTwoCounts() {
        #expect(CacheControl("max-age=soon").maxAge == 0 && CacheControl("max-age=-5").maxAge == 0)
        #expect(CacheControl("max-age=1, max-age=2").maxAge == 1)
        #expect(CacheControl("max-age=99999999999999999999").maxAge == 1 << 31)
        #expect(CacheControl(nil).maxAge == nil && CacheControl(", ,=,").maxAge == nil)
    }

    @Test func aStatusThatIsNoSuccessIsAFailureThatSaysHowLongToWait() {
        func failure(_ status: Int, _ wait: String? = nil) -> LoadFailure.Reason? {
            TransferHead(status: status, headers: wait.map { ["retry-after": $0] } ?? [:]).failure(now: 784_111_770)
        }
        #expect(failure(200) == nil && failure(206) == nil)
        #expect(
            failure(404) == .httpStatus(404) && failure(500) == .httpStatus(500) && failure(304) == .httpStatus(304))
        #expect(
            failure(403) == .slowDown(retryAfterSeconds: nil) && failure(429, "9") == .slowDown(retryAfterSeconds: 9))
        #expect(failure(503) == .httpStatus(503) && failure(503, "0") == .slowDown(retryAfterSeconds: 0))
        #expect(failure(503, "Sun, 06 Nov 1994 08:49:37 GMT") == .slowDown(retryAfterSeconds: 7))
        #expect(failure(429, "Sun, 06 Nov 1994 08:00:00 GMT") == .slowDown(retryAfterSeconds: 0))
        #expect(failure(503, "soon") == .httpStatus(503))
    }

    @Test func onlyATypeThatCannotBeAPicturesIsForeign() {
        func foreign(_ type: String?) -> String? {
            TransferHead(status: 200, headers: type.map { ["content-type": $0] } ?? [:]).foreignType
        }
        for type in [nil, "", "image/jpeg", "IMAGE/PNG; q=1", "application/octet-stream"] {
            #expect(foreign(type) == nil)
        }
        #expect(foreign("text/html; charset=utf-8") == "text/html" && foreign("Application/JSON") == "application/json")
    }

    @Test func onlyAStrongValidatorMakesAnAnswerResumable() {
        func head(_ headers: [String: String]) -> TransferHead { TransferHead(status: 200, headers: headers) }
        let (early, late) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT")
        #expect(head(["etag": "\"a\""]).rangeValidator == "\"a\"" && head(["etag": "\"a\""]).isResumable)
        #expect(head(["etag": "W/\"a\"", "last-modified": early, "date": late]).rangeValidator == nil)
        #expect(head(["last-modified": early, "date": late]).rangeValidator == early)
        #expect(head(["last-modified": early, "date": early]).rangeValidator == nil)
        #expect(head(["last-modified": early]).rangeValidator == nil && !head([:]).isResumable)
        for veto in [("content-encoding", "gzip"), ("accept-ranges", "none"), ("cache-control", "no-store")] {
            #expect(!head(["etag": "\"a\"", veto.0: veto.1]).isResumable)
        }
        #expect(!TransferHead(status: 404, headers: ["etag": "\"a\""]).isResumable)
    }

    @Test func aContentRangeIsReadOrRefused() {
        func range(_ field: String) -> (first: Int, last: Int, total: Int?)? {
            TransferHead(status: 206, headers: ["content-range": field]).contentRange
        }
        #expect(range("bytes 5-9/10").map { $0.first == 5 && $0.last == 9 && $0.total == 10 } == true)
        #expect(range("Bytes 0-0/*").map { $0.last == 0 && $0.total == nil } == true)
        for bad in ["bytes */10", "bytes 9-5/10", "bytes 5-10/10", "items 0-1/2", "bytes -1-2/3", "bytes 1-2", ""] {
            #expect(range(bad) == nil)
        }
    }

    @Test func aCancelledTransferRunsToItsEndOnlyWhenLittleIsLeftAndItFlows() {
        let rule = CancelledTransfer()
        func runs(_ left: Int?, after silence: Duration = .zero, isMultiplexed: Bool = false) -> Bool {
            rule.runsToItsEnd(left: left, silence: silence, isMultiplexed: isMultiplexed)
        }
        #expect(runs(0) && runs(32 << 10) && !runs((32 << 10) + 1))
        #expect(!runs(nil) && !runs(1, isMultiplexed: true))
        #expect(runs(1, after: .milliseconds(50)) && !runs(1, after: .milliseconds(51)))
    }
}
