// The common part of the two grids that Tessera is compared with: listing and scrolling.
import Browse
import CGTK
import Desktop
import FrameProfile
import ImagePipeline
import Photos

/// A page without Tessera's loading and layout: the plain implementation, or the bare grid.
protocol PlainPage: BrowsePage {}

extension PlainPage {
    func request(for ref: PhotoRef) -> ImageRequest? { nil }

    func scroll(byScreens screens: Int) {
        let distance = Double(screens) * gtk_adjustment_get_page_size(adjustment)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    }

    /// The place is not remembered here.
    var place: GridPlace? { nil }
    func open(at place: GridPlace) {}

    /// Does nothing: these grids have one tile size.
    func setTileSize(_ size: Int) {}

    /// Does nothing: these grids crop photos to squares or show none.
    func setFit(_ fit: Fit) {}

    func grabFocus() { gtk_widget_grab_focus(view.cast()) }

    func retry() { model.retry() }

    var work: GridWork? { nil }
    var isAnimating: Bool { false }
    var textureBytes: Int? { nil }
    var stageTimes: StageTimes? { nil }
}
