// Blur against a Gaussian in double precision, and what it must leave as it is.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct BlurTests {
    /// What each of `length` positions takes of each, by a Gaussian cut at 6 sigma, edges repeated.
    private static func shares(_ length: Int, sigma: Double) -> [[Double]] {
        let reach = Int((6 * sigma).rounded(.up))
        let weights = (-reach...reach).map { bell(Double($0) / sigma) }
        let total = weights.reduce(0, +)
        return (0..<length).map { i in
            var shares = [Double](repeating: 0, count: length)
            for (j, weight) in weights.enumerated() { shares[min(max(i + j - reach, 0), length - 1)] += weight / total }
            return shares
        }
    }

    /// One plane blurred.
    private static func gaussian(_ plane: [Double], _ width: Int, _ height: Int, sigma: Double) -> [Double] {
        func pass(_ from: [Double], _ length: Int, _ lines: Int, _ step: Int, _ stride: Int) -> [Double] {
            var to = from
            for (i, shares) in shares(length, sigma: sigma).enumerated() {
                for line in 0..<lines {
                    var sum = 0.0
                    for k in 0..<length { sum += shares[k] * from[line * stride + k * step] }
                    to[line * stride + i * step] = sum
                }
            }
            return to
        }
        return pass(pass(plane, height, width, width, 1), width, height, 1, width)
    }

    /// e^(-x²/2), by squaring a short series: the room has no maths library.
    private static func bell(_ x: Double) -> Double {
        let y = -x * x / 2 / 1024
        var value = 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4 * (1 + y / 5))))
        for _ in 0..<10 { value *= value }
        return value
    }

    /// Sharp edges, a thin line, noise and a ramp.
    private static func scene(_ width: Int, _ height: Int, alpha: Bool) -> Painting {
        let noise = Painting.noise(width, height)
        return Painting(width, height) { x, y in
            let a: UInt8 = alpha ? (x > width / 2 ? 255 : 96) : 255
            let r: UInt8 = x * 3 < width ? 255 : 0
            let g: UInt8 = x == y ? 255 : noise.pixel(x, y).g
            let b = UInt8(y * 255 / height)
            return Colour(r: min(r, a), g: min(g, a), b: min(b, a), a: a)
        }
    }

    /// Measured on pictures of several sizes: at most 2.4 levels for sigma 1 and 3.2 for sigma 40.
    @Test(arguments: [1, 2, 4, 16, 40], [false, true])
    func aBlurIsNowhereFourLevelsOffAGaussian(sigma: Int, alpha: Bool) throws {
        let (width, height) = (45, 31)
        let pixels = Self.scene(width, height, alpha: alpha).buffer()
        let blurred = try pixels.processed(by: .blur(sigma: sigma))
        #expect(blurred.size == pixels.size && blurred.isPremultiplied)
        let n = 4, from = pixels.samples, to = blurred.samples
        var worst = 0.0
        for channel in 0..<n {
            let plane = (0..<width * height).map { Double(from[$0 * n + channel]) }
            let ideal = Self.gaussian(plane, width, height, sigma: Double(sigma))
            for (i, value) in ideal.enumerated() { worst = max(worst, abs(Double(to[i * n + channel]) - value)) }
        }
        #expect(worst < 4)
    }

    @Test(arguments: [1, 3, 20, 500])
    func anEvenColourStaysExactlyThatColour(sigma: Int) throws {
        for level in stride(from: 0, through: 255, by: 15) {
            let colour = Colour(r: UInt8(level), g: UInt8(255 - level), b: 1)
            let pixels = Painting(35, 19) { _, _ in colour }.buffer()
            #expect(try pixels.processed(by: .blur(sigma: sigma)).samples == pixels.samples)
        }
    }

    @Test func opaqueStaysOpaqueAndGreyStaysGrey() throws {
        let board = Painting(70, 50) { x, y in
            let level = Painting.noise(70, 50).pixel(x, y).g
            return Colour(r: level, g: level, b: level)
        }
        for sigma in [1, 2, 5, 30, 4000] {
            let blurred = try board.buffer().processed(by: .blur(sigma: sigma)).colours
            #expect(blurred.allSatisfy { $0.a == 255 && $0.r == $0.g && $0.g == $0.b })
        }
    }

    @Test(arguments: [1, 15, 16, 17, 64, 65, 130])
    func everyPixelOfEverySizeIsBlurred(side: Int) throws {
        // White with one black pixel in the last corner: it must be felt there, and nothing else may appear elsewhere.
        for (width, height) in [(side, 1), (1, side), (side, side)] {
            let dot = Painting(width, height) { x, y in x == width - 1 && y == height - 1 ? .black : .white }
            let blurred = try dot.buffer().processed(by: .blur(sigma: 1)).colours
            if width * height > 1 { #expect(blurred[width * height - 1].r > 0 && blurred[width * height - 1].r < 255) }
            let far = blurred.enumerated().filter { $0.offset % width < width - 5 || $0.offset / width < height - 5 }
            #expect(far.allSatisfy { $0.element == .white })
        }
    }

    @Test func aSigmaOfNothingChangesNothing() throws {
        let pixels = Painting.noise(9, 9).buffer()
        #expect(try pixels.processed(by: .blur(sigma: 0)) === pixels)
    }

    @Test(arguments: [Processor.blur(sigma: 3), .tint(rgb: 0, amount: 9), .resize(PixelSize(square: 9), .fill)])
    func aCancelledTaskStopsWork(step: Processor) async {
        let pixels = Painting.noise(300, 200).buffer()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try pixels.processed(by: step)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
