// The prefetching of the detail page: neighbours in the size of the view, tiles in the direction of navigation.
import Browse
import Desktop
import ImagePipeline
import Photos

/// The detail page's requests: one for the shown photo, one for each neighbour, and tiles further on. Requests for
/// photos that have been passed are cancelled.
final class PhotosAround {
    private let loader: ImageLoader
    private var pictures: [Int: PhotoLoad] = [:]
    private var tiles: [Int: PhotoLoad] = [:]
    private var backdrops: [Int: PhotoLoad] = [:]

    /// Number of tiles requested ahead of the shown photo. A held key repeats up to 30 times a second, so each tile has
    /// a quarter of a second to arrive.
    static let tilesAhead = 8

    /// Called when a tile, or a preview of one, has arrived.
    var onTile: (_ index: Int, Texture) -> Void = { _, _ in }

    init(loader: ImageLoader) { self.loader = loader }

    /// Returns the request for the picture at `index`, in whatever state it is; nil where there is none.
    func picture(at index: Int) -> PhotoLoad? { pictures[index] }

    /// Number of picture requests that are still loading.
    var loadingPictures: Int { pictures.values.count(where: \.isLoading) }
    /// Number of tile requests that are still loading.
    var loadingTiles: Int { tiles.values.count(where: \.isLoading) }
    /// Number of backdrop requests, finished or loading.
    var heldBackdrops: Int { backdrops.count }
    /// Number of held pictures in the size of the view.
    var heldPictures: Int { pictures.values.count { $0.picture != nil } }

    /// Call when the shown index changes. Cancels loads more than one photo away; neighbours drop to `.speculative` and
    /// lose their event handler.
    func turn(to index: Int) {
        for other in pictures.keys where abs(other - index) > 1 { pictures.removeValue(forKey: other)?.cancel() }
        for other in backdrops.keys where abs(other - index) > 1 { backdrops.removeValue(forKey: other)?.cancel() }
        for (other, load) in pictures where other != index {
            load.onEvent = { _ in }
            load.priority = .speculative
        }
    }

    /// Requests the tiles that come next and are not in memory, and cancels all others.
    /// - Parameter direction: 1 toward the end of the list, -1 toward its start, 0 for none.
    func loadTiles(after index: Int, direction: Int, of gallery: some OpenGallery) {
        let ahead = (0...Self.tilesAhead).lazy.map { index + $0 * direction }
        let wanted = direction == 0 ? [] : ahead.filter { gallery.model.photos.indices.contains($0) }
        for other in tiles.keys where !wanted.contains(other) { tiles.removeValue(forKey: other)?.cancel() }
        for other in wanted where tiles[other] == nil {
            guard let request = gallery.request(at: other), !loader.memory.contains(request.key) else { continue }
            let load = PhotoLoad(request, loader: loader, priority: .ahead)
            load.onEvent = { [weak self] event in
                switch event {
                case .preview(let image), .final(let image):
                    if let texture = image as? Texture { self?.onTile(other, texture) }
                case .progress, .refreshed, .failed, .cancelled: break
                }
            }
            tiles[other] = load
        }
    }

    /// Requests the picture at `index` with the highest priority. A request for another size is cancelled only
    /// afterwards, so that both share a running fetch. A failed request is made anew.
    func load(_ index: Int, _ request: ImageRequest) -> PhotoLoad {
        if let load = reusable(index, request) {
            load.priority = .visible
            return load
        }
        let load = PhotoLoad(request, loader: loader, priority: .visible)
        pictures.updateValue(load, forKey: index)?.cancel()
        return load
    }

    /// Requests the picture of a neighbour.
    func loadNeighbour(_ index: Int, _ request: ImageRequest) {
        guard reusable(index, request) == nil else { return }
        pictures.updateValue(PhotoLoad(request, loader: loader, priority: .speculative), forKey: index)?.cancel()
    }

    /// Requests the backdrop of a neighbour, so that memory has it when the user gets there.
    func loadBackdrop(_ index: Int, _ request: ImageRequest) {
        guard backdrops[index]?.request != request, !loader.memory.contains(request.key) else { return }
        backdrops.updateValue(PhotoLoad(request, loader: loader, priority: .speculative), forKey: index)?.cancel()
    }

    private func reusable(_ index: Int, _ request: ImageRequest) -> PhotoLoad? {
        guard let load = pictures[index], load.request == request, load.failure == nil else { return nil }
        // The picture may be in memory before its event arrives: a new request has it at once.
        return load.picture == nil && loader.memory.contains(request.key) ? nil : load
    }

    /// Moves the request for the photo at `old` to `new`, its index in another gallery, and cancels all others.
    func renumber(_ old: Int, as new: Int) {
        let load = pictures.removeValue(forKey: old)
        cancel()
        pictures[new] = load
    }

    /// Cancels all requests.
    func cancel() {
        for load in pictures.values { load.cancel() }
        for load in tiles.values { load.cancel() }
        for load in backdrops.values { load.cancel() }
        pictures = [:]
        tiles = [:]
        backdrops = [:]
    }
}
