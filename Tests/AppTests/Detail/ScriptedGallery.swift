// A page without a grid, for tests of the detail page alone.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

/// The photos of a scripted source with tiles that are never on a screen.
final class ScriptedGallery: BrowsePage {
    let model: GalleryModel
    let root = WidgetReference(made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
    var events = PageEvents(open: { _ in }, update: { _, _ in })
    /// What all tiles show, and their requests' size; without one tiles have nothing to do with the loader.
    var tile: Texture?
    var tileSize: PixelSize?

    /// Lists the first page; of a source with an opened photo nothing.
    init(_ source: any PhotoSource, opened: ListedPhoto? = nil, tile: Texture? = nil, tileSize: PixelSize? = nil) {
        (self.tile, self.tileSize) = (tile, tileSize)
        model = GalleryModel(source: source, opened: opened, collation: FileNameCollation())
        guard opened == nil else { return }
        model.loadMore()
        runLoop { model.count > 0 }
    }

    /// One photo, as if the list held nothing else.
    convenience init(photo: Int, tile: Texture? = nil) { self.init(ScriptedSource(count: 1, first: photo), tile: tile) }

    func preview(of ref: PhotoRef) -> OpaquePointer? { tile?.pointer }

    func request(for ref: PhotoRef) -> ImageRequest? {
        guard let tileSize else { return nil }
        let photo = model.photo(ref)
        return ImageRequest(
            source: model.source.identity, photo: photo,
            location: model.source.location(of: photo, atLeast: tileSize, fit: .fill), size: tileSize, fit: .fill)
    }

    func scroll(byScreens screens: Int) {}
    func grabFocus() {}
    func retry() {}
    func close() {}
}
