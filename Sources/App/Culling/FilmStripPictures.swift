// The pictures of the film strip: made of those of the tiles, so that no photo is decoded for the strip alone.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// The wanted set of one film strip.
final class FilmStripPictures {
    private let page: any BrowsePage
    private let loader: PhotoLoader
    private let pictures: WantedPictures
    /// The requests of the wanted photos.
    private var requests: [PhotoRef: ImageRequest] = [:]
    /// The photos of their keys, and of those of the tiles' pictures of which they are made.
    private var photos: [ImageKey: PhotoRef] = [:]
    private var wanted: [PhotoRef] = []
    private var size = PixelSize(square: 1)
    /// Tiny pictures that stand in, until the pictures are there.
    private var tiny: [PhotoRef: Texture] = [:]

    private let onPicture: (PhotoRef) -> Void

    /// - Parameter onPicture: Called when a photo has a new picture or failure.
    init(_ page: any BrowsePage, loader: PhotoLoader, onPicture: @escaping (PhotoRef) -> Void) {
        (self.page, self.loader, self.onPicture) = (page, loader, onPicture)
        weak var whole: FilmStripPictures?
        pictures = WantedPictures(loader: loader) { whole?.take($0.request) }
        whole = self
    }

    /// Replaces the set of wanted photos.
    /// - Parameters:
    ///   - refs: The most urgent one first.
    ///   - size: Of a picture, in device pixels.
    func want(_ refs: [PhotoRef], size: PixelSize) {
        if size != self.size { (requests, photos, tiny) = ([:], [:], [:]) }
        self.size = size
        let new = Set(refs)
        for (ref, request) in requests where !new.contains(ref) {
            (requests[ref], photos[request.key], photos[request.beforeSteps.key], tiny[ref]) = (nil, nil, nil, nil)
        }
        for ref in refs where requests[ref] == nil {
            guard let request = request(for: ref) else { continue }
            (requests[ref], photos[request.key], photos[request.beforeSteps.key]) = (request, ref, ref)
        }
        wanted = refs
        update()
    }

    /// The best that there is of a photo; nil for nothing.
    func best(of ref: PhotoRef) -> Texture? {
        guard let request = requests[ref] ?? request(for: ref) else { return nil }
        if let texture = pictures[request.key]?.texture { return texture }
        let base = request.beforeSteps.key
        for key in [request.key, base] where loader.memory.contains(key) {
            if let texture = loader.memory.image(for: key) { return texture }
        }
        if tiny[ref] == nil {
            tiny[ref] = loader.tinyPictures?.picture(for: base).flatMap {
                MosaicPainter.texture(of: $0)
            }
        }
        return tiny[ref] ?? pictures[request.key]?.preview ?? loader.memory.nearest(to: base)
    }

    /// A picture is made of its tile's, which is wanted until then as well: so it stays in memory for the page and the
    /// grid, and is decoded once. Where tiles are smaller than the strip's pictures, these are decoded.
    private func request(for ref: PhotoRef) -> ImageRequest? {
        guard page.model.position(of: ref) != nil, let tile = page.request(for: ref) else { return nil }
        if min(tile.key.size.width, tile.key.size.height) >= size.width {
            return ImageRequest(tile, processors: [.resize(size, .fill)])
        }
        let source = page.model.source, photo = page.model.photo(ref)
        return ImageRequest(
            source: source.identity, photo: photo, location: source.location(of: photo, atLeast: size, fit: .fill),
            size: size, fit: .fill)
    }

    private func update() {
        pictures.want(
            wanted.flatMap { ref -> [(request: ImageRequest, priority: LoadPriority)] in
                guard let request = requests[ref] else { return [] }
                let isThere = pictures[request.key]?.texture != nil
                let base = request.key.processors.isEmpty || isThere ? [] : [request.beforeSteps]
                return (base + [request]).map { ($0, .ahead) }
            })
    }

    private func take(_ request: ImageRequest) {
        guard let ref = photos[request.key] else { return }
        if pictures[request.key]?.texture != nil { tiny[ref] = nil }
        onPicture(ref)
    }
}

extension ImageRequest {
    /// The same picture as it is decoded.
    fileprivate var beforeSteps: ImageRequest { ImageRequest(self, processors: []) }
}
