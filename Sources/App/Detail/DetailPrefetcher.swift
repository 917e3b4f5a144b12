// What the detail page wants: the picture of the shown photo, its neighbours' in the size of the view, and tiles in the
// direction of navigation.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// The detail page's wanted set. What belongs to photos that have been passed leaves it.
final class DetailPrefetcher {
    /// A request for one photo.
    struct Wish {
        let ref: PhotoRef
        let request: ImageRequest
    }

    private let loader: PhotoLoader
    private let course: PhotoCourse
    private let wanted: WantedPictures
    /// The photo whose picture is visible; nil while that is not requested.
    private var visible: PhotoRef?
    /// In the size of the view.
    private(set) var pictures: [Wish] = []
    private(set) var tiles: [Wish] = []
    private(set) var backdrops: [Wish] = []

    /// Number of tiles requested ahead of the shown photo. A held key repeats up to 30 times a second, so each tile has
    /// a quarter of a second to arrive.
    static let tilesAhead = 8

    /// - Parameters:
    ///   - course: Says which photos are beside the shown one.
    ///   - onDelivery: Called when a picture or a tile, or a preview of one, has arrived or has failed.
    init(loader: PhotoLoader, course: PhotoCourse, onDelivery: @escaping (PhotoDelivery) -> Void) {
        (self.loader, self.course) = (loader, course)
        wanted = WantedPictures(loader: loader, onDelivery: onDelivery)
    }

    /// Returns the result of a request so far; nil if it is not wanted.
    func picture(for request: ImageRequest) -> WantedPictures.Picture? { wanted[request.key] }

    /// Call when another photo is shown. Gives up all photos but that and its neighbours, and requests the tiles that
    /// come next and are not in memory.
    /// - Parameter direction: 1 toward the end of the list, -1 toward its start, 0 for none.
    func navigate(to ref: PhotoRef, of gallery: any BrowsePage, direction: Int) {
        let kept = [ref] + course.neighbours(of: ref, in: gallery.model)
        pictures.removeAll { !kept.contains($0.ref) }
        backdrops.removeAll { !kept.contains($0.ref) }
        if visible != ref { visible = nil }
        let ahead =
            direction == 0
            ? []
            : (0...Self.tilesAhead).compactMap {
                course.ref($0 * direction, from: ref, in: gallery.model)
            }
        tiles = ahead.compactMap { ref in
            if let known = tiles.first(where: { $0.ref == ref }) { return known }
            guard let request = gallery.request(for: ref), !loader.memory.contains(request.key) else { return nil }
            return Wish(ref: ref, request: request)
        }
        want()
    }

    /// Requests the picture of a photo with the highest priority. One in another size shares a running fetch. One that
    /// has failed is tried again.
    func load(_ ref: PhotoRef, _ request: ImageRequest) -> WantedPictures.Picture? {
        wanted.retry(request.key)
        visible = ref
        replace(ref, by: request, in: &pictures)
        want()
        return wanted[request.key]
    }

    /// Requests the picture of a neighbour.
    func loadNeighbour(_ ref: PhotoRef, _ request: ImageRequest) {
        replace(ref, by: request, in: &pictures)
        want()
    }

    /// Requests the backdrop of a neighbour, so that memory has it when the user gets there.
    func loadBackdrop(_ ref: PhotoRef, _ request: ImageRequest) {
        guard !loader.memory.contains(request.key) else { return }
        replace(ref, by: request, in: &backdrops)
        want()
    }

    /// Gives up everything.
    func cancel() {
        (visible, pictures, tiles, backdrops) = (nil, [], [], [])
        want()
    }

    private func replace(_ ref: PhotoRef, by request: ImageRequest, in wishes: inout [Wish]) {
        let wish = Wish(ref: ref, request: request)
        if let index = wishes.firstIndex(where: { $0.ref == ref }) { wishes[index] = wish } else { wishes.append(wish) }
    }

    private func want() {
        wanted.want(
            pictures.map { ($0.request, $0.ref == visible ? .visible : .speculative) }
                + tiles.map { ($0.request, .ahead) } + backdrops.map { ($0.request, .speculative) })
    }
}
