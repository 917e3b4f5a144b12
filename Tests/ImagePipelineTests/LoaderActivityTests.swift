// What the loader says of itself while it works.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct LoaderActivityTests {
    @Test func runningFetchesAreCountedByHowUrgentTheyAreNow() async {
        // Room beside visible fetches, which leave others a quarter.
        let bench = TestBed(bytes: PartialByteLoader(length: 100), fetchLimit: 40, hostLimit: 40)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1, 2, 3], .visible) + wanted([4], .ahead) + wanted([5, 6], .behind), session)
        await bench.bytes.until { $0.calls.count == 6 }
        var activity = await bench.loader.activity
        #expect(activity.fetches == [.visible: 3, .ahead: 1, .behind: 2])
        #expect(activity.endingFetches == 0 && activity.decodes == 0)
        await bench.want(wanted([1, 2], .behind) + wanted([4, 5], .visible) + wanted([3, 6], .behind), session)
        activity = await bench.loader.activity
        #expect(activity.fetches == [.visible: 2, .behind: 4])
        for id in 1...6 { bench.bytes.sendAll("photo \(id)") }
        await bench.untilIdle()
        #expect(await bench.loader.activity == LoaderActivity())
    }

    @Test func aFetchThatWasGivenUpHoldsItsSlotUntilItHasEnded() async {
        let bench = TestBed(bytes: PartialByteLoader(length: 100))
        bench.bytes.probe.change { $0.noticesCancel = false }
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1, 2], .visible), session)
        await bench.bytes.until { $0.calls.count == 2 }
        await bench.want(wanted([1], .visible), session)
        let activity = await bench.loader.activity
        #expect(activity.fetches == [.visible: 1] && activity.endingFetches == 1)
        bench.bytes.sendAll("photo 1", "photo 2")
        await bench.untilIdle()
        #expect(await bench.loader.activity == LoaderActivity())
    }

    @Test func aDecodeIsCountedWhileItHoldsItsSlot() async throws {
        let bench = TestBed(decoder: ScriptedDecoder(isOpen: false), decodeLimit: 2)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1, 2, 3], .visible), session)
        await bench.decoder.gate.untilStarted(2)
        #expect(await bench.loader.activity.decodes == 2)
        bench.decoder.gate.open()
        await bench.untilIdle()
        #expect(await bench.loader.activity.decodes == 0)
    }
}
