// Costs of single operations of the loader, in real time.
import ImagePipeline
import Photos

enum LoaderCosts {
    /// Measures lookups in and insertions into the memory cache, on the calling thread.
    static func memory() async -> BenchReport.Section {
        let count = 2_000
        let memory = ImageCache<BenchPicture>(budget: count * BenchPicture.cost)
        let keys = (0..<count).map { BenchPicture.request($0).key }
        let others = (count..<2 * count).map { BenchPicture.request($0).key }
        for key in keys { memory.insert(BenchPicture(), for: key) }
        let hit = await Rounds.nanoseconds(repetitions: 50 * count) {
            for _ in 0..<50 { for key in keys { _ = memory.image(for: key) } }
        }
        let miss = await Rounds.nanoseconds(repetitions: 50 * count) {
            for _ in 0..<50 { for key in others { _ = memory.image(for: key) } }
        }
        let change = await Rounds.nanoseconds(repetitions: 20 * count) {
            for _ in 0..<10 { for key in others + keys { memory.insert(BenchPicture(), for: key) } }
        }
        return BenchReport.Section(
            title: "Memory cache",
            conditions: "\(count) pictures in a cache that holds just these, one thread.",
            figures: [
                .init("look-up, hit", hit, "ns"), .init("look-up, miss", miss, "ns"),
                .init("insert that evicts another", change, "ns"),
            ])
    }
}

/// Decoded image without pixels, and requests for it.
final class BenchPicture: DecodedImage {
    static let side = 200
    static let cost = side * side * 4

    let size = PixelSize(square: BenchPicture.side)
    var cost: Int { Self.cost }

    static func request(_ number: Int) -> ImageRequest {
        ImageRequest(
            source: SourceID("bench"), photo: Photo(id: PhotoID("\(number)"), title: "photo \(number)"),
            location: .remote("http://photos.example/id/\(number)/200/200"), size: PixelSize(square: side), fit: .fill)
    }
}
