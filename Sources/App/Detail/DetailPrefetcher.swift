// The prefetching of the detail page: neighbours in the size of the view, tiles in the direction of navigation.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// The detail page's requests: one for the shown photo, one for each neighbour, and tiles further on. Requests for
/// photos that have been passed are cancelled.
final class DetailPrefetcher {
    private let loader: PhotoLoader
    private var pictures: [PhotoRef: PhotoLoad] = [:]
    private var tiles: [PhotoRef: PhotoLoad] = [:]
    private var backdrops: [PhotoRef: PhotoLoad] = [:]

    /// Number of tiles requested ahead of the shown photo. A held key repeats up to 30 times a second, so each tile has
    /// a quarter of a second to arrive.
    static let tilesAhead = 8

    /// Called when a tile, or a preview of one, has arrived.
    var onTile: (_ ref: PhotoRef, Texture) -> Void = { _, _ in }

    init(loader: PhotoLoader) { self.loader = loader }

    /// Returns the request for the picture of a photo, in whatever state it is; nil where there is none.
    func picture(of ref: PhotoRef) -> PhotoLoad? { pictures[ref] }

    /// Number of picture requests that are still loading.
    var loadingPictures: Int { pictures.values.count(where: \.isLoading) }
    /// Number of tile requests that are still loading.
    var loadingTiles: Int { tiles.values.count(where: \.isLoading) }
    /// Number of backdrop requests, finished or loading.
    var heldBackdrops: Int { backdrops.count }
    /// Number of held pictures in the size of the view.
    var heldPictures: Int { pictures.values.count { $0.picture != nil } }

    /// Call when another photo is shown. Cancels loads of all photos but that and its neighbours, which drop to
    /// `.speculative` and lose their event handler.
    func navigate(to ref: PhotoRef, of gallery: some OpenGallery) {
        let kept = [ref] + gallery.neighbours(of: ref)
        for other in pictures.keys where !kept.contains(other) { pictures.removeValue(forKey: other)?.cancel() }
        for other in backdrops.keys where !kept.contains(other) { backdrops.removeValue(forKey: other)?.cancel() }
        for (other, load) in pictures where other != ref {
            load.onEvent = { _ in }
            load.priority = .speculative
        }
    }

    /// Requests the tiles that come next and are not in memory, and cancels all others.
    /// - Parameter direction: 1 toward the end of the list, -1 toward its start, 0 for none.
    func loadTiles(after ref: PhotoRef, direction: Int, of gallery: some OpenGallery) {
        let ahead = (0...Self.tilesAhead).lazy.map { gallery.model.ref($0 * direction, from: ref) }
        let wanted = direction == 0 ? [] : ahead.compactMap(\.self)
        for other in tiles.keys where !wanted.contains(other) { tiles.removeValue(forKey: other)?.cancel() }
        for other in wanted where tiles[other] == nil {
            guard let request = gallery.request(for: other), !loader.memory.contains(request.key) else { continue }
            let load = PhotoLoad(request, loader: loader, priority: .ahead)
            load.onEvent = { [weak self] event in
                switch event {
                case .preview(let texture), .final(let texture): self?.onTile(other, texture)
                case .refreshed, .failed, .cancelled: break
                }
            }
            tiles[other] = load
        }
    }

    /// Requests the picture of a photo with the highest priority. A request for another size is cancelled only
    /// afterwards, so that both share a running fetch. A failed request is made anew.
    func load(_ ref: PhotoRef, _ request: ImageRequest) -> PhotoLoad {
        if let load = reusable(ref, request) {
            load.priority = .visible
            return load
        }
        let load = PhotoLoad(request, loader: loader, priority: .visible)
        pictures.updateValue(load, forKey: ref)?.cancel()
        return load
    }

    /// Requests the picture of a neighbour.
    func loadNeighbour(_ ref: PhotoRef, _ request: ImageRequest) {
        guard reusable(ref, request) == nil else { return }
        pictures.updateValue(PhotoLoad(request, loader: loader, priority: .speculative), forKey: ref)?.cancel()
    }

    /// Requests the backdrop of a neighbour, so that memory has it when the user gets there.
    func loadBackdrop(_ ref: PhotoRef, _ request: ImageRequest) {
        guard backdrops[ref]?.request != request, !loader.memory.contains(request.key) else { return }
        backdrops.updateValue(PhotoLoad(request, loader: loader, priority: .speculative), forKey: ref)?.cancel()
    }

    private func reusable(_ ref: PhotoRef, _ request: ImageRequest) -> PhotoLoad? {
        guard let load = pictures[ref], load.request == request, load.failure == nil else { return nil }
        // The picture may be in memory before its event arrives: a new request has it at once.
        return load.picture == nil && loader.memory.contains(request.key) ? nil : load
    }

    /// Moves the request for a photo to the reference that it has in another gallery, and cancels all others.
    func rename(_ old: PhotoRef, to new: PhotoRef) {
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
