// In which size a magnified picture is decoded, and which part of it: no more pixels than are drawn, in steps, under a
// limit.
public import Photos

/// Sizes of decodes beyond the fitted one.
public enum PictureDetail {
    /// The most pixels of one decode: 25 megapixels, 100 MB. A larger picture that cannot be decoded in parts is magnified
    /// from that many.
    public static let pixelLimit = 25_000_000
    /// The largest picture whose own pixels are gone through for it. Of a larger one a half, a quarter … is taken, which is
    /// the size that a JPEG is decoded to: a panorama of 20,000 × 4,000 is never in memory with more than 20 megapixels.
    static let wholeLimit = 2 * pixelLimit
    /// From one size to the next: a picture is then drawn at no less than `PictureLevel.smallestScale` of its size.
    static let step = 1 / PictureLevel.smallestScale

    /// A picture of more views than this is decoded in parts. Up to there its pixels take little more than those of a part
    /// take, which are 4 views, and the next view needs no decode: 12 megapixels in a window of 1280×800.
    static let wholeViews = 12
    /// Of a part, in views along either side: half a view lies around what is seen.
    static let regionViews = 2.0
    /// A part is left for the next one while this much of the view still lies around what is seen.
    private static let reserve = 1.0 / 8

    /// The size at which to decode for a magnifier that has come to rest: at least what is drawn, unless a limit or the
    /// picture's own size is less. Nil where the fitted size is enough.
    public static func size(for magnifier: Magnifier) -> PixelSize? {
        guard let scale = scale(for: magnifier) else { return nil }
        let limited = min(scale, largestScale(of: magnifier.picture))
        return limited > magnifier.fittedScale ? magnifier.picture.scaled(by: limited, .up) : nil
    }

    /// The part of the upright picture to decode in place of the whole: what is seen of it and as much again around that, in
    /// the size for the magnifier, which for a part has no limit. Nil where the whole is decoded.
    /// - Parameter turns: Quarters clockwise, 0…3, by which the magnifier's picture is turned.
    public static func region(for magnifier: Magnifier, turns: Int) -> PictureRegion? {
        guard let scale = scale(for: magnifier) else { return nil }
        let whole = magnifier.picture.scaled(by: scale, .up)
        let wholeArea = min(Double(pixelLimit), Double(wholeViews) * Double(magnifier.view.area))
        guard Double(whole.area) > wholeArea else { return nil }
        let views = min(regionViews, (Double(pixelLimit) / Double(magnifier.view.area)).squareRoot())
        let seen = magnifier.seen(of: whole, around: 0)
        let size = PixelSize(
            width: max(seen.size.width, Int(Double(magnifier.view.width) * views)),
            height: max(seen.size.height, Int(Double(magnifier.view.height) * views)))
        // Moved inside, not cut: at an edge it reaches further the other way.
        func origin(_ start: Int, _ seen: Int, _ extent: Int, _ whole: Int) -> Int {
            max(0, min(whole - extent, start - (extent - seen) / 2))
        }
        return PictureRegion(
            of: whole, x: origin(seen.x, seen.size.width, size.width, whole.width),
            y: origin(seen.y, seen.size.height, size.height, whole.height), size: size
        ).stored(orientation(turns))
    }

    /// Whether a part that is there, or is on its way, is as good as the one for the magnifier.
    /// - Parameter isThere: The next one is asked for before the view reaches the edge of one that is there. One that is on
    ///   its way is waited for as long as all that is seen lies in it.
    public static func suffices(_ region: PictureRegion, for magnifier: Magnifier, turns: Int, isThere: Bool) -> Bool {
        guard let scale = scale(for: magnifier) else { return false }
        let region = region.stored(orientation(4 - turns))
        let isSharp = region.whole.width >= magnifier.picture.scaled(by: scale, .up).width
        let isDrawn = Double(magnifier.drawn.width) >= PictureLevel.smallestScale * Double(region.whole.width)
        return isSharp && isDrawn && region.contains(magnifier.seen(of: region.whole, around: isThere ? reserve : 0))
    }

    /// The EXIF orientation of a file that has to be turned by so many quarters to be upright.
    private static func orientation(_ turns: Int) -> Int { [1, 6, 3, 8][turns & 3] }

    /// The part of the picture's own size that has a pixel for each that is drawn, in steps; nil where the fitted one has.
    private static func scale(for magnifier: Magnifier) -> Double? {
        guard !magnifier.isFitted, magnifier.fittedScale < 1 else { return nil }
        var scale = magnifier.fittedScale
        while scale < magnifier.scale { scale *= step }
        return min(scale, 1)
    }

    /// How much of its own size a picture is decoded to at most.
    private static func largestScale(of picture: PixelSize) -> Double {
        guard picture.area > pixelLimit else { return 1 }
        // By a thousandth less, for the rounding of its sides.
        guard picture.area > wholeLimit else { return (Double(pixelLimit) / Double(picture.area)).squareRoot() * 0.999 }
        var parts = 2.0
        while Double(picture.area) / (parts * parts) > Double(pixelLimit) { parts *= 2 }
        return 1 / parts
    }
}

extension Magnifier {
    /// What lies in the view of the picture in another size, and `around` views beyond it on each side.
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
