// A grid as measurements and scripts see it, from outside of the application.
package import Browse
import CGTK
import ImagePipeline

/// Cost of the grid's own code on the main thread since the grid was made, in microseconds.
package struct GridWork: Equatable {
    /// Planning what is wanted.
    package var planned: Int64 = 0
    /// Passing arrived pictures to tiles.
    package var handedOver: Int64 = 0
}

/// What a grid has done since it was made.
package struct GridCounters: Equatable {
    /// Number of cells bound.
    package var binds = 0
    /// Number of pictures delivered to tiles.
    package var deliveries = 0
    /// Cost of the grid's own code; nil where it is not measured.
    package var work: GridWork?
    /// Whether another frame is requested already.
    package var isAnimating = false

    package init(binds: Int = 0, deliveries: Int = 0) {
        self.binds = binds
        self.deliveries = deliveries
    }
}

/// What a script does to the selection of a grid.
package enum ScriptedSelection {
    /// Selects from the first photo to the one at a position, as Shift and a click do.
    case range(to: Int)
    /// Begins a rubber band from the upper corner of the viewport to the lower one, and lets it go.
    case beginBand, endBand
    case leave
}

/// A grid that can be scrolled by a script and measured after every frame.
@MainActor
package protocol GridProbe: AnyObject {
    /// The photos of the grid.
    var model: GalleryModel { get }
    /// The scrollable widget of the photos.
    var view: OpaquePointer { get }
    /// Does what the key Home or End does.
    func press(_ key: GridStep)
    /// Opens a photo as Enter and a click on it do.
    func activate(_ position: Int)
    /// States of the visible tiles. Read after a frame was painted; costs microseconds.
    var tileStates: TileStates { get }
    /// Read in every frame.
    var counters: GridCounters { get }
    /// The loader of the grid's pictures; nil where the grid does without.
    var loader: PhotoLoader? { get }
    /// Whether nothing is running: no listing, no fetch, no decode.
    var isQuiet: Bool { get }
    /// Does nothing where nothing can be selected.
    func select(_ use: ScriptedSelection)
    /// Drags the timeline's handle to a fraction of the track, or lets it go where that is nil.
    /// - Returns: False where the grid shows no timeline.
    func dragTimeline(to fraction: Double?) -> Bool
}

extension GridProbe {
    package func select(_ use: ScriptedSelection) {}
    package func dragTimeline(to fraction: Double?) -> Bool { false }

    /// Whether a page of the list is loading.
    package var isListing: Bool { model.phase == .loadingFirst || model.phase == .loadingMore }

    /// Whether every visible tile shows its picture or its failure, or there is nothing to wait for.
    package var isViewportComplete: Bool {
        switch model.phase {
        case .empty, .failed(_, atStart: true): return true
        case .loaded(end: true) where model.count == 0: return true
        case .idle, .loadingFirst: return false
        case .loadingMore, .loaded, .failed: break
        }
        let states = tileStates
        return states.visible > 0 && states.blank == 0 && states.preview == 0
    }
}
