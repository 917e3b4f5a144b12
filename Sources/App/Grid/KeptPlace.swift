// The place that the grid keeps in its viewport while sizes, order and photos change.
import Browse
import Library
import Photos

/// A photo of the grid, and a height of the viewport at which a point of it lies.
struct GridPlace {
    fileprivate let ref: PhotoRef
    fileprivate let anchor: ScrollAnchor

    fileprivate init?(_ anchor: ScrollAnchor, in snapshot: CollectionSnapshot) {
        guard anchor.index < snapshot.count else { return nil }
        (ref, self.anchor) = (snapshot.ref(at: anchor.index), anchor)
    }
}

/// A layout, and the part of it that is in view. Lengths are in logical pixels.
struct ScrolledLayout {
    let layout: GridLayout
    /// The adjustment's value.
    let scroll: Double
    /// Height of the viewport.
    let pageHeight: Double

    /// Whether there is something in view that can be kept in its place.
    private var isShown: Bool { layout.count > 0 && pageHeight > 0 }

    /// The anchor of a resize: the top of the viewport, or the end of the list where that is in view.
    var edge: ScrollAnchor? {
        isShown ? ScrollAnchor(scroll: scroll, pageHeight: pageHeight, layout: layout) : nil
    }

    /// Returns the anchor of a point of the viewport, x from the side at which lines begin.
    func anchor(_ point: (x: Double, y: Double)) -> ScrollAnchor? {
        isShown ? ScrollAnchor(x: point.x, y: point.y, scroll: scroll, layout: layout) : nil
    }

    /// Returns the centre of the visible part of a cell in the viewport, x from the side at which lines begin.
    func middle(of position: Int) -> (x: Double, y: Double) {
        let cell = layout.cell(of: position)
        return (cell.midX, min(max(0, cell.midY - scroll), pageHeight))
    }

    /// The place of the photo at `position`.
    func place(of position: Int, in snapshot: CollectionSnapshot) -> GridPlace? {
        anchor(middle(of: position)).flatMap { GridPlace($0, in: snapshot) }
    }
}

/// The place that layouts keep in the viewport, over any number of them, until the user scrolls; and the one that a
/// step of the collection is to bring back.
struct KeptPlace {
    /// Why a place was chosen. As long as the reason is the same, so is the place.
    enum Reason: Equatable {
        case layout, middle
        case focus(PhotoRef)
        /// The point of the viewport where the pointer is.
        case point(x: Double, y: Double)
    }

    private var anchor: ScrollAnchor?
    private var reason = Reason.layout
    /// What a step of the collection is to bring back.
    private enum Awaited {
        /// The place of a photo, with the next step that holds it.
        case place(GridPlace)
        /// The top of the list, with the next step that moves photos.
        case top
    }
    private var awaited: Awaited?

    /// Whether a place is kept: the user has not scrolled since the last layout that kept one.
    var isKept: Bool { anchor != nil }

    /// The position of the photo that is kept in place, in the order in which it was chosen.
    var position: Int? { anchor?.index }

    /// Gives the place up: the user has scrolled.
    mutating func release() { (anchor, awaited) = (nil, nil) }

    /// Keeps the top of the viewport, unless another place is kept already.
    mutating func keepTop(of view: ScrolledLayout) {
        guard anchor == nil, let edge = view.edge else { return }
        (anchor, reason) = (edge, .layout)
    }

    /// Puts the photo at `index` at the top of the viewport.
    mutating func keep(top index: Int) { (anchor, reason) = (ScrollAnchor(top: index), .layout) }

    /// Keeps what lies at a point of the viewport, x from the side at which lines begin; the place that is kept already
    /// where it was chosen for the same reason.
    mutating func keep(_ point: (x: Double, y: Double), for reason: Reason, in view: ScrolledLayout) {
        guard anchor == nil || reason != self.reason, let chosen = view.anchor(point) else { return }
        (anchor, self.reason) = (chosen, reason)
    }

    /// Returns the place at the top of the viewport; nil at the top of the list.
    func topPlace(of view: ScrolledLayout, in snapshot: CollectionSnapshot) -> GridPlace? {
        isAtTop(view) ? nil : view.edge.flatMap { GridPlace($0, in: snapshot) }
    }

    /// Brings a place back with the next step that holds its photo, unless the user scrolls before.
    mutating func bringBack(_ place: GridPlace) { awaited = .place(place) }

    /// Shows the top of the list with the next step that moves photos, unless the user scrolls before.
    mutating func bringBackTop() { awaited = .top }

    /// Leaves the list where it is, if the top was to come back.
    mutating func forgetTop() { if case .top = awaited { awaited = nil } }

    /// Takes a step of the collection. The photo that is kept in place, or else the one at the top of the viewport,
    /// stays there; when it is gone, the next one takes its place. At the top of the list, the top stays.
    /// - Parameter isLaidOutAnew: Whether photos get other places, although their order may stay: under other headings,
    ///   or in other proportions.
    /// - Returns: Whether the awaited place has come back.
    mutating func collectionChanged(
        by update: CollectionUpdate, after before: CollectionSnapshot, in view: ScrolledLayout, isLaidOutAnew: Bool
    ) -> Bool {
        let returning: ScrollAnchor? =
            switch awaited {
            case .place(let place): update.snapshot.position(of: place.ref).map(place.anchor.moved(to:))
            case .top: update.movesPhotos ? ScrollAnchor(top: 0) : nil
            case nil: nil
            }
        if let returning {
            (anchor, reason, awaited) = (returning, .layout, nil)
        } else if update.movesPhotos || isLaidOutAnew {
            if isAtTop(view) {
                keep(top: 0)
            } else {
                keepTop(of: view)
                anchor = anchor.flatMap { anchor in
                    before.successor(of: before.ref(at: min(anchor.index, before.count - 1)), in: update.snapshot)
                        .flatMap(update.snapshot.position(of:)).map(anchor.moved(to:))
                }
            }
        }
        return returning != nil
    }

    /// Returns the scroll position at which `layout` has the place where it is kept; nil where none is.
    func scroll(in layout: GridLayout, pageHeight: Double) -> Double? {
        anchor.map { $0.scroll(layout: layout, pageHeight: pageHeight) }
    }

    /// Whether the list is shown from its first row on, and will be after the next layout.
    private func isAtTop(_ view: ScrolledLayout) -> Bool {
        view.scroll <= 0 && scroll(in: view.layout, pageHeight: view.pageHeight).map { $0 <= 0 } != false
    }
}
