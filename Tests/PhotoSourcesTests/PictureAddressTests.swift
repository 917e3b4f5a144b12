import PhotoSources
import Photos
import Testing

/// Which sizes are asked of the service.
struct PictureAddressTests {
    private let source: PicsumSource

    init() throws { source = try PicsumSource(base: "http://h", title: "T", transport: ScriptedTransport([:])) }

    private func path(_ location: ImageLocation) -> String {
        guard case .remote(let url) = location else { return "no URL" }
        return String(url.dropFirst("http://h".count))
    }

    private func photo(_ width: Int, _ height: Int) -> Photo {
        Photo(id: PhotoID("7"), title: "T", size: PixelSize(width: width, height: height))
    }

    private func size(_ location: ImageLocation) -> PixelSize {
        let sides = path(location).split(separator: "/").suffix(2).map { Int($0.prefix { $0.isNumber }) ?? -1 }
        return PixelSize(width: sides[0], height: sides[1])
    }

    @Test(arguments: [
        (1, 32), (32, 32), (33, 64), (200, 224), (512, 512), (513, 576), (1024, 1024), (1025, 1152), (4999, 5000),
    ])
    func aSquareStaysASquareOnTheLadder(side: Int, asked: Int) {
        let location = source.location(of: photo(9000, 9000), atLeast: PixelSize(square: side), fit: .fill)
        #expect(path(location) == "/id/7/\(asked)/\(asked).jpg")
    }

    @Test func aFilledSizeKeepsTheWantedRatio() {
        let location = source.location(of: photo(6000, 4000), atLeast: PixelSize(width: 150, height: 300), fit: .fill)
        #expect(path(location) == "/id/7/160/320.jpg")
    }

    @Test func aFittedSizeKeepsThePhotosRatio() {
        let location = source.location(of: photo(3000, 2000), atLeast: PixelSize(width: 1200, height: 1200), fit: .fit)
        #expect(path(location) == "/id/7/1280/853.jpg")
    }

    @Test func aSmallOriginalIsNotAskedToGrow() {
        #expect(
            path(source.location(of: photo(100, 300), atLeast: PixelSize(square: 200), fit: .fill))
                == "/id/7/100/100.jpg")
        #expect(
            path(source.location(of: photo(100, 300), atLeast: PixelSize(square: 900), fit: .fit))
                == "/id/7/100/300.jpg")
    }

    @Test func noSideIsEverZeroOrAboveTheLimit() {
        for original in [
            photo(20_000, 3), photo(3, 20_000), photo(1, 1), photo(9000, 6000), Photo(id: PhotoID("7"), title: ""),
        ] {
            for wanted in [PixelSize(width: 0, height: 0), PixelSize(width: 8000, height: 1), PixelSize(square: 9999)] {
                for location in [
                    source.location(of: original, atLeast: wanted, fit: .fill),
                    source.location(of: original, atLeast: wanted, fit: .fit), source.original(of: original),
                ] {
                    let sides = path(location).split(separator: "/").suffix(2).map {
                        Int($0.prefix { $0.isNumber }) ?? 0
                    }
                    #expect(sides.allSatisfy { (1...5000).contains($0) }, "\(location)")
                }
            }
        }
    }

    /// The result covers what was asked for, with at most a step of excess, wherever the original has the pixels.
    @Test func everySizeCoversTheWantedOneByLessThanAStep() {
        let large = photo(9000, 9000)
        for width in stride(from: 1, through: 2400, by: 37) {
            for height in stride(from: 1, through: 2400, by: 41) {
                let wanted = PixelSize(width: width, height: height)
                let asked = size(source.location(of: large, atLeast: wanted, fit: .fill))
                #expect(asked.width >= width && asked.height >= height)
                #expect(
                    asked.longerSide - wanted.longerSide
                        < (wanted.longerSide <= 512 ? 32 : wanted.longerSide <= 1024 ? 64 : 128))
            }
        }
    }

    @Test func neighbouringWindowSizesAskForTheSamePicture() {
        let addresses = Set(
            (385...416).map { source.location(of: photo(6000, 4000), atLeast: PixelSize(square: $0), fit: .fill) })
        #expect(addresses.count == 1)
    }

    @Test func theOriginalIsTheDownloadAddress() {
        #expect(path(source.original(of: photo(5000, 3333))) == "/id/7/5000/3333")
        #expect(path(source.original(of: photo(8000, 4000))) == "/id/7/5000/2500")
    }

    @Test func anIdIsOneSegmentWhateverItContains() {
        let odd = Photo(id: PhotoID("a/b c?é"), title: "T", size: PixelSize(square: 64))
        #expect(path(source.original(of: odd)) == "/id/a%2Fb%20c%3F%C3%A9/64/64")
        let climbing = Photo(id: PhotoID("../../<x>\\#&"), title: "T", size: PixelSize(square: 64))
        #expect(path(source.original(of: climbing)) == "/id/..%2F..%2F%3Cx%3E%5C%23%26/64/64")
    }
}
