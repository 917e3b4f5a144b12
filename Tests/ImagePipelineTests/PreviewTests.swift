// Previews: from the beginning of a visible file, or from what a body has so far; never after the picture.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct PreviewTests {
    private let bytes = ReportingByteLoader()
    private let decoder = PreviewingDecoder()
    private let processor = ScriptedProcessor()

    private func bench(decodeLimit: Int = 4, previewLimit: Int = 2) -> TestLoader {
        ImageLoader(
            bytes: bytes, decoder: decoder, processor: processor, memory: TestCache(budget: 1 << 20),
            configuration: .init(decodeLimit: decodeLimit, previewLimit: previewLimit))
    }

    @Test func aVisibleFileIsPreviewedFromItsBeginningWhileItIsRead() async throws {
        let loader = bench()
        let task = loader.sole(fileRequest(1))
        let preview = await task.delivery(0)?.preview
        #expect(preview != nil && loader.memory.count == 0 && bytes.probe.state.prefixes == 1)
        await bytes.finish()
        #expect(await task.delivery(1)?.final !== preview)
        #expect(await task.deliveries.count == 2)
        #expect(loader.counters.previews == 1)
    }

    @Test func aPreviewThatIsReadyOnlyAfterThePictureIsNotDelivered() async throws {
        decoder.previews.close()
        decoder.noticesCancel.change { $0 = false }
        let loader = bench()
        let session = loader.makeSession {}
        await want([fileRequest(1)], .visible, session, loader)
        await decoder.previews.untilStarted(1)
        await bytes.finish()
        await eventually { session.pendingDeliveries == 1 }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final])
        // The same picture is under way again, for which the late preview is none either.
        loader.memory.remove(fileRequest(1).key)
        await want([], .visible, session, loader)
        await want([fileRequest(1)], .visible, session, loader)
        await decoder.previews.untilStarted(2)
        decoder.previews.release("photo 1")
        await eventually { await loader.inventory.previews == 1 }
        #expect(session.pendingDeliveries == 0 && loader.counters.previews == 0)
        decoder.previews.release("photo 1")
        await eventually { await loader.inventory.previews == 0 }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.preview])
        await bytes.finish()
    }

    @Test func whatNobodySeesIsNotPreviewedUntilItIsSeen() async throws {
        let loader = bench()
        let session = loader.makeSession {}
        await want([fileRequest(1)], .ahead, session, loader)
        await bytes.untilStarted(1)
        #expect(bytes.probe.state.prefixes == 0)
        await want([fileRequest(1)], .visible, session, loader)
        await eventually { session.pendingDeliveries == 1 }
        await want([fileRequest(1)], .ahead, session, loader)
        await want([fileRequest(1)], .visible, session, loader)
        await bytes.finish()
        await eventually { await loader.isIdle }
        #expect(bytes.probe.state.prefixes == 1)
    }

    @Test func aSessionIsShownThePreviewAndThenThePicture() async throws {
        let loader = bench()
        let session = loader.makeSession {}
        await want([fileRequest(1)], .visible, session, loader)
        await eventually { session.pendingDeliveries == 1 }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.preview])
        await bytes.finish()
        await eventually { await loader.isIdle }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final])
    }

    @Test func thePictureReplacesAPreviewThatWasNotTaken() async throws {
        let loader = bench()
        let session = loader.makeSession {}
        await want([fileRequest(1)], .visible, session, loader)
        await eventually { session.pendingDeliveries == 1 }
        await bytes.finish()
        await eventually { await loader.isIdle }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final])
    }

    @Test func aPreviewPassesThroughTheSteps() async throws {
        let loader = bench()
        let request = ImageRequest(fileRequest(1), processors: [.dimmed])
        let task = loader.sole(request)
        #expect(await task.delivery(0)?.preview?.title == "preview of 1 bytes \(Processor.dimmed)")
        #expect(decoder.previews.calls.count == 1)
        await bytes.finish()
        #expect(await task.delivery(1)?.final?.title == "photo 1 \(Processor.dimmed)")
    }

    @Test func aPreviewThatFailsIsNone() async throws {
        decoder.fails.change { $0 = true }
        let loader = bench()
        let task = loader.sole(fileRequest(1))
        await decoder.previews.untilStarted(1)
        await eventually { await loader.inventory.previews == 0 }
        await bytes.finish()
        #expect(await task.deliveries.map { $0.final != nil } == [true])
        #expect(loader.counters.previews == 0 && loader.counters.failures == 0)
    }

    @Test func thePictureEndsThePreviewThatIsStillBeingMade() async throws {
        decoder.previews.close()
        let loader = bench()
        let task = loader.sole(fileRequest(1))
        await decoder.previews.untilStarted(1)
        await bytes.finish()
        _ = try await task.image
        await decoder.previews.until { $0.calls.map(\.status) == [.cancelled] }
        #expect(await task.deliveries.map { $0.final != nil } == [true])
        await eventually { await loader.isWithoutTrace }
    }

    @Test func aFailureEndsThePreviewsThatAreMadeAndThatWait() async throws {
        decoder.previews.close()
        let loader = bench(previewLimit: 1)
        let tasks = [1, 2].map { loader.sole(fileRequest($0)) }
        await bytes.untilStarted(2)
        await decoder.previews.untilStarted(1)
        for _ in 0..<2 { bytes.end(throwing: failure(.notFound)) }
        for task in tasks { await #expect(throws: failure(.notFound)) { try await task.image } }
        await decoder.previews.until { $0.calls.map(\.status) == [.cancelled] }
        await eventually { await loader.isWithoutTrace }
        #expect(decoder.previews.calls.count == 1)
    }

    @Test func aGrowingBodyIsLookedAtWhenItHasDoubled() {
        var looks = PreviewLooks()
        let chunks = (1...400).map { $0 * 8 << 10 }
        let taken = chunks.filter { looks.take(at: .init(received: $0)) }
        #expect(taken == [16, 32, 64, 128, 256, 512].map { $0 << 10 })
        var whole = PreviewLooks()
        let atEnd = whole.take(at: .init(received: 20 << 10, total: 20 << 10))
        #expect(!atEnd)
    }

    @Test func sixteenChunksAreAtMostSixPreviews() async throws {
        let loader = bench()
        let task = loader.sole(sampleRequest(1))
        for chunk in 1...16 { await bytes.report(chunk * 16 << 10, of: 1 << 20) }
        await eventually {
            let inventory = await loader.inventory
            return !inventory.hasUnreadBodies && inventory.previews == 0
        }
        await bytes.finish()
        _ = try await task.image
        #expect((1...6).contains(decoder.previews.calls.count))
    }

    @Test func oneLookIsMadeAtATimeAndTheNewestBytesWin() async throws {
        decoder.previews.close()
        let loader = bench()
        let task = loader.sole(sampleRequest(1))
        for size in [16, 32, 64, 128] {
            await bytes.report(size << 10, of: 1 << 20)
            await eventually { await !loader.inventory.hasUnreadBodies }
        }
        // The first look may begin after the bytes were taken for it.
        await eventually { decoder.previews.calls.count == 1 }
        #expect(decoder.previews.most == 1)
        decoder.previews.open()
        await eventually { loader.counters.previews == 2 }
        await bytes.finish()
        let previews = await task.deliveries.compactMap { $0.preview?.title }
        #expect(previews == ["preview of 16384 bytes", "preview of 131072 bytes"])
        #expect(loader.memory.count == 1)
    }

    @Test func bytesThatComeInEndTheWaitForTheBeginningOfTheirFile() async throws {
        bytes.beginnings.close()
        let loader = bench()
        let task = loader.sole(shareRequest(1))
        await bytes.beginnings.untilStarted(1)
        await bytes.report(64 << 10, of: 1 << 20)
        #expect(await task.delivery(0)?.preview?.title == "preview of 65536 bytes")
        #expect(bytes.beginnings.calls.map(\.status) == [.cancelled])
        await bytes.finish()
        _ = try await task.image
        await eventually { await loader.isWithoutTrace }
    }

    @Test func everyLookIsToldWhatTheLastPreviewWasMadeOf() async throws {
        let loader = bench()
        let task = loader.sole(sampleRequest(1))
        for (look, size) in [16, 32, 64].enumerated() {
            await bytes.report(size << 10, of: 1 << 20)
            await eventually { loader.counters.previews == look + 1 }
        }
        #expect(decoder.asked.state == [nil, .scans(16 << 10), .scans(32 << 10)])
        await bytes.finish()
        _ = try await task.image
    }

    @Test func withDecodesBlockedOnePreviewAndTheFinalAreUnderWay() async throws {
        decoder.gate.close()
        let loader = bench(decodeLimit: 1)
        let task = loader.sole(sampleRequest(1))
        for size in [16, 32, 64] { await bytes.report(size << 10, of: 1 << 20) }
        await bytes.finish()
        await decoder.gate.untilStarted(1)
        #expect(decoder.previews.most <= 1)
        decoder.gate.open()
        _ = try await task.image
    }

    private func want(
        _ requests: [ImageRequest], _ priority: LoadPriority, _ session: TestSession, _ loader: TestLoader
    ) async {
        session.want(requests.map { WantedImage(request: $0, priority: priority) })
        await loader.attend(to: session)
    }
}

/// Tells previews from pictures, each behind its gate.
final class PreviewingDecoder: PixelDecoder {
    let gate = Gate(isOpen: true)
    let previews = Gate(isOpen: true)
    let fails = Probe(false)
    /// What was shown when each preview was asked for.
    let asked = Probe<[PreviewDetail?]>([])
    /// Previews that end when they are cancelled.
    let noticesCancel = Probe(true)

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> TestImage {
        _ = try await gate.pass(Call(title: request.title, location: request.location, size: nil, priority: priority))
        return TestImage(size: request.key.size, title: request.title)
    }

    func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<TestImage>? {
        asked.change { $0.append(shown) }
        let call = Call(title: request.title, location: request.location, size: nil, priority: priority)
        if noticesCancel.state {
            _ = try await previews.pass(call)
        } else {
            _ = try await Task.detached { [previews] in try await previews.pass(call) }.value
        }
        if fails.state {
            throw LoadFailure(stage: .decode, culprit: request.title, reason: .corrupt(Message("as scripted")))
        }
        let image = TestImage(title: "preview of \(bytes.count) bytes")
        return Preview(image: image, detail: .scans(bytes.count))
    }
}
