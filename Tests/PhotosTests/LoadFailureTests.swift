// What failures say and whether trying again can help.
import Photos
import Testing

@Suite struct LoadFailureTests {
    private static let transient: [LoadFailure.Reason] = [
        .unreachable(Message("no route")), .timedOut(seconds: 15), .httpStatus(500), .httpStatus(503), .httpStatus(408),
        .slowDown(retryAfterSeconds: 3), .slowDown(retryAfterSeconds: nil), .notSignedIn, .otherHostKey,
    ]
    private static let final: [LoadFailure.Reason] = [
        .httpStatus(404), .httpStatus(410), .httpStatus(401), .notAnImage(found: Message("text/html")), .empty,
        .tooManyPixels(PixelSize(square: 30_000), limit: 200_000_000), .tooManyBytes(limit: 64 << 20),
        .unsupportedFormat("HEIC"), .corrupt(Message("bad marker")), .notFound,
        .unreadable(Message("permission denied")),
        .malformedListing(Message("no array")), .noServiceAddress(Message("it names no host")), .unknownStep("blur"),
        .networkIsOff, .shutDown,
    ]
    private static let all = transient + final + [.truncated]

    private func failure(_ reason: LoadFailure.Reason, _ stage: LoadFailure.Stage = .fetch) -> LoadFailure {
        LoadFailure(stage: stage, culprit: "Ada Lovelace", reason: reason)
    }

    @Test(arguments: transient) func whatPassesByItselfIsTransient(reason: LoadFailure.Reason) {
        #expect(failure(reason).isTransient)
    }

    @Test(arguments: final) func whatStaysAsItIsIsFinal(reason: LoadFailure.Reason) {
        #expect(!failure(reason).isTransient)
    }

    @Test func aCutTransferIsTransientAndACutFileIsFinal() {
        #expect(failure(.truncated, .fetch).isTransient)
        #expect(!failure(.truncated, .decode).isTransient)
    }

    @Test func onlyWhatThisProgramLacksForThePhotoIsNotWorthAnotherTry() {
        let lacking: [LoadFailure.Reason] = [
            .unsupportedFormat("HEIC"), .unsupportedKind(Message("BigTIFF")),
            .tooManyPixels(PixelSize(square: 30_000), limit: 200_000_000),
            .sideTooLong(PixelSize(square: 70_000), limit: 65_535),
            .tooManyBytes(limit: 64 << 20),
        ]
        #expect(lacking.allSatisfy { failure($0, .decode).isHopeless })
        for reason in Self.all where !lacking.contains(reason) { #expect(!failure(reason).isHopeless, "\(reason)") }
    }

    @Test(arguments: all) func everyDescriptionNamesTheCulpritInOneSentenceOrTwo(reason: LoadFailure.Reason) {
        let description = failure(reason).description
        #expect(description.contains("Ada Lovelace"))
        #expect(description.hasSuffix("."))
    }

    @Test func whoWasNotSignedInIsNotSentToTheConnection() {
        #expect(failure(.unreachable(Message("no route"))).description.contains("Check the connection"))
        for reason in [.notSignedIn, .otherHostKey] as [LoadFailure.Reason] {
            #expect(!failure(reason).description.contains("connection"))
        }
    }

    @Test(arguments: all) func everyLabelFitsOnATile(reason: LoadFailure.Reason) {
        let label = failure(reason).label.description
        #expect(!label.isEmpty && label.count <= 24)
    }

    @Test func descriptionsCarryTheFigures() {
        #expect(failure(.timedOut(seconds: 15)).description.contains("15 seconds"))
        #expect(failure(.httpStatus(418)).description.contains("418"))
        #expect(failure(.slowDown(retryAfterSeconds: 7)).description.contains("7 seconds"))
        #expect(
            failure(.tooManyPixels(PixelSize(square: 30_000), limit: 200_000_000)).description.contains(
                "200 megapixels"))
        #expect(failure(.tooManyBytes(limit: 64 << 20)).description.contains("64 MB"))
        #expect(failure(.unsupportedFormat("HEIC")).description.contains("HEIC"))
    }
}
