// A region is a request like any other, but for what it leaves behind: nothing.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct RegionTests {
    private static func request(_ x: Int?, file: Bool = false) -> ImageRequest {
        let photo = Photo(id: PhotoID("1"), title: "photo 1")
        return ImageRequest(
            source: sampleSource, photo: photo, location: file ? .file("1") : .remote("http://test/1"),
            size: PixelSize(square: 10), fit: .fit,
            region: x.map { PictureRegion(of: PixelSize(square: 100), x: $0, y: 0, size: PixelSize(square: 10)) })
    }

    @Test func regionsOfOnePictureAreToldApartAndShareItsFetch() async throws {
        #expect(Set([nil, 0, 1].map { Self.request($0).key }).count == 3)
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let first = await bench.load(Self.request(0)), second = await bench.load(Self.request(1))
        let same = await bench.load(Self.request(1))
        bench.bytes.gate.open()
        let images = try await [first.value, second.value, same.value]
        #expect(images[0] !== images[1] && images[1] === images[2])
        #expect(bench.bytes.gate.calls.count == 1 && bench.decoder.gate.calls.count == 2)
    }

    @Test func aRegionIsNotKeptAndNothingThatIsKeptAnswersForIt() async throws {
        let bench = Bench(processor: ScriptedProcessor())
        _ = try await bench.load(Self.request(nil)).value
        #expect(bench.memory.count == 1)
        for _ in 0..<2 { _ = try await bench.load(Self.request(5)).value }
        #expect(bench.memory.count == 1 && bench.decoder.gate.calls.count == 3)
        await bench.untilIdle()
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func aPartDoesNotHaveItsPhotosColour() {
        let table = ColourTable()
        table.note(ColouredImage(AverageColour(red: 255, green: 0, blue: 0)), for: Self.request(0).key)
        #expect(table.colour(for: Self.request(nil).key) == nil)
    }

    @Test func nothingStandsInForARegion() async throws {
        let bytes = ReportingByteLoader()
        let loader = ImageLoader(bytes: bytes, decoder: PreviewingDecoder(), memory: TestCache(budget: 1 << 20))
        let task = loader.sole(Self.request(0, file: true))
        await bytes.finish()
        #expect(await task.delivery(0)?.final != nil)
        #expect(bytes.probe.state.prefixes == 0)
    }
}

private final class ColouredImage: DecodedImage {
    let size = PixelSize(square: 1)
    let cost = 4
    let averageColour: AverageColour?
    init(_ colour: AverageColour) { averageColour = colour }
}
