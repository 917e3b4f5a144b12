// Colour conversion from one ICC profile to sRGB.
import CPixels
import ImagePipeline
import PhotoFormats

/// A transform of pixels from the colours of an ICC profile to those of sRGB, in which GTK 4.8 draws all textures.
///
/// `@unchecked Sendable`: the pointer never changes, what it points to is never written again (tessera_colour.h), and
/// the last reference frees it.
final class ColourTransform: @unchecked Sendable {
    /// Pixels converted between two checks of the cancel flag: half a millisecond of work.
    private static let batch = 1 << 16

    private let pointer: OpaquePointer

    /// Takes 2 ms or more: for a worker thread. Returns nil when `profile` changes nothing: it is broken, not for RGB
    /// or grey, or that of sRGB.
    init?(from profile: [UInt8]) {
        let made = profile.withUnsafeBufferPointer { tessera_colour_transform_new($0.baseAddress, UInt($0.count)) }
        guard let made else { return nil }
        pointer = made
    }

    /// Makes RGB of inks: by `profile`, if it is for CMYK; otherwise as gdk-pixbuf does. Takes a tenth of a second or
    /// more with a profile: for a worker thread.
    init(ofInks inks: InkOrder, from profile: [UInt8]) {
        pointer = profile.withUnsafeBufferPointer {
            tessera_colour_transform_new_of_inks($0.baseAddress, UInt($0.count), inks == .paperCounts ? 1 : 0)
        }
    }

    deinit { tessera_colour_transform_free(pointer) }

    /// Converts `count` pixels of premultiplied BGRA in place; alpha stays. Inks become opaque BGRA. A coloured image
    /// with a profile for grey is left as it is. 8 ns per pixel, 15 where some are not opaque. Call inside a task on a
    /// worker thread.
    /// - Throws: `CancellationError`; some of the pixels are converted then.
    func convert(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) throws {
        guard tessera_colour_transform_fits(pointer, pixels, UInt(count)) != 0 else { return }
        for start in stride(from: 0, to: count, by: Self.batch) {
            try Cancellation.check()
            let part = pixels + start * PixelBuffer.bytesPerPixel
            tessera_colour_transform_run(pointer, part, UInt(min(Self.batch, count - start)))
        }
    }
}
