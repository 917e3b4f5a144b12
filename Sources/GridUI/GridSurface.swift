// What profiling, scripted use and screenshots need to know of a grid, whichever way it is made.
import CDesktop
import Desktop
import FrameProfile
import ImagePipeline

/// What the visible tiles of one frame show.
struct TileStates: Equatable {
    /// Tiles at least partly in the viewport.
    var visible = 0
    /// Those of them that show nothing but the placeholder.
    var blank = 0
    /// Those that show a picture in another size than the one asked for.
    var preview = 0
}

/// What the grid's own code has cost the main thread since the grid was made, microseconds.
struct GridWork: Equatable {
    /// Looking up what is wanted.
    var planned: Int64 = 0
    /// Handing arrived pictures to tiles.
    var handedOver: Int64 = 0
}

/// A grid that can be scrolled by a script and questioned after every frame: Tessera's own or the plain one.
protocol GridSurface: AnyObject {
    var root: WidgetReference { get }
    var adjustment: UnsafeMutablePointer<GtkAdjustment> { get }
    /// The GtkGridView, whose key bindings and actions scripts use.
    var view: OpaquePointer { get }
    /// Questioned after a frame was painted; costs microseconds.
    var tileStates: TileStates { get }
    /// Cells bound since the grid was made.
    var binds: Int { get }
    /// Pictures handed to tiles since the grid was made.
    var deliveries: Int { get }
    /// What the grid's own code has cost; nil where nobody stamps it.
    var work: GridWork? { get }
    /// Whether another frame is wanted already.
    var isAnimating: Bool { get }
    /// The loader's counters for the report.
    var loaderFigures: LoaderFigures { get }
    /// Bytes of decoded pictures held now; nil where nobody counts them.
    var textureBytes: Int? { get }
    /// Where the time of the last pictures went; nil where nobody notes it.
    var stageTimes: StageTimes? { get }
    /// The decoded pictures that are kept; nil where none are.
    var memoryCache: MemoryCache? { get }
    /// What is being loaded at this moment; nil where nobody knows.
    var activity: LoaderActivity? { get async }
    /// Photos listed so far.
    var photoCount: Int { get }
    /// Whether there is nothing more to list, or nothing more can be had.
    var isListComplete: Bool { get }
    /// Whether every visible tile shows its picture or its failure, or there is nothing to wait for.
    var isViewportComplete: Bool { get }
    /// Whether nothing is on its way: no listing, no fetch, no decode.
    var isQuiet: Bool { get }
}

extension GridSurface {
    var memoryCache: MemoryCache? { nil }
    var activity: LoaderActivity? { nil }
}
