// In which size a magnified picture is decoded: no more pixels than are drawn, in steps, under a limit.
public import Photos

/// Sizes of decodes beyond the fitted one.
public enum PictureDetail {
    /// The most pixels of one decode: 25 megapixels, 100 MB. A larger picture is magnified from that many.
    public static let pixelLimit = 25_000_000
    /// The largest picture whose own pixels are gone through for it. Of a larger one a half, a quarter … is taken, which is
    /// the size that a JPEG is decoded to: a panorama of 20,000 × 4,000 is never in memory with more than 20 megapixels.
    static let wholeLimit = 2 * pixelLimit
    /// From one size to the next: a picture is then drawn at no less than `PictureLevel.smallestScale` of its size.
    static let step = 1 / PictureLevel.smallestScale

    /// The size at which to decode for a magnifier that has come to rest: at least what is drawn, unless a limit or the
    /// picture's own size is less. Nil where the fitted size is enough.
    public static func size(for magnifier: Magnifier) -> PixelSize? {
        guard !magnifier.isFitted, magnifier.fittedScale < 1 else { return nil }
        var scale = magnifier.fittedScale
        while scale < magnifier.scale { scale *= step }
        scale = min(scale, largestScale(of: magnifier.picture))
        guard scale > magnifier.fittedScale else { return nil }
        let width = (Double(magnifier.picture.width) * scale).rounded(.up)
        let height = (Double(magnifier.picture.height) * scale).rounded(.up)
        return PixelSize(width: Int(width), height: Int(height))
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
