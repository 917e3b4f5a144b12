// Photos by position, as tests name them.
import Browse
import CGLib
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

@testable import App
@testable import AppFixtures

extension BrowsePage {
    func request(at position: Int) -> ImageRequest? { request(for: model.ref(at: position)) }
    func preview(at position: Int) -> OpaquePointer? { preview(of: model.ref(at: position)) }
}

extension BrowsePage {
    /// Does what activating the tile at `position` does.
    func openPhoto(at position: Int) { events.open(model.ref(at: position)) }
}

extension DetailPage {
    /// Has the router open a photo, or go on to it, and shows it as a window does.
    func open(_ position: Int, in gallery: any BrowsePage, by router: Router) {
        router.backToGrid()
        router.navigate(to: .detail(gallery.model.ref(at: position)))
        open(in: gallery)
    }

    /// Has the router replace the photo by one of `gallery`, and shows it as a window does.
    func follow(_ position: Int, in gallery: any BrowsePage, by router: Router) {
        router.replace(with: .detail(gallery.model.ref(at: position)))
        follow(in: gallery)
    }

    var shownIndex: Int? { picture.shown.flatMap { $0.gallery.model.position(of: $0.ref) } }
}

extension ZoomTransitionController {
    func open(_ position: Int, from page: GalleryPage) { open(page.model.ref(at: position), from: page) }
}

extension GalleryPage {
    /// Position of the photo whose tile is empty for a transition.
    var hiddenPosition: Int? { grid.hiddenForTransition.flatMap(model.position(of:)) }
}

extension TileGrid {
    func moveFocus(to position: Int) { focus.move(to: snapshot.ref(at: position)) }
}

extension DetailPicture {
    func picture(at position: Int, of gallery: any BrowsePage) -> WantedPictures.Picture? {
        let ref = gallery.model.ref(at: position)
        return wishes.pictures.first { $0.ref == ref }.flatMap { wanted[$0.request.key] }
    }

    /// Number of pictures in the size of the view that are still loading.
    var loadingPictures: Int { count(wishes.pictures, where: \.isLoading) }
    var loadingTiles: Int { count(wishes.tiles, where: \.isLoading) }
    /// Number of backdrops, finished or loading.
    var heldBackdrops: Int { wishes.backdrops.count }
    /// Number of held pictures in the size of the view.
    var heldPictures: Int { count(wishes.pictures) { $0.texture != nil } }

    private func count(_ wishes: [DetailWishes.Wish], where isMeant: (WantedPictures.Picture) -> Bool) -> Int {
        wishes.count { wanted[$0.request.key].map(isMeant) == true }
    }
}

extension GalleryPage {
    func setFit(_ fit: Fit) { setLayout(fit == .fit ? .whole : .squares) }
}
