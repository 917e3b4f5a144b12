// How often each tone occurs in an image.

/// The numbers of pixels of an image by their value, for each channel.
public struct ToneHistogram: Hashable, Sendable {
    /// Number of values of a channel.
    public static let bins = 256

    /// Numbers of pixels, by value.
    public let red: [Int]
    public let green: [Int]
    public let blue: [Int]
    /// Number of pixels that were counted.
    public let count: Int
    /// Number of pixels of which all channels are 0.
    public let black: Int
    /// Number of pixels of which all channels are 255.
    public let white: Int

    /// The greatest number in the bins between the two outermost, which clipped tones fill, in any channel; at least 1.
    public var peak: Int { max(1, [red, green, blue].map { $0[1..<(Self.bins - 1)].max() ?? 0 }.max() ?? 0) }
}

extension PixelBuffer {
    /// Counts the tones of all pixels that are more opaque than not, as they are without their opacity. Takes
    /// three milliseconds a million pixels: not for the main thread.
    public var toneHistogram: ToneHistogram {
        var bins = [Int](repeating: 0, count: 3 * ToneHistogram.bins), count = 0, black = 0, white = 0
        withBytes { bytes in
            bins.withUnsafeMutableBufferPointer { bins in
                for pixel in Swift.stride(from: 0, to: bytes.count - 3, by: Self.bytesPerPixel) {
                    let alpha = bytes[pixel + 3]
                    if alpha < 128 { continue }
                    var (blue, green, red) = (Int(bytes[pixel]), Int(bytes[pixel + 1]), Int(bytes[pixel + 2]))
                    if alpha < 255 {
                        // Premultiplied; a value above its opacity is no colour.
                        (blue, green, red) = (
                            min(255, blue * 255 / Int(alpha)), min(255, green * 255 / Int(alpha)),
                            min(255, red * 255 / Int(alpha))
                        )
                    }
                    bins[red] += 1
                    bins[ToneHistogram.bins + green] += 1
                    bins[2 * ToneHistogram.bins + blue] += 1
                    count += 1
                    if red | green | blue == 0 { black += 1 }
                    if red & green & blue == 255 { white += 1 }
                }
            }
        }
        func channel(_ number: Int) -> [Int] {
            Array(bins[(number * ToneHistogram.bins)..<((number + 1) * ToneHistogram.bins)])
        }
        return ToneHistogram(
            red: channel(0), green: channel(1), blue: channel(2), count: count, black: black, white: white)
    }
}
