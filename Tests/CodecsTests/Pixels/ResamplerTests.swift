// The pixel kernel against the same filter in double precision, and against what must not come through it.
import CPixels
import Glibc
import Photos
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ResamplerTests {
    private struct Picture {
        let width: Int
        let height: Int
        let channels: Int
        var samples: [UInt8]

        init(_ width: Int, _ height: Int, channels: Int = 3, _ sample: () -> UInt8) {
            self.width = width
            self.height = height
            self.channels = channels
            samples = (0..<width * height * channels).map { _ in sample() }
        }
    }

    private struct Region {
        var x = 0.0
        var y = 0.0
        var width: Double
        var height: Double
    }

    private static func resampled(_ picture: Picture, _ region: Region, _ columns: Int, _ rows: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: columns * rows * 4)
        // Exactly as many bytes as a loader has, so that a sanitizer sees a read behind them.
        picture.samples.withUnsafeBufferPointer { samples in
            var source = TesseraPicture(
                pixels: samples.baseAddress, stride: UInt(picture.width * picture.channels),
                width: Int32(picture.width),
                height: Int32(picture.height), channels: Int32(picture.channels))
            var part = TesseraRegion(x: region.x, y: region.y, width: region.width, height: region.height)
            tessera_pixels_resample(&source, &part, Int32(columns), Int32(rows), 1, &out, UInt(columns * 4))
        }
        return out
    }

    /// The tent's weights for each output position, by its definition.
    private static func tents(_ length: Int, _ origin: Double, _ extent: Double, _ steps: Int) -> [[Double]] {
        let scale = extent / Double(steps)
        return (0..<steps).map { step in
            let centre = origin + (Double(step) + 0.5) * scale
            let shares = (0..<length).map { max(0, 1 - abs(Double($0) + 0.5 - centre) / max(1, scale)) }
            let total = shares.reduce(0, +)
            return shares.map { $0 / total }
        }
    }

    /// Premultiplied BGRA in double precision.
    private static func exact(_ picture: Picture, _ region: Region, _ columns: Int, _ rows: Int) -> [Double] {
        let across = tents(picture.width, region.x, region.width, columns)
        let down = tents(picture.height, region.y, region.height, rows)
        var out: [Double] = []
        for row in down {
            for column in across {
                var sums = [0.0, 0, 0, 0]
                for y in 0..<picture.height where row[y] > 0 {
                    for x in 0..<picture.width where column[x] > 0 {
                        let pixel = (y * picture.width + x) * picture.channels
                        let alpha = picture.channels == 4 ? Double(picture.samples[pixel + 3]) : 255
                        for channel in 0..<3 {
                            sums[2 - channel] +=
                                row[y] * column[x] * Double(picture.samples[pixel + channel]) * alpha / 255
                        }
                        sums[3] += row[y] * column[x] * alpha
                    }
                }
                out += sums
            }
        }
        return out
    }

    private static let shapes: [(Int, Int, Region, Int, Int)] = [
        (83, 61, Region(width: 83, height: 61), 41, 30),
        (83, 61, Region(x: 11.3, y: 0.5, width: 60.2, height: 60), 47, 47),
        (120, 90, Region(x: 15, y: 0, width: 90, height: 90), 7, 7),
        (200, 40, Region(width: 200, height: 40), 13, 3),
        (31, 29, Region(x: 1, y: 2, width: 20, height: 20), 20, 20),
        (3, 50, Region(width: 3, height: 50), 2, 20),
        (1, 9, Region(width: 1, height: 9), 1, 4),
        (5, 5, Region(x: 1.5, y: 1.5, width: 2, height: 2), 1, 1),
        (40, 1, Region(width: 40, height: 1), 9, 1),
    ]

    @Test(arguments: [3, 4])
    func everySampleIsWithinRoundingOfTheExactTent(channels: Int) {
        var random = SplitMix(seed: UInt64(channels))
        for (width, height, region, columns, rows) in Self.shapes {
            // Extremes are as likely as all else, so that sums reach their limits.
            let picture = Picture(width, height, channels: channels) {
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random) : Bool.random(using: &random) ? 0 : 255
            }
            let ours = Self.resampled(picture, region, columns, rows)
            let exact = Self.exact(picture, region, columns, rows)
            let errors = zip(ours, exact).map { abs(Double($0) - $1) }
            let mean = errors.reduce(0, +) / Double(errors.count)
            #expect((errors.max() ?? 0) < (channels == 4 ? 1.1 : 0.6), "\(width)×\(height) to \(columns)×\(rows)")
            // A quarter is what rounding to whole numbers makes by itself.
            #expect(mean < (channels == 4 ? 0.35 : 0.27), "\(width)×\(height) to \(columns)×\(rows)")
        }
    }

    @Test func whiteStaysWhiteAndBlackBlack() {
        for value: UInt8 in [0, 1, 254, 255] {
            let picture = Picture(97, 89) { value }
            for side in [89, 50, 31, 4, 1] {
                let pixels = Self.resampled(picture, Region(x: 4, width: 89, height: 89), side, side)
                for pixel in stride(from: 0, to: pixels.count, by: 4) {
                    #expect(pixels[pixel..<pixel + 4] == [value, value, value, 255])
                }
            }
        }
    }

    /// Rings that become finer outwards, to two pixels a period at the edge: what is finer than the result can show
    /// must come out grey.
    @Test(arguments: [(2, 0.11), (4, 0.07), (8, 0.05)])
    func whatIsTooFineForTheResultIsGone(reduction: Int, limit: Double) {
        let side = 256, reduced = side / reduction
        func radius(_ position: Int, _ scale: Int) -> Double {
            (Double(position) + 0.5) * Double(scale) - Double(side) / 2
        }
        var index = -1
        let picture = Picture(side, side) {
            index += 1
            let (x, y) = (radius(index / 3 % side, 1), radius(index / 3 / side, 1))
            return UInt8((127.5 + 127.5 * cos(.pi * (x * x + y * y) / Double(side))).rounded())
        }
        let pixels = Self.resampled(
            picture, Region(width: Double(side), height: Double(side)), reduced, reduced)
        var energy = 0.0, count = 0.0, coarse = 0.0, coarseCount = 0.0
        for y in 0..<reduced {
            for x in 0..<reduced {
                let away = hypot(radius(x, reduction), radius(y, reduction))
                // Periods a pixel of the picture; half a period a pixel of the result is the most that it can show.
                let frequency = away / Double(side), most = 0.5 / Double(reduction)
                let value = (Double(pixels[(y * reduced + x) * 4]) - 127.5) / 127.5
                if frequency > 1.15 * most, frequency < 0.5 {
                    energy += value * value
                    count += 1
                } else if frequency < 0.5 * most {
                    coarse += value * value
                    coarseCount += 1
                }
            }
        }
        // As a share of the rings' own amplitude. Taking every n-th pixel gives 1, the plain area average 0.38, 0.18
        // and 0.09.
        #expect((2 * energy / count).squareRoot() < limit)
        #expect((2 * coarse / coarseCount).squareRoot() > 0.8)
    }
}
