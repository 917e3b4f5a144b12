// The few sizes requested from a server that can make any, so that a window resized by a pixel reuses cached images.
import Photos

/// The rule that rounds sizes up to a ladder, keeps aspect ratios, and respects the limits of the service and of the
/// original.
enum SizeSteps {
    /// Picsum answers 400 to a side above this (picsum-api.md §4).
    static let longestSide = 5000

    /// Returns the step of the ladder of longer sides, in pixels: 32 up to 512, 64 up to 1024, 128 beyond. From 256 on
    /// a step is an eighth of the side or less, so that at most about a quarter more pixels are fetched than are shown.
    static func step(at side: Int) -> Int {
        if side <= 512 { 32 } else if side <= 1024 { 64 } else { 128 }
    }

    /// Returns `side` rounded up to the ladder, at most `longestSide`.
    static func roundedUp(_ side: Int) -> Int {
        guard side < longestSide else { return longestSide }
        let step = step(at: side)
        return min((max(1, side) + step - 1) / step * step, longestSide)
    }

    /// Returns the size of a centre crop with the aspect ratio of `wanted` and at least its pixels, but not more than
    /// the original has: a server would upscale, which costs bytes and shows no more detail.
    static func crop(covering wanted: PixelSize, original: PixelSize?) -> PixelSize {
        let laddered = wanted.scaled(longerSide: roundedUp(wanted.longerSide))
        guard let original else { return laddered }
        let room = min(
            Double(original.width) / Double(laddered.width), Double(original.height) / Double(laddered.height))
        guard room < 1 else { return laddered }
        return laddered.scaled(by: room)
    }

    /// Returns the size of the whole image, its aspect ratio kept, that fills `box` on at least one axis, or the
    /// original's size when that is smaller.
    static func whole(of original: PixelSize, in box: PixelSize) -> PixelSize {
        let needed = original.scaled(toward: box, fit: .fit).longerSide
        return original.scaled(longerSide: min(roundedUp(needed), original.longerSide))
    }
}

extension PixelSize {
    /// Returns this size scaled so that its longer side has `side` pixels; the other is rounded to nearest and at least
    /// 1.
    func scaled(longerSide side: Int) -> PixelSize {
        let scaled = scaled(by: Double(side) / Double(longerSide))
        return width >= height
            ? PixelSize(width: side, height: scaled.height) : PixelSize(width: scaled.width, height: side)
    }
}
