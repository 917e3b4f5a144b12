// Memory limit for all playing animations: one that does not fit stays at its first frame.
import PhotoFormats
import Photos
import Synchronization

/// Bytes of which playing animations take shares. Any thread.
///
/// A share is granted or refused at once, never waited for: an animation may play for hours, and its first frame is
/// shown without one.
public final class FrameBudget: Sendable {
    /// As much as all decodes together may hold. In a window of 1280 × 800, a GIF of 3840 × 2160 takes 83 MB and its
    /// file, a WebP 108 MB; at 1920 × 1080 they take 27 and 33 MB.
    public static let standard = 128 << 20

    /// Bytes in total.
    public let limit: Int
    private let taken = Atomic<Int>(0)

    /// Creates a budget of `limit` bytes.
    public init(limit: Int = FrameBudget.standard) { self.limit = limit }

    /// Bytes in shares now.
    public var used: Int { taken.load(ordering: .relaxed) }

    /// Reserves the memory to play at `size`, until the share is released; nil when other animations hold too much.
    func share(for scan: AnimationScan, at size: PixelSize) -> Share? {
        let bytes = Self.bytes(of: scan, at: size)
        guard bytes <= limit else { return nil }
        guard taken.add(bytes, ordering: .relaxed).newValue <= limit else {
            taken.subtract(bytes, ordering: .relaxed)
            return nil
        }
        return Share(bytes, of: self)
    }

    /// Returns the memory needed to play: what the decoder holds for each pixel of the canvas and of a frame's own
    /// part, the frame that is shown and the one ahead of it.
    ///
    /// Sizes and the end of the file are a decode process's word.
    private static func bytes(of scan: AnimationScan, at size: PixelSize) -> Int {
        let frames = 2 * 4 * size.area
        if scan.format == .webP {
            // Two canvases, and one frame during its decode.
            return 8 * scan.canvas.area + 4 * scan.largestPart.area + frames
        }
        // The canvas, the saved area that a frame is restored to, its colour indices, and gdk-pixbuf's copy of the
        // file.
        return (4 * scan.canvas.area + 5 * scan.largestPart.area + frames).addingSaturating(scan.end)
    }

    /// Bytes that stay reserved until this is released.
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
