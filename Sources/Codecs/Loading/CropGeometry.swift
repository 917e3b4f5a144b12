// The arithmetic of `.fill` and `.fit`: which part of an image becomes how many pixels.
import Photos

/// The crop and reduction of one image. All sizes are upright, that is, after EXIF rotation.
struct CropGeometry: Equatable {
    /// The part that is taken, in pixels of the decoded image; centred.
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// Size of the result.
    let output: PixelSize

    /// - Parameters:
    ///   - decoded: size of the pixels at hand, reduced or not.
    ///   - original: size of the image before reduction.
    ///   - box: the requested size.
    ///
    /// `.fill`: exactly `box`; if the original does not cover the box, the largest centred part of the box's ratio at
    /// the original's own resolution. `.fit`: the whole image in `original.scaled(toward: box, fit: .fit)`.
    init(decoded: PixelSize, original: PixelSize, box: PixelSize, fit: Fit) {
        switch fit {
        case .fit:
            self.init(
                width: Double(decoded.width), height: Double(decoded.height), in: decoded,
                output: original.scaled(toward: box, fit: .fit))
        case .fill:
            let width = min(Double(decoded.width), Double(decoded.height) * box.aspectRatio)
            let height = min(Double(decoded.height), Double(decoded.width) / box.aspectRatio)
            if original.width >= box.width, original.height >= box.height {
                self.init(width: width, height: height, in: decoded, output: box)
            } else {
                let output = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
                self.init(width: Double(output.width), height: Double(output.height), in: decoded, output: output)
            }
        }
    }

    private init(width: Double, height: Double, in decoded: PixelSize, output: PixelSize) {
        var x = (Double(decoded.width) - width) / 2
        var y = (Double(decoded.height) - height) / 2
        // Unscaled pixels keep their positions: half a pixel of offset would only blur them.
        if Double(output.width) == width { x = x.rounded(.down) }
        if Double(output.height) == height { y = y.rounded(.down) }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.output = output
    }

    /// Makes the same crop of another rendering of the whole image, whose ratio may differ by rounding. The result has
    /// the ratio of the final image, so that nothing moves when that replaces it, and at most its size; nothing is
    /// upscaled.
    init(rendering: PixelSize, of original: PixelSize, box: PixelSize, fit: Fit) {
        let final = CropGeometry(decoded: original, original: original, box: box, fit: fit)
        let width = final.width * Double(rendering.width) / Double(original.width)
        let height = final.height * Double(rendering.height) / Double(original.height)
        let scale = min(1, width / Double(final.output.width), height / Double(final.output.height))
        func side(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
        self.init(
            width: width, height: height, in: rendering,
            output: PixelSize(width: side(final.output.width), height: side(final.output.height)))
    }

    /// Returns the power of two, 0…3, by which a JPEG of `original` pixels may be reduced while it still has enough
    /// pixels on both sides. The reduced sides are ceil(side / 2^k), exactly as libjpeg computes them.
    static func reduction(of original: PixelSize, toward box: PixelSize, fit: Fit) -> Int {
        let cover = original.scaled(toward: box, fit: fit)
        return (1...3).last {
            original.width.reduced(by: $0) >= cover.width && original.height.reduced(by: $0) >= cover.height
        } ?? 0
    }
}

extension PixelSize {
    /// Converts from stored to upright, or back: EXIF orientations 5…8 swap the sides.
    func oriented(by orientation: Int) -> PixelSize { orientation >= 5 ? transposed : self }

    /// Returns the size that libjpeg makes of this one at 1 / 2^power.
    func reduced(by power: Int) -> PixelSize {
        PixelSize(width: width.reduced(by: power), height: height.reduced(by: power))
    }
}

extension Int {
    /// ceil(self / 2^power)
    func reduced(by power: Int) -> Int { (self + (1 << power) - 1) >> power }
}
