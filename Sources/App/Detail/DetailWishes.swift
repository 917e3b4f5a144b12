// What the page of a photo wants: the picture of the shown photo, its neighbours' in the size of the view, and tiles in
// the direction of navigation.
import Browse
import ImagePipeline
import Photos

/// The wanted set of a page. What belongs to photos that have been passed leaves it.
struct DetailWishes {
    /// A request for one photo.
    struct Wish {
        let ref: PhotoRef
        let request: ImageRequest
    }

    /// The photo whose picture is visible; nil while that is not requested.
    private var visible: PhotoRef?
    /// In the size of the view.
    private(set) var pictures: [Wish] = []
    private(set) var tiles: [Wish] = []
    private(set) var backdrops: [Wish] = []

    /// Number of tiles requested ahead of the shown photo. A held key repeats up to 30 times a second, so each tile has
    /// a quarter of a second to arrive.
    static let tilesAhead = 8

    /// All requests, in the order of loading within one priority.
    var all: [(request: ImageRequest, priority: LoadPriority)] {
        pictures.map { ($0.request, $0.ref == visible ? .visible : .speculative) }
            + tiles.map { ($0.request, .ahead) } + backdrops.map { ($0.request, .speculative) }
    }

    /// Passes to another photo: leaves all photos but that and its neighbours, and adds the tiles that come next.
    /// - Parameters:
    ///   - course: Says which photos are beside it.
    ///   - direction: 1 toward the end of the list, -1 toward its start, 0 for none.
    ///   - isHere: Returns whether memory has a tile, which is not requested then.
    mutating func pass(
        to ref: PhotoRef, of gallery: any BrowsePage, on course: PhotoCourse, direction: Int,
        isHere: (ImageKey) -> Bool
    ) {
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
            guard let request = gallery.request(for: ref), !isHere(request.key) else { return nil }
            return Wish(ref: ref, request: request)
        }
    }

    /// Adds the picture of the shown photo. One in another size shares a running fetch.
    mutating func load(_ ref: PhotoRef, _ request: ImageRequest) {
        visible = ref
        Self.replace(ref, by: request, in: &pictures)
    }

    /// Adds the picture of a neighbour.
    mutating func loadNeighbour(_ ref: PhotoRef, _ request: ImageRequest) {
        Self.replace(ref, by: request, in: &pictures)
    }

    /// Adds the backdrop of a neighbour, so that memory has it when the user gets there.
    mutating func loadBackdrop(_ ref: PhotoRef, _ request: ImageRequest) {
        Self.replace(ref, by: request, in: &backdrops)
    }

    private static func replace(_ ref: PhotoRef, by request: ImageRequest, in wishes: inout [Wish]) {
        let wish = Wish(ref: ref, request: request)
        if let index = wishes.firstIndex(where: { $0.ref == ref }) { wishes[index] = wish } else { wishes.append(wish) }
    }
}
