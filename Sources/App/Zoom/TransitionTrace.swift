// The log of a zoom transition's frames, which tests of the whole program read.
import Browse

enum TransitionTrace {
    /// Returns the line of one frame.
    /// - Parameters:
    ///   - time: Time of the frame in microseconds.
    ///   - progress: 0 in the tile, 1 on the page.
    ///   - pictures: Number of textures drawn of the photo.
    static func line(
        isLeaving: Bool, time: Int64, progress: Double, _ placement: ZoomPlacement, pictures: Int
    ) -> String {
        let (whole, visible) = (placement.whole, placement.visible)
        let numbers = [
            Double(time) / 1_000_000, progress, whole.x, whole.y, whole.width, whole.height, visible.x, visible.y,
            visible.width, visible.height,
        ]
        return "frame \(isLeaving ? "closing" : "opening") " + numbers.map { "\($0)" }.joined(separator: " ")
            + " \(pictures)"
    }
}
