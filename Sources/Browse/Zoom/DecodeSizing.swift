// The size and the region in which a magnified picture is decoded: no more pixels than are drawn, in steps, under a
// limit.
public import Photos

/// Sizes and regions of decodes beyond the fitted size.
public enum DecodeSizing {
    /// Largest number of pixels of one decode: 25 megapixels, 100 MB. A larger picture that cannot be decoded by region
    /// is magnified from that many.
    public static let pixelLimit = 25_000_000
    /// Largest picture that is decoded at an exact scale although all of its pixels have to be read for it. A larger
    /// one is decoded at a half, a quarter …, as a JPEG decoder can do directly: a panorama of 20,000 × 4,000 never
    /// takes more than 20 megapixels of memory.
    static let wholeLimit = 2 * pixelLimit
    /// Ratio of successive decode sizes: a picture is then drawn at no less than `PictureLevel.smallestScale` of its
    /// size.
    static let step = 1 / PictureLevel.smallestScale

    /// Size in views above which a picture is decoded by region, unless it has no more pixels than one. Up to this size
    /// its pixels take little more memory than those of a region, which are 4 views, and panning needs no decode: 12
    /// megapixels in a window of 1280×800.
    static let wholeViews = 12
    /// Least side of a region in views: half a view lies around the visible part on each side.
    static let regionViews = 2.0
    /// Pixels that a region of a small view has at least: one of several that are compared. A region costs as much as
    /// to read all that lies before it in the file, however small it is, so that larger ones cost less a pan.
    static let regionArea = 1_500_000
    /// Share of the margin around the visible part below which the next region is requested.
    private static let reserve = 1.0 / 4

    /// Returns the size at which to decode for a zoom state at rest: at least the drawn size, unless a limit or the
    /// picture's own size is less. Nil where the fitted size is enough.
    /// - Parameter limit: Largest number of pixels.
    public static func size(for zoomState: ZoomState, limit: Int = pixelLimit) -> PixelSize? {
        guard let scale = scale(for: zoomState) else { return nil }
        let limited = min(scale, largestScale(of: zoomState.picture, limit: limit))
        return limited > zoomState.fittedScale ? zoomState.picture.scaled(by: limited, .up) : nil
    }

    /// Returns the region of the upright picture to decode in place of the whole: the visible part and as much again
    /// around it, at the scale for the zoom state, without the limits of `size(for:)`. Nil where the whole is decoded.
    /// - Parameters:
    ///   - quarterTurns: Clockwise quarter turns of the zoom state's picture, 0…3.
    ///   - limit: Largest number of pixels of a whole picture or a region.
    public static func region(
        for zoomState: ZoomState, quarterTurns: Int, limit: Int = pixelLimit
    ) -> PictureRegion? {
        guard let scale = scale(for: zoomState) else { return nil }
        let whole = zoomState.picture.scaled(by: scale, .up)
        let wholeArea = min(Double(limit), max(Double(regionArea), Double(wholeViews) * Double(zoomState.view.area)))
        guard Double(whole.area) > wholeArea else { return nil }
        let views = views(of: zoomState, limit: limit)
        let seen = zoomState.seen(of: whole, around: 0)
        let size = PixelSize(
            width: min(whole.width, max(seen.size.width, Int(Double(zoomState.view.width) * views))),
            height: min(whole.height, max(seen.size.height, Int(Double(zoomState.view.height) * views))))
        // Moved inside, not cut: at an edge the region extends further the other way.
        func origin(_ start: Int, _ seen: Int, _ extent: Int, _ whole: Int) -> Int {
            max(0, min(whole - extent, start - (extent - seen) / 2))
        }
        return PictureRegion(
            of: whole, x: origin(seen.x, seen.size.width, size.width, whole.width),
            y: origin(seen.y, seen.size.height, size.height, whole.height), size: size
        ).stored(orientation(quarterTurns))
    }

    /// Returns the side of a region in views.
    private static func views(of zoomState: ZoomState, limit: Int) -> Double {
        func side(_ pixels: Int) -> Double { (Double(pixels) / Double(zoomState.view.area)).squareRoot() }
        return min(max(regionViews, side(regionArea)), side(limit))
    }

    /// Returns whether a region that is loaded or loading is as good as the one for the zoom state.
    /// - Parameter isThere: Whether the region is loaded. A loaded region is replaced before the view reaches its edge;
    ///   a loading one is kept as long as it contains the visible part.
    ///   - limit: That of `region(for:quarterTurns:limit:)`.
    public static func suffices(
        _ region: PictureRegion, for zoomState: ZoomState, quarterTurns: Int, isThere: Bool, limit: Int = pixelLimit
    ) -> Bool {
        guard let scale = scale(for: zoomState) else { return false }
        let region = region.stored(orientation(4 - quarterTurns))
        let isSharp = region.whole.width >= zoomState.picture.scaled(by: scale, .up).width
        let isDrawn = Double(zoomState.drawn.width) >= PictureLevel.smallestScale * Double(region.whole.width)
        let margin = isThere ? reserve * max(0, views(of: zoomState, limit: limit) - 1) / 2 : 0
        return isSharp && isDrawn && region.contains(zoomState.seen(of: region.whole, around: margin))
    }

    /// Returns the EXIF orientation of a file that needs so many clockwise quarter turns to be upright.
    private static func orientation(_ quarterTurns: Int) -> Int { [1, 6, 3, 8][quarterTurns & 3] }

    /// Returns the scale, in steps, at which the picture has at least one pixel for each drawn one; nil where the
    /// fitted size has.
    private static func scale(for zoomState: ZoomState) -> Double? {
        guard !zoomState.isFitted, zoomState.fittedScale < 1 else { return nil }
        var scale = zoomState.fittedScale
        while scale < zoomState.scale { scale *= step }
        return min(scale, 1)
    }

    /// Returns the largest scale at which a whole picture is decoded.
    private static func largestScale(of picture: PixelSize, limit: Int) -> Double {
        guard picture.area > limit else { return 1 }
        // A thousandth less, for the rounding of its sides.
        guard picture.area > wholeLimit else { return (Double(limit) / Double(picture.area)).squareRoot() * 0.999 }
        var parts = 2.0
        while Double(picture.area) / (parts * parts) > Double(limit) { parts *= 2 }
        return 1 / parts
    }
}

extension ZoomState {
    /// Returns the visible part of the picture in another size, extended by `around` views on each side.
    fileprivate func seen(of whole: PixelSize, around: Double) -> PictureRegion {
        func span(_ origin: Int, _ view: Int, _ drawn: Int, _ whole: Int) -> (start: Int, count: Int) {
            let scale = Double(whole) / Double(drawn)
            let start = Double(max(0, -origin)), end = Double(min(drawn, view - origin))
            let first = (start * scale - around * Double(view)).rounded(.down)
            let last = (end * scale + around * Double(view)).rounded(.up)
            return (max(0, Int(first)), min(whole, Int(last)) - max(0, Int(first)))
        }
        let across = span(origin.x, view.width, drawn.width, whole.width)
        let down = span(origin.y, view.height, drawn.height, whole.height)
        return PictureRegion(
            of: whole, x: across.start, y: down.start, size: PixelSize(width: across.count, height: down.count))
    }
}
