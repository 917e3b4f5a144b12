// Which sizes are asked of a server that can make any: a few, so that a window resized by a pixel reuses what it has.
import Photos

/// Rounds wanted sizes up to a ladder of sizes, keeps ratios, and stays within what the service and the original give.
enum SizeSteps {
    /// Picsum answers 400 to a side above this (picsum-api.md §4).
    static let longestSide = 5000

    /// The ladder of longer sides in pixels: steps of 32 up to 512, of 64 up to 1024, of 128 beyond. From 256 on
    /// a step is an eighth of the side or less, so about a quarter more pixels are fetched than are shown at most.
    static func step(at side: Int) -> Int {
        if side <= 512 { 32 } else if side <= 1024 { 64 } else { 128 }
    }

    /// `side` rounded up to the ladder, at most `longestSide`.
    static func roundedUp(_ side: Int) -> Int {
        guard side < longestSide else { return longestSide }
        let step = step(at: side)
        return min((max(1, side) + step - 1) / step * step, longestSide)
    }

    /// The size of a centre crop that has the ratio of `wanted` and at least its pixels, but no more than the original
    /// can give: a server scales up what is too small, which costs bytes and shows nothing more.
    static func crop(covering wanted: PixelSize, original: PixelSize?) -> PixelSize {
        let laddered = wanted.scaled(longerSide: roundedUp(wanted.longerSide))
        guard let original else { return laddered }
        let room = min(
            Double(original.width) / Double(laddered.width), Double(original.height) / Double(laddered.height))
        guard room < 1 else { return laddered }
        return laddered.scaled(by: room)
    }

    /// The size of the whole picture, its ratio kept, so that it fills `box` on at least one axis, or the original's
    /// own size when that is smaller.
    static func whole(of original: PixelSize, in box: PixelSize) -> PixelSize {
        let needed = original.scaled(toward: box, fit: .fit).longerSide
        return original.scaled(longerSide: min(roundedUp(needed), original.longerSide))
    }
}

extension PixelSize {
    /// This size scaled so that its longer side has `side` pixels; the other is rounded to nearest and at least 1.
    func scaled(longerSide side: Int) -> PixelSize {
        let scaled = scaled(by: Double(side) / Double(longerSide))
        return width >= height
            ? PixelSize(width: side, height: scaled.height) : PixelSize(width: scaled.width, height: side)
    }
}
