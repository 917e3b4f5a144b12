// The interface of a grid for profiling, scenarios and screenshots.
import CGTK
import Desktop
import FrameProfile
import ImagePipeline

/// Counts of the visible tiles of one frame, by what they show.
struct TileStates: Equatable {
    /// Tiles at least partly in the viewport.
    var visible = 0
    /// Those of them that show only the placeholder.
    var blank = 0
    /// Those of them that show a preview: a picture in another size than the wanted one.
    var preview = 0
}

/// Cost of the grid's own code on the main thread since the grid was made, in microseconds.
struct GridWork: Equatable {
    /// Planning what is wanted.
    var planned: Int64 = 0
    /// Passing arrived pictures to tiles.
    var handedOver: Int64 = 0
}

/// A grid that can be scrolled by a script and measured after every frame: Tessera's own or one of those for
/// comparison.
protocol GridSurface: AnyObject {
    var root: WidgetReference { get }
    var adjustment: UnsafeMutablePointer<GtkAdjustment> { get }
    /// The GtkGridView, whose key bindings and actions scripts use.
    var view: OpaquePointer { get }
    /// States of the visible tiles. Read after a frame was painted; costs microseconds.
    var tileStates: TileStates { get }
    /// Number of cells bound since the grid was made.
    var binds: Int { get }
    /// Number of pictures delivered to tiles since the grid was made.
    var deliveries: Int { get }
    /// Cost of the grid's own code; nil where it is not measured.
    var work: GridWork? { get }
    /// Whether another frame is requested already.
    var isAnimating: Bool { get }
    /// The loader's counters for the report.
    var loaderFigures: LoaderFigures { get }
    /// Bytes of decoded images held now; nil where they are not counted.
    var textureBytes: Int? { get }
    /// Times of the latest pictures by pipeline stage; nil where they are not measured.
    var stageTimes: StageTimes? { get }
    /// The cache of decoded images; nil where there is none.
    var memoryCache: MemoryCache? { get }
    /// The loader's present activity; nil where there is no loader.
    var activity: LoaderActivity? { get async }
    /// Number of photos listed so far.
    var photoCount: Int { get }
    /// Whether the list is complete, or cannot be continued.
    var isListComplete: Bool { get }
    /// Whether every visible tile shows its picture or its failure, or there is nothing to wait for.
    var isViewportComplete: Bool { get }
    /// Whether nothing is running: no listing, no fetch, no decode.
    var isQuiet: Bool { get }
}

extension GridSurface {
    var memoryCache: MemoryCache? { nil }
    var activity: LoaderActivity? { nil }
}
