// The tile sizes between which keys and wheel step.

extension GridMetrics {
    /// Sides of a tile in logical pixels, between which a key or a wheel click steps. Each is about a quarter more than
    /// the one before, so that a step is visible and ten of them cover the range.
    static let tileSizeSteps = [64, 80, 100, 128, 160, 200, 256, 320, 400, 512]

    /// Returns the side that is `steps` away from `tileSize`, up where positive. From a side between two steps, the
    /// first step goes to the next one.
    public static func tileSize(_ tileSize: Int, steps: Int) -> Int {
        let sides = tileSizeSteps
        guard steps != 0 else { return tileSize }
        let next =
            steps > 0
            ? (sides.firstIndex { $0 > tileSize } ?? sides.count) + steps - 1
            : (sides.lastIndex { $0 < tileSize } ?? -1) + steps + 1
        return sides[min(max(0, next), sides.count - 1)]
    }
}
