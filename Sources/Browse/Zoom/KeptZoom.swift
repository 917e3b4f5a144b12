// Magnification and place that are kept from photo to photo.
public import Photos

/// How the photos of one view are magnified, one after the other: at the same scale, in device pixels per pixel, with
/// the same share of each photo's sides at the view's centre. Photos of one size therefore lie in the same place.
///
/// What is kept is what the user has chosen. A photo that is too small for it is shown as large as it can be, and the
/// one after it as was chosen.
public struct KeptZoom: Hashable, Sendable {
    /// The placement that the user has chosen; nil for whole photos.
    private var chosen: ZoomState?
    /// The placement that the shown photo was given.
    private var given: ZoomState?

    /// Creates one that shows whole photos.
    public init() {}

    /// Whether a placement is the one that the shown photo was given, and not one that the user has chosen since.
    public func gave(_ zoomState: ZoomState) -> Bool { zoomState == given }

    /// Takes note of how a photo lies that gives way to another one.
    public mutating func leave(_ zoomState: ZoomState) {
        if !gave(zoomState) { chosen = zoomState.isFitted ? nil : zoomState }
        given = nil
    }

    /// Returns the placement of another photo, or of the same one that has turned out to have another size.
    /// - Parameters:
    ///   - picture: Its size in its own pixels, after rotation.
    ///   - isGuess: Whether only the ratio of that is known. The photo is then magnified as much more than the whole of
    ///     it as the one before was.
    ///   - view: Size of the view.
    public mutating func place(_ picture: PixelSize, isGuess: Bool = false, in view: PixelSize) -> ZoomState {
        let placed = placement(of: picture, isGuess: isGuess, in: view)
        given = placed
        return placed
    }

    private func placement(of picture: PixelSize, isGuess: Bool, in view: PixelSize) -> ZoomState {
        let whole = ZoomState(picture, in: view)
        guard let chosen else { return whole }
        if !isGuess, chosen.picture == picture, chosen.view == view { return chosen }
        let scale = isGuess ? whole.scale * chosen.scale / chosen.fittedScale : chosen.scale
        let middle = chosen.middle
        return whole.zoomed(to: scale, withMiddle: middle.x, middle.y)
    }
}

extension ZoomState {
    /// The point of the picture at the view's centre, in shares of the picture's sides.
    public var middle: (x: Double, y: Double) {
        let point = point(under: Double(view.width) / 2, Double(view.height) / 2)
        return (point.x / Double(picture.width), point.y / Double(picture.height))
    }

    /// Returns the placement at another scale, clamped to its limits, with a point of the picture at the view's centre,
    /// as far as the edges allow.
    /// - Parameters:
    ///   - x: The point, in shares of the picture's sides.
    public func zoomed(to wanted: Double, withMiddle x: Double, _ y: Double) -> ZoomState {
        let zoomed = zoomed(to: wanted, at: 0, 0), now = zoomed.middle
        return zoomed.panned(
            x: (now.x - x) * Double(picture.width) * zoomed.scale,
            y: (now.y - y) * Double(picture.height) * zoomed.scale)
    }
}
