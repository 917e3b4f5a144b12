// How much memory all animations that play may hold together; who does not fit stays at its first frame.
import Photos
import Synchronization

/// Bytes that playing animations take shares of. Any thread.
///
/// Nobody waits for a share: an animation may play for hours, and its first frame is there without one.
public final class FrameBudget: Sendable {
    /// As much as all decodes together may hold. In a window of 1280 × 800, a GIF of 3840 × 2160 takes 83 MB and its file,
    /// a WebP 108 MB, and at 1920 × 1080 they take 27 and 33 MB.
    public static let standard = 128 << 20

    /// Bytes that there are.
    public let limit: Int
    private let taken = Atomic<Int>(0)

    /// A budget of `limit` bytes.
    public init(limit: Int = FrameBudget.standard) { self.limit = limit }

    /// Bytes in shares right now.
    public var used: Int { taken.load(ordering: .relaxed) }

    /// Room to play at `size`, until the share is let go; nil when others have too much of it.
    func share(for scan: AnimationScan, at size: PixelSize) -> Share? {
        let bytes = Self.bytes(of: scan, at: size)
        guard taken.add(bytes, ordering: .relaxed).newValue <= limit else {
            taken.subtract(bytes, ordering: .relaxed)
            return nil
        }
        return Share(bytes, of: self)
    }

    /// What it takes to play: what the decoder holds for each pixel of the canvas and of a frame's own part, the frame
    /// that is shown and the one ahead of it.
    private static func bytes(of scan: AnimationScan, at size: PixelSize) -> Int {
        let frames = 2 * 4 * size.area
        if scan.format == .webP {
            // Two canvases, and a frame while it is decoded.
            return 8 * scan.canvas.area + 4 * scan.largestPart.area + frames
        }
        // The canvas, what a frame will be taken back to, its colour numbers, and gdk-pixbuf's copy of the file.
        return 4 * scan.canvas.area + 5 * scan.largestPart.area + scan.end + frames
    }

    /// Bytes that are somebody's until this is released.
    final class Share: Sendable {
        private let bytes: Int
        private let budget: FrameBudget

        fileprivate init(_ bytes: Int, of budget: FrameBudget) {
            self.bytes = bytes
            self.budget = budget
        }

        deinit { budget.taken.subtract(bytes, ordering: .relaxed) }
    }
}
