// Adapter of the program's own memory cache to the simulation.
import ImagePipeline
import Photos

final class RealCache: SimulatedCache {
    private final class Picture: DecodedImage {
        let size = PixelSize(square: 1)
        let cost: Int
        init(cost: Int) { self.cost = cost }
    }

    private let memory: ImageCache<Picture>

    init(budget: Int) { memory = ImageCache(budget: budget) }

    private func name(_ key: Int) -> ImageKey {
        ImageKey(
            source: SourceID("trace"), photo: PhotoID("\(key)"), version: "", size: PixelSize(square: 1), fit: .fill)
    }

    func lookUp(_ key: Int) -> Bool { memory.image(for: name(key)) != nil }
    func contains(_ key: Int) -> Bool { memory.contains(name(key)) }
    func insert(_ key: Int, cost: Int) { memory.insert(Picture(cost: cost), for: name(key)) }
    func lease(_ keys: [Int]) { memory.lease(keys.map(name)) }
    func release(_ keys: [Int]) { memory.release(keys.map(name)) }
    func plan(_ keys: [Int]) { _ = memory.plan(keys.map(name)) }
    func stop(at keys: [Int]) { memory.stop(at: keys.map(name)) }
    func viewportChanged(to viewport: Viewport, step: Int) {}
}
