// Cost of each processing step on a decoded image, at the size of a tile and of a window.
import Codecs
import Desktop
import ImagePipeline
import Photos

struct ProcessorBench {
    let rounds: Int

    /// Returns one section per size, with all steps interleaved on one thread.
    /// - Parameter sample: an opaque image of at least 1600×1000 pixels, from which both sizes are decoded.
    func sections(on sample: DecodeSample) async throws -> [BenchReport.Section] {
        let decoder = PixbufDecoder(width: 1, niceness: 0, processes: nil)
        var sections: [BenchReport.Section] = []
        for size in [PixelSize(square: 208), PixelSize(width: 1600, height: 1000)] {
            let pixels = try await decoder.decodePixels(sample.bytes, title: sample.name, size: size, fit: .fill)
            sections.append(try await section(on: pixels, TextureProcessor(workers: decoder.workers)))
        }
        return sections
    }

    private func section(on pixels: PixelBuffer, _ processor: TextureProcessor) async throws -> BenchReport.Section {
        let size = pixels.size
        let half = PixelSize(width: size.width / 2, height: size.height / 2)
        let steps: [(name: String, step: Processor)] = [
            ("nothing: the way to a thread and back", .blur(sigma: 0)), ("resize to half", .resize(half, .fill)),
            ("blur, sigma 4", .blur(sigma: 4)), ("blur, sigma 16", .blur(sigma: 16)),
            ("blur, sigma 64", .blur(sigma: 64)), ("tint", .tint(rgb: 0x10_2030, amount: 90)),
        ]
        let times = try await Alternation.times(
            rounds: rounds,
            steps.map { _, step in
                { _ = try await processor.processPixels(pixels, with: step, title: "the bench's picture") }
            })
        return BenchReport.Section(
            title: "steps of work on \(size) pixels of 4 bytes",
            conditions: "One thread, one step after another.",
            figures: zip(steps, times).map { .init($0.name, $1.median * 1000, "µs") })
    }
}
