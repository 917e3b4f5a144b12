// The preferences as the program uses them: one observed object, which windows and caches follow.
import Browse
import Desktop
import Library
import Observation
import Photos

/// What the user has chosen for all windows. A change acts at once on everything that observes it, and is kept where
/// there is a memory. Layout and captions are kept by the window that closes, the usual order by the memory of orders.
@Observable
package final class Preferences {
    @ObservationIgnored private let memory: PreferencesMemory?
    /// Called when the network is allowed or not, before anything that observes it.
    @ObservationIgnored var onNetwork: (Bool) -> Void = { _ in }

    /// What a start without arguments shows.
    var start: StartChoice {
        didSet { if start != oldValue { memory?.start = start.rawValue } }
    }
    /// Order and groups of sources that the user has not arranged; its search is empty.
    var usualOrder = Query()
    /// How the photos are laid out.
    var layout: LayoutKind
    /// Whether names and dates are shown under the pictures.
    var showsCaptions: Bool
    /// Whether small groups stand beside each other in the grid.
    var sharesRows: Bool {
        didSet { if sharesRows != oldValue { memory?.sharesRows = sharesRows } }
    }
    /// Whether photos without stars show that always, or under the pointer alone.
    var showsEmptyStars: Bool {
        didSet { if showsEmptyStars != oldValue { memory?.showsEmptyStars = showsEmptyStars } }
    }
    /// Whether an opened animated picture plays.
    var playsAnimations: Bool {
        didSet { if playsAnimations != oldValue { memory?.playsAnimations = playsAnimations } }
    }
    /// Whether a blur of an opened photo lies behind it.
    var blursGround: Bool {
        didSet { if blursGround != oldValue { memory?.blursGround = blursGround } }
    }
    /// Whether magnification and place are kept from one opened photo to the next.
    var keepsZoom: Bool {
        didSet { if keepsZoom != oldValue { memory?.keepsZoom = keepsZoom } }
    }
    /// Limit of the disk caches in megabytes.
    var cacheMegabytes: Int {
        didSet { if cacheMegabytes != oldValue { memory?.cacheMegabytes = cacheMegabytes } }
    }
    /// Limit of what is kept of the previews of photos on shares, in megabytes.
    var shareMegabytes: Int {
        didSet { if shareMegabytes != oldValue { memory?.shareMegabytes = shareMegabytes } }
    }
    /// Whether photos may be fetched from the network.
    var allowsNetwork: Bool {
        didSet {
            guard allowsNetwork != oldValue else { return }
            onNetwork(allowsNetwork)
            memory?.allowsNetwork = allowsNetwork
        }
    }
    /// What exported photos are like.
    var exportRecipe: ExportRecipe {
        didSet { if exportRecipe != oldValue { memory?.exportRecipe = exportRecipe.text } }
    }
    /// The pattern of their names.
    var exportPattern: String {
        didSet { if exportPattern != oldValue { memory?.exportPattern = exportPattern } }
    }
    /// The folder to which photos were exported last; nil where none were.
    var exportFolder: FilePath? {
        didSet { if exportFolder != oldValue { memory?.exportFolder = exportFolder?.text } }
    }
    /// The pattern of the folders into which new photos are copied.
    var arrivalPattern: String {
        didSet { if arrivalPattern != oldValue { memory?.arrivalPattern = arrivalPattern } }
    }
    /// The folder below which new photos were copied last; nil where none were.
    var arrivalFolder: FilePath? {
        didSet { if arrivalFolder != oldValue { memory?.arrivalFolder = arrivalFolder?.text } }
    }
    /// Seconds for which a slideshow shows a photo.
    var slideSeconds: Int {
        didSet { if slideSeconds != oldValue { memory?.slideSeconds = slideSeconds } }
    }
    /// Whether the photos of a slideshow fade into each other.
    var fadesSlides: Bool {
        didSet { if fadesSlides != oldValue { memory?.fadesSlides = fadesSlides } }
    }
    /// Whether a slideshow shows the photos in an order of chance.
    var shufflesSlides: Bool {
        didSet { if shufflesSlides != oldValue { memory?.shufflesSlides = shufflesSlides } }
    }

    /// Size of the disk caches in megabytes where the user has chosen none.
    static let usualCacheMegabytes = 280
    /// Megabytes for previews of photos on shares where the user has chosen none: those of some 10,000 photos.
    static let usualShareMegabytes = 1000
    /// Seconds of a photo in a slideshow where the user has chosen none.
    static let usualSlideSeconds = 5

    /// - Parameters:
    ///   - options: The command line, completed from the last run.
    ///   - memory: Nil where nothing is kept between runs.
    init(_ options: LaunchOptions, memory: PreferencesMemory? = nil) {
        self.memory = memory
        layout = options.layout ?? .squares
        showsCaptions = options.showsCaptions
        start = memory?.start.flatMap(StartChoice.init) ?? .last
        sharesRows = memory?.sharesRows ?? true
        showsEmptyStars = memory?.showsEmptyStars ?? false
        playsAnimations = memory?.playsAnimations ?? true
        blursGround = memory?.blursGround ?? false
        keepsZoom = memory?.keepsZoom ?? false
        cacheMegabytes = memory?.cacheMegabytes ?? Self.usualCacheMegabytes
        shareMegabytes = memory?.shareMegabytes ?? Self.usualShareMegabytes
        allowsNetwork = memory?.allowsNetwork ?? true
        exportRecipe = memory?.exportRecipe.flatMap { ExportRecipe(text: $0) } ?? ExportRecipe()
        let pattern = memory?.exportPattern ?? ""
        exportPattern = pattern.isEmpty ? NamePattern.Field.name.text : pattern
        let folder = memory?.exportFolder ?? ""
        exportFolder = folder.isEmpty ? nil : FilePath(folder)
        let arrivals = (pattern: memory?.arrivalPattern ?? "", folder: memory?.arrivalFolder ?? "")
        arrivalPattern = arrivals.pattern.isEmpty ? FolderPattern.usual : arrivals.pattern
        arrivalFolder = arrivals.folder.isEmpty ? nil : FilePath(arrivals.folder)
        slideSeconds = memory?.slideSeconds ?? Self.usualSlideSeconds
        fadesSlides = memory?.fadesSlides ?? true
        shufflesSlides = memory?.shufflesSlides ?? false
    }
}
