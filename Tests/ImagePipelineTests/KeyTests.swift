// Nothing that differs shares a key, and what is equal does.
import Photos
import Testing

@testable import ImagePipeline

@Suite struct KeyTests {
    private let base = ImageRequest(
        source: SourceID("s"), photo: Photo(id: PhotoID("p"), title: "t", version: "1"),
        location: .remote("http://t/1"),
        size: PixelSize(square: 10), fit: .fill)

    private func request(
        source: SourceID = SourceID("s"), photo: String = "p", version: String = "1",
        location: ImageLocation = .remote("http://t/1"), size: PixelSize = PixelSize(square: 10), fit: Fit = .fill,
        _ processors: [Processor] = []
    ) -> ImageRequest {
        ImageRequest(
            source: source, photo: Photo(id: PhotoID(photo), title: "t", version: version), location: location,
            size: size,
            fit: fit, processors: processors)
    }

    @Test func everyPartOfAPictureKeyTellsPicturesApart() {
        let others = [
            request(source: SourceID("s2")), request(photo: "p2"), request(version: "2"),
            request(size: PixelSize(width: 10, height: 11)), request(fit: .fit),
            request([.dimmed]), request([.blur(sigma: 1)]), request([.blur(sigma: 2)]),
            request([.dimmed, .blur(sigma: 1)]), request([.blur(sigma: 1), .dimmed]),
            request(source: SourceID("sp"), photo: ""), request(source: SourceID(""), photo: "sp"),
        ]
        #expect(Set(([base] + others).map(\.key)).count == others.count + 1)
        #expect(request().key == base.key && request().key.hashValue == base.key.hashValue)
    }

    @Test func theLocationIsPartOfTheFetchAndTheSizeIsNot() {
        #expect(FetchKey(request(size: PixelSize(square: 20))) == FetchKey(base))
        #expect(FetchKey(request([.dimmed])) == FetchKey(base))
        for other in [
            request(location: .remote("http://t/2")), request(location: .file("http://t/1")), request(version: "2"),
            request(photo: "p2"), request(source: SourceID("s2")),
        ] {
            #expect(FetchKey(other) != FetchKey(base))
        }
    }

    @Test func equalParametersAreEqualSteps() {
        #expect(Processor.tint(rgb: 0xff, amount: 3) == .tint(rgb: 0xff, amount: 3))
        #expect(Processor.tint(rgb: 0xff, amount: 3) != .tint(rgb: 0xff, amount: 4))
        #expect(Processor.resize(PixelSize(square: 3), .fit) != .resize(PixelSize(square: 3), .fill))
    }

    @Test func filesOnDiskTellThePartsOfAKeyApart() {
        let keys = [request(), request(source: SourceID("sp"), photo: ""), request(source: SourceID(""), photo: "sp")]
        #expect(Set(keys.map { DiskEntry.keyBytes(FetchKey($0)) }).count == 3)
    }
}
