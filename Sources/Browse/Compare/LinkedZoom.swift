public import Photos

// Zoom and pan of photos that are compared: where one goes, the others go.
import func Glibc.log
import func Glibc.log2
import func Glibc.pow

/// The placement that several photos have together, each in its own view.
///
/// All show the same share of their sides in the middle. How much they are magnified is one level for all: level 0
/// shows the whole photos, at level 1 the one with the most pixels has one device pixel for each, and photos with fewer
/// pixels are as large as that one. A photo that was moved alone keeps its distance to the others until all are whole
/// again.
public struct LinkedZoom: Hashable, Sendable {
    /// A placement, or the difference of two.
    private struct Place: Hashable, Sendable {
        var level = 0.0
        /// The point in the middle of the view, in shares of the sides.
        var x = 0.5, y = 0.5

        static let none = Place(level: 0, x: 0, y: 0)

        static func + (one: Place, other: Place) -> Place {
            Place(level: one.level + other.level, x: one.x + other.x, y: one.y + other.y)
        }
        static func - (one: Place, other: Place) -> Place {
            Place(level: one.level - other.level, x: one.x - other.x, y: one.y - other.y)
        }
    }

    /// A photo that was moved together with the others, and where it lies.
    private struct Lead: Hashable, Sendable {
        let ref: PhotoRef
        let placement: ZoomState
    }

    private var shared = Place()
    /// The latest one.
    private var lead: Lead?
    /// How photos that were moved alone differ from the others.
    private var apart: [PhotoRef: Place] = [:]
    private var areas: [PhotoRef: Double] = [:]
    private var largest: Double { areas.values.max() ?? 1 }

    /// Creates one that shows whole photos.
    public init() {}

    /// Whether a photo was moved alone.
    public func isApart(_ ref: PhotoRef) -> Bool { apart[ref] != nil }

    /// Takes note of which photos are left, or have come.
    public mutating func keep(only photos: [PhotoRef]) {
        apart = apart.filter { photos.contains($0.key) }
        if areas.keys.contains(where: { !photos.contains($0) }) {
            change { $0.areas = $0.areas.filter { photos.contains($0.key) } }
        }
    }

    /// Takes note of where the user has moved a photo.
    /// - Parameter alone: Whether the others stay where they are.
    public mutating func move(_ ref: PhotoRef, to placement: ZoomState, alone: Bool) {
        know(placement.picture, of: ref)
        let place = place(of: placement, ref)
        if alone {
            let difference = place - shared
            apart[ref] = difference == .none ? nil : difference
        } else {
            (shared, lead) = (place - (apart[ref] ?? .none), Lead(ref: ref, placement: placement))
        }
        if areAllWhole { (shared, apart) = (Place(), [:]) }
    }

    private var areAllWhole: Bool { shared.level <= 0 && apart.values.allSatisfy { shared.level + $0.level <= 0 } }

    /// Returns where a photo lies together with the others.
    /// - Parameters:
    ///   - picture: Its size in its own pixels, after rotation.
    ///   - isGuess: Whether only the ratio of that is known. The photo is then magnified as much more than the whole of
    ///     it as the one that was moved last.
    ///   - view: Size of its view.
    public mutating func placement(
        of ref: PhotoRef, _ picture: PixelSize, isGuess: Bool = false, in view: PixelSize
    ) -> ZoomState {
        if !isGuess { know(picture, of: ref) }
        let place = shared + (apart[ref] ?? .none), whole = ZoomState(picture, in: view)
        guard place.level > 0 else { return whole }
        let scale: Double
        if isGuess {
            scale = whole.scale * (lead.map { $0.placement.scale / $0.placement.fittedScale } ?? 1)
        } else {
            scale = Self.scale(at: place.level, whole: whole.fittedScale, pixels: pixels(of: ref))
        }
        return whole.zoomed(to: scale, withMiddle: place.x, place.y)
    }

    // MARK: Levels

    private mutating func know(_ picture: PixelSize, of ref: PhotoRef) {
        let area = Double(picture.area)
        if areas[ref] != area { change { $0.areas[ref] = area } }
    }

    /// Changes the areas. What the level means follows the largest one, so it is read anew where it was read last.
    private mutating func change(_ body: (inout LinkedZoom) -> Void) {
        let before = largest
        body(&self)
        guard largest != before, let lead, areas[lead.ref] != nil, !lead.placement.isFitted else { return }
        shared = place(of: lead.placement, lead.ref) - (apart[lead.ref] ?? .none)
    }

    /// The scale at which a photo is as large as the one with the most pixels is at its own.
    private func pixels(of ref: PhotoRef) -> Double { (largest / (areas[ref] ?? largest)).squareRoot() }

    private func place(of placement: ZoomState, _ ref: PhotoRef) -> Place {
        let middle = placement.middle
        guard !placement.isFitted else { return Place() }
        let level = Self.level(at: placement.scale, whole: placement.fittedScale, pixels: pixels(of: ref))
        return Place(level: level, x: middle.x, y: middle.y)
    }

    /// Below level 1 equal steps are equal factors; above, each step is a factor of two.
    static func level(at scale: Double, whole: Double, pixels: Double) -> Double {
        guard pixels > whole else { return 1 + log2(scale / whole) }
        return scale < pixels ? log(scale / whole) / log(pixels / whole) : 1 + log2(scale / pixels)
    }

    static func scale(at level: Double, whole: Double, pixels: Double) -> Double {
        guard pixels > whole else { return level <= 1 ? whole : whole * pow(2, level - 1) }
        return level < 1 ? whole * pow(pixels / whole, level) : pixels * pow(2, level - 1)
    }
}
