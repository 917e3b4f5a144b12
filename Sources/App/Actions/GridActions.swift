// The window's actions for how its grid looks and scrolls.
import Browse
import CGTK
import Desktop

/// Tile size, layout and captions of one window, and the actions that change them and scroll.
final class GridActions: WindowFeature {
    private let context: WindowContext
    private let givenTileSize: Int?
    private var bindings: [Any] = []
    /// The layout to which one returns from whole photos.
    private var croppedLayout = LayoutKind.justified

    /// The layout of the photos.
    private(set) var layout: LayoutKind
    /// Whether names and dates are shown under the pictures.
    private(set) var showsCaptions: Bool

    /// - Parameter tileSize: Side of a tile in logical pixels for the first page; nil for the default.
    init(_ context: WindowContext, tileSize: Int?) {
        self.context = context
        givenTileSize = tileSize
        let preferences = context.composition.preferences
        (layout, showsCaptions) = (preferences.layout, preferences.showsCaptions)
        let actions = context.actions
        actions.add(.largerTiles) { [weak self] in self?.resizeTiles(by: 1) }
        actions.add(.smallerTiles) { [weak self] in self?.resizeTiles(by: -1) }
        actions.add(.usualTiles) { [weak self] in self?.resizeTiles(by: nil) }
        actions.add(.fitTiles, isOn: layout == .whole) { [weak self] in
            guard let self, self.context.router.current == .grid else { return }
            self.setLayout(self.layout == .whole ? self.croppedLayout : .whole)
        }
        // With the names of the command line.
        actions.add(.layout, state: made(g_variant_new_string(layout.rawValue))) { [weak self] name in
            if let layout = LayoutKind(rawValue: String(cString: g_variant_get_string(name, nil))) {
                self?.setLayout(layout)
            }
        }
        actions.add(.captions, isOn: showsCaptions) { [weak self] in
            if let self { self.setShowsCaptions(!self.showsCaptions) }
        }
        actions.add(.screenDown) { [weak context] in context?.page?.scroll(byScreens: 1) }
        actions.add(.screenUp) { [weak context] in context?.page?.scroll(byScreens: -1) }
        actions.add(.nextSection) { [weak context] in context?.gallery?.goToSection(forward: true) }
        actions.add(.previousSection) { [weak context] in context?.gallery?.goToSection(forward: false) }
        bindings = [
            ModelBinding({ preferences.layout }) { [weak self] in self?.setLayout($0) },
            ModelBinding({ preferences.showsCaptions }) { [weak self] in self?.setShowsCaptions($0) },
        ]
    }

    func stop() { bindings = [] }

    /// Wanted side of a tile in logical pixels.
    var tileSize: Int { context.gallery?.tileSize ?? givenTileSize ?? GridMetrics.defaultTileSize }

    /// Makes the tiles larger or smaller by `steps`, or resets them to the default size where it is nil. While a photo
    /// is open, zooms that instead.
    private func resizeTiles(by steps: Int?) {
        if context.router.current != .grid {
            _ = context.detail.run(steps.map { .zoom(Double($0)) } ?? .fit)
            return
        }
        guard let gallery = context.gallery else { return }
        gallery.setTileSize(steps.map(gallery.grid.tileSize(steps:)) ?? GridMetrics.defaultTileSize)
    }

    private func setLayout(_ layout: LayoutKind) {
        guard layout != self.layout else { return }
        if layout == .whole { croppedLayout = self.layout }
        self.layout = layout
        context.composition.preferences.layout = layout
        context.gallery?.setLayout(layout)
        context.actions.set(.fitTiles, isOn: layout == .whole)
        context.actions.set(.layout, state: made(g_variant_new_string(layout.rawValue)))
    }

    private func setShowsCaptions(_ showsCaptions: Bool) {
        guard showsCaptions != self.showsCaptions else { return }
        self.showsCaptions = showsCaptions
        context.composition.preferences.showsCaptions = showsCaptions
        context.gallery?.setShowsCaptions(showsCaptions)
        context.actions.set(.captions, isOn: showsCaptions)
    }
}
