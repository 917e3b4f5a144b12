// What is reported to assistive technology about one tile.
import CGTK
import CWidgets
import Desktop

/// The place of a photo among those of the grid, counted from 0.
struct TilePlace: Hashable {
    var index: Int
    /// Number of photos.
    var count: Int
    var row: Int
    /// Number among the photos of its row.
    var column: Int
}

/// Name, place and state of one tile as GTK hands them on. GTK makes a value of each update, and sends a message where
/// a program has asked for the tile before, so that it is told only what has changed.
struct AccessibleTile {
    private let widget: Widget
    private var name: String?
    private var place: TilePlace?
    private var isBusy = false
    private var isSelected: Bool?

    /// Number of updates, and of those of the busy state alone, since the program started; tests compare them.
    private(set) static var updateCount = 0
    private(set) static var busyUpdateCount = 0

    init(_ widget: Widget) { self.widget = widget }

    /// Sets what is said of the photo: its name, and what is known of it.
    mutating func setName(_ name: String) {
        guard name != self.name else { return }
        self.name = name
        Self.updateCount += 1
        tessera_accessible_set_label(widget.object, name)
    }

    /// Sets where the photo is. It is a description as well, because GTK 4.8 does not pass positions in sets on to
    /// AT-SPI.
    mutating func setPlace(_ place: TilePlace) {
        guard place != self.place else { return }
        let isElsewhere = place.index != self.place?.index || place.count != self.place?.count
        self.place = place
        Self.updateCount += 1
        tessera_accessible_set_place(
            widget.object, Int32(clamping: place.index + 1), Int32(clamping: place.count),
            Int32(clamping: place.row + 1), Int32(clamping: place.column + 1))
        if isElsewhere {
            tessera_accessible_set_description(
                widget.object, GalleryTitle.position(place.index + 1, of: place.count))
        }
    }

    /// Sets whether the picture is still loading.
    mutating func setBusy(_ isBusy: Bool) {
        guard isBusy != self.isBusy else { return }
        self.isBusy = isBusy
        Self.updateCount += 1
        Self.busyUpdateCount += 1
        tessera_accessible_set_busy(widget.object, isBusy ? 1 : 0)
    }

    /// Sets whether the photo is selected.
    mutating func setSelected(_ isSelected: Bool) {
        guard isSelected != self.isSelected else { return }
        self.isSelected = isSelected
        Self.updateCount += 1
        tessera_accessible_set_selected(widget.object, isSelected ? 1 : 0)
    }
}
