// What is loaded around the shown photo: its neighbours at the size of the view, tiles in the direction of travel.
import Browse
import Desktop
import ImagePipeline
import Photos

/// Keeps the detail page's requests: one for the shown photo, one for each neighbour, and small ones further on. What
/// is passed is cancelled.
final class PhotosAround {
    private let loader: ImageLoader
    private var pictures: [Int: PhotoLoad] = [:]
    private var tiles: [Int: PhotoLoad] = [:]
    private var backdrops: [Int: PhotoLoad] = [:]

    /// Tiles ahead of the shown photo that are asked for: at 30 photos a second, which is how fast a held key repeats, a
    /// quarter of a second for them to come.
    static let tilesAhead = 8

    /// Something has come for the tile of a photo.
    var onTile: (_ index: Int, Texture) -> Void = { _, _ in }

    init(loader: ImageLoader) { self.loader = loader }

    /// The picture at `index` if it has been asked for, whatever has come of it.
    func picture(at index: Int) -> PhotoLoad? { pictures[index] }

    /// Requests of pictures that wait for something.
    var loadingPictures: Int { pictures.values.count(where: \.isLoading) }
    /// Requests of tiles that wait for something.
    var loadingTiles: Int { tiles.values.count(where: \.isLoading) }
    /// Backdrops that are held or waited for.
    var heldBackdrops: Int { backdrops.count }
    /// Pictures of the view's size that are held.
    var heldPictures: Int { pictures.values.count { $0.picture != nil } }

    /// Another photo is shown: what is neither it nor beside it is cancelled, and it is heard of no more what is beside.
    func turn(to index: Int) {
        for other in pictures.keys where abs(other - index) > 1 { pictures.removeValue(forKey: other)?.cancel() }
        for other in backdrops.keys where abs(other - index) > 1 { backdrops.removeValue(forKey: other)?.cancel() }
        for (other, load) in pictures where other != index {
            load.onEvent = { _ in }
            load.priority = .speculative
        }
    }

    /// Asks for the tiles that come next, where memory has none, and leaves the others.
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

    /// Asks for the picture at `index`, before all else. What was asked for at another size ends afterwards, so that both
    /// share a fetch that is under way; a failure is tried again.
    func load(_ index: Int, _ request: ImageRequest) -> PhotoLoad {
        if let load = reusable(index, request) {
            load.priority = .visible
            return load
        }
        let load = PhotoLoad(request, loader: loader, priority: .visible)
        pictures.updateValue(load, forKey: index)?.cancel()
        return load
    }

    /// Asks for a picture that may be looked at next.
    func loadNeighbour(_ index: Int, _ request: ImageRequest) {
        guard reusable(index, request) == nil else { return }
        pictures.updateValue(PhotoLoad(request, loader: loader, priority: .speculative), forKey: index)?.cancel()
    }

    /// Asks for what will lie behind a picture that may be looked at next: memory has it when that is turned to.
    func loadBackdrop(_ index: Int, _ request: ImageRequest) {
        guard backdrops[index]?.request != request, !loader.memory.contains(request.key) else { return }
        backdrops.updateValue(PhotoLoad(request, loader: loader, priority: .speculative), forKey: index)?.cancel()
    }

    private func reusable(_ index: Int, _ request: ImageRequest) -> PhotoLoad? {
        guard let load = pictures[index], load.request == request, load.failure == nil else { return nil }
        // Its picture may be in memory before it is heard of: a new request has it at once.
        return load.picture == nil && loader.memory.contains(request.key) ? nil : load
    }

    /// The gallery has changed, and the photo that was at `old` is at `new` of the other. What is on its way for it goes on.
    func renumber(_ old: Int, as new: Int) {
        let load = pictures.removeValue(forKey: old)
        cancel()
        pictures[new] = load
    }

    /// Leaves everything.
    func cancel() {
        for load in pictures.values { load.cancel() }
        for load in tiles.values { load.cancel() }
        for load in backdrops.values { load.cancel() }
        pictures = [:]
        tiles = [:]
        backdrops = [:]
    }
}
