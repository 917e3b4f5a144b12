// What the user has chosen in the preferences, if the settings schema is installed.

/// The preferences that are nobody else's, in GSettings. A key that an installed schema lacks is not remembered.
@MainActor
public final class PreferencesMemory {
    private let settings: CheckedSettings

    /// Returns nil when no schema called `id` is installed.
    /// - Parameter folder: a folder of compiled schemas that is searched first, or nil for the system's only.
    public init?(schema id: String, folder: String? = nil) {
        guard let settings = CheckedSettings(schema: id, folder: folder) else { return nil }
        self.settings = settings
    }

    /// Name of what a start without arguments shows.
    public var start: String? {
        get { settings.text("start-with") }
        set { settings.store(newValue ?? "", "start-with") }
    }

    /// Whether small groups stand beside each other in the grid.
    public var sharesRows: Bool? {
        get { settings.isOn("share-rows") }
        set { settings.store(newValue ?? true, "share-rows") }
    }

    /// Whether photos without stars show that always, or under the pointer alone.
    public var showsEmptyStars: Bool? {
        get { settings.isOn("empty-stars") }
        set { settings.store(newValue ?? false, "empty-stars") }
    }

    /// Whether an opened animated picture plays.
    public var playsAnimations: Bool? {
        get { settings.isOn("play-animations") }
        set { settings.store(newValue ?? true, "play-animations") }
    }

    /// Whether a blur of an opened photo lies behind it.
    public var blursGround: Bool? {
        get { settings.isOn("blurred-ground") }
        set { settings.store(newValue ?? false, "blurred-ground") }
    }

    /// Whether magnification and place are kept from one opened photo to the next.
    public var keepsZoom: Bool? {
        get { settings.isOn("keep-zoom") }
        set { settings.store(newValue ?? false, "keep-zoom") }
    }

    /// Limit of the disk caches in megabytes.
    public var cacheMegabytes: Int? {
        get { settings.number("cache-megabytes") }
        set { settings.store(newValue, "cache-megabytes") }
    }

    /// Limit of the previews of photos on shares in megabytes.
    public var shareMegabytes: Int? {
        get { settings.number("share-megabytes") }
        set { settings.store(newValue, "share-megabytes") }
    }

    /// Whether photos may be fetched from the network.
    public var allowsNetwork: Bool? {
        get { settings.isOn("allow-network") }
        set { settings.store(newValue ?? true, "allow-network") }
    }

    /// What exported photos are like, as a word.
    public var exportRecipe: String? {
        get { settings.text("export-recipe") }
        set { settings.store(newValue ?? "", "export-recipe") }
    }

    /// The pattern of the names of exported photos.
    public var exportPattern: String? {
        get { settings.text("export-pattern") }
        set { settings.store(newValue ?? "", "export-pattern") }
    }

    /// Absolute path of the folder to which photos were exported last; empty where none were.
    public var exportFolder: String? {
        get { settings.text("export-folder") }
        set { settings.store(newValue ?? "", "export-folder") }
    }

    /// The pattern of the folders into which new photos are copied.
    public var arrivalPattern: String? {
        get { settings.text("arrival-pattern") }
        set { settings.store(newValue ?? "", "arrival-pattern") }
    }

    /// Absolute path of the folder below which new photos were copied last; empty where none were.
    public var arrivalFolder: String? {
        get { settings.text("arrival-folder") }
        set { settings.store(newValue ?? "", "arrival-folder") }
    }

    /// Seconds for which a slideshow shows a photo.
    public var slideSeconds: Int? {
        get { settings.number("slideshow-seconds") }
        set { settings.store(newValue, "slideshow-seconds") }
    }

    /// Whether the photos of a slideshow fade into each other.
    public var fadesSlides: Bool? {
        get { settings.isOn("slideshow-fade") }
        set { settings.store(newValue ?? true, "slideshow-fade") }
    }

    /// Whether a slideshow shows the photos in an order of chance.
    public var shufflesSlides: Bool? {
        get { settings.isOn("slideshow-shuffle") }
        set { settings.store(newValue ?? false, "slideshow-shuffle") }
    }
}
