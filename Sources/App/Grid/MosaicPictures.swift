// The loading of a mosaic: what it wants, and what of that has become known.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// The tiny pictures of one grid, for as long as it shows a mosaic. Releasing it ends the loading and gives up the
/// pictures.
final class MosaicPictures {
    private let grid: TileGrid
    private let model: GalleryModel
    private let session: PhotoSession
    /// The photos as they were wanted last.
    private var wanted: CollectionSnapshot
    /// The positions in view when pictures were wanted last.
    private var latest: Range<Int>?

    /// Screens around the one in view whose pictures are loaded, in the direction of travel and behind, as far as there
    /// is memory for them.
    private static let ahead = 2, behind = 1
    /// Wishes in a screen of scrolling.
    private static let wishesPerScreen = 8

    /// - Parameter onArrival: Called when there is something to take.
    init(of grid: TileGrid, _ model: GalleryModel, _ loader: PhotoLoader, onArrival: @escaping @MainActor () -> Void) {
        (self.grid, self.model) = (grid, model)
        wanted = model.snapshot
        session = loader.makeSession { Task { @MainActor in onArrival() } }
        grid.mosaic.table = session.tinyPictures
    }

    isolated deinit {
        session.close()
        grid.mosaic.table = nil
    }

    /// Wants the pictures of a viewport. Costs the same for any number of photos; in a scroll only every few frames,
    /// since what comes into view is wanted before.
    /// - Parameter anew: Whether more than the viewport has changed.
    func want(_ viewport: Viewport, anew: Bool) {
        let visible = viewport.visible, isForward = viewport.velocity >= 0
        let way = abs(visible.lowerBound - (latest?.lowerBound ?? 0))
        if !anew, latest != nil, viewport.velocity != 0, way * Self.wishesPerScreen < visible.count { return }
        latest = visible
        guard let table = session.tinyPictures else { return }
        let room = max(0, table.capacity(for: grid.layout.room.metrics.pictureSize) - visible.count)
        let part = room / (Self.ahead + Self.behind)
        func below(_ screens: Int) -> Range<Int> {
            visible.upperBound..<min(viewport.count, visible.upperBound + screens * min(part, visible.count))
        }
        func above(_ screens: Int) -> Range<Int> {
            max(0, visible.lowerBound - screens * min(part, visible.count))..<visible.lowerBound
        }
        wanted = model.snapshot
        session.want(
            TinyWish(
                listing: MosaicListing(model.snapshot, grid.layout, of: model.source), visible: visible,
                around: isForward
                    ? [below(Self.ahead), above(Self.behind)] : [above(Self.ahead), below(Self.behind)]))
    }

    /// Has blocks drawn anew of whose photos something has become known.
    /// - Returns: Whether anything was drawn or is left to be drawn.
    func take() -> Bool {
        let arrived = session.takeArrivals()
        grid.mosaic.outdate(arrived)
        for (ref, tile) in grid.tiles where tile.isBlank { grid.mosaic.texture(of: ref).map(tile.show) }
        return grid.mosaic.refresh() || !arrived.isEmpty
    }

    /// Forgets those of some photos whose content is another one than when they were wanted, and not only what is known
    /// of it.
    func forget(_ changed: [PhotoRef]) {
        let (before, after) = (wanted.store, model.snapshot.store)
        let others = changed.filter { after.isOther($0.slot, than: before) }
        session.forget(others)
        grid.mosaic.outdate(others)
    }

    /// Has failed photos tried again.
    func forgetFailures() { session.tinyPictures?.removeFailures() }
}
