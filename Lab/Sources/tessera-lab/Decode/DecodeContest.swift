import CReference
// Comparison of several decoders on one image, interleaved.
import Codecs
import Desktop
import Glibc
import ImagePipeline
import Photos

struct DecodeContest {
    let side: Int
    let rounds: Int
    /// Number of threads for throughput: one per core.
    let width = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private var box: PixelSize { PixelSize(square: side) }

    /// Measures all decoders on one thread.
    func section(on sample: DecodeSample) async throws -> BenchReport.Section {
        let decoder = PixbufDecoder(width: 1, niceness: 0, processes: nil)
        let thread = WorkerPool(name: "reference", width: 1, niceness: 0)
        var work: [() async throws -> Void] = [
            { _ = try await decoder.decodePixels(sample.bytes, title: sample.name, size: box, fit: .fill) },
            { try await thread.run(priority: .visible) { try reference(sample, .reduced) } },
            { try await thread.run(priority: .visible) { try reference(sample, .scaled) } },
        ]
        if sample.isJPEG {
            work.append { try await thread.run(priority: .visible) { try reference(sample, .libjpeg) } }
        }
        // At the niceness of the processes, which is not to be changed.
        let processes = DecodeProcesses(width: 1)
        defer { processes.close() }
        let confined = PixbufDecoder(width: 1, processes: processes), beside = PixbufDecoder(width: 1, processes: nil)
        let boundary = try await Alternation.times(
            rounds: rounds,
            [
                { _ = try await beside.decodePixels(sample.bytes, title: sample.name, size: box, fit: .fill) },
                { _ = try await confined.decodePixels(sample.bytes, title: sample.name, size: box, fit: .fill) },
            ])
        let stages = [("embedded thumbnail", sample.bytes), ("scans in the first half", sample.firstHalf)]
        var preview: (name: String, size: PixelSize)?
        for (name, bytes) in stages where preview == nil {
            guard let found = try await decoder.previewPixels(bytes, size: box, fit: .fill) else { continue }
            preview = (name, found.pixels.size)
            work.append { _ = try await decoder.previewPixels(bytes, size: box, fit: .fill) }
        }
        let times = try await Alternation.times(rounds: rounds, work)
        let (ours, reduced, scaled) = (times[0], times[1], times[2])
        var figures: [BenchReport.Figure] = [
            .init("tessera", ours.median, "ms"), .init("tessera, quickest round", ours.quickest, "ms"),
            .init("tessera, quartiles apart", ours.spread * 100, "%"),
            .init("tessera, per megapixel", ours.median / sample.megapixels, "ms"),
            .init("gdk-pixbuf, reduced by a power of 2", reduced.median, "ms"),
            .init("gdk-pixbuf, scaled to cover the tile", scaled.median, "ms"),
        ]
        if sample.isJPEG { figures.append(.init("libjpeg, reduced by a power of 2", times[3].median, "ms")) }
        figures += [
            .init("speed beside gdk-pixbuf, reduced", ours.speed(beside: reduced) * 100, "%"),
            .init("speed beside gdk-pixbuf, scaled", ours.speed(beside: scaled) * 100, "%"),
        ]
        if sample.isJPEG {
            figures.append(.init("speed beside libjpeg", ours.speed(beside: times[3]) * 100, "%"))
        }
        figures += [
            .init("tessera, in a confined process", boundary[1].median, "ms"),
            .init("cost of the boundary, quickest rounds", boundary[1].quickest - boundary[0].quickest, "ms"),
            .init("cost of the boundary, medians", (1 / boundary[1].speed(beside: boundary[0]) - 1) * 100, "%"),
        ]
        if let preview, let last = times.last {
            figures.append(.init("\(preview.name), \(preview.size) pixels", last.median, "ms"))
        }
        let cancelled = try await CancelledDecode.times(
            of: sample, box: box, halfway: ours.quickest / 2, rounds: rounds)
        if let longest = cancelled.rounds.max() {
            figures.append(.init("ends after a cancel half-way", cancelled.median, "ms"))
            figures.append(.init("ends after a cancel, longest", longest, "ms"))
        }
        return BenchReport.Section(
            title: title(of: sample), conditions: "One thread, one picture after another.", figures: figures)
    }

    /// Compares the throughput of one thread, of all threads, and of gdk-pixbuf on all threads.
    func throughput(of sample: DecodeSample) async throws -> BenchReport.Section {
        let count = max(2, min(64, Int(96 / sample.megapixels))) * width
        let one = PixbufDecoder(width: 1, niceness: 0, processes: nil),
            all = PixbufDecoder(width: width, niceness: 0, processes: nil)
        let threads = WorkerPool(name: "reference", width: width, niceness: 0)
        let processes = DecodeProcesses(width: width)
        defer { processes.close() }
        let confined = PixbufDecoder(width: width, processes: processes)
        @Sendable func decode(_ decoder: PixbufDecoder) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        _ = try await decoder.decodePixels(sample.bytes, title: sample.name, size: box, fit: .fill)
                    }
                }
                try await group.waitForAll()
            }
        }
        let times = try await Alternation.times(
            rounds: max(3, rounds / 3),
            [
                { try await decode(one) }, { try await decode(all) },
                {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<count {
                            group.addTask {
                                try await threads.run(priority: .visible) { try reference(sample, .reduced) }
                            }
                        }
                        try await group.waitForAll()
                    }
                },
                { try await decode(confined) },
            ])
        func rate(_ times: Alternation.Times) -> Double { Double(count) / times.median * 1000 }
        return BenchReport.Section(
            title: title(of: sample) + ", all threads",
            conditions: "\(count) decodes at once, \(width) threads where not said otherwise.",
            figures: [
                .init("tessera, one thread", rate(times[0]), "pictures/s"),
                .init("tessera", rate(times[1]), "pictures/s"),
                .init("gdk-pixbuf, reduced by a power of 2", rate(times[2]), "pictures/s"),
                .init("tessera, in confined processes", rate(times[3]), "pictures/s"),
                .init("confined beside not confined", times[3].speed(beside: times[1]) * 100, "%"),
                .init("tessera, all threads beside one", times[1].speed(beside: times[0]), "times"),
                .init("speed beside gdk-pixbuf, reduced", times[1].speed(beside: times[2]) * 100, "%"),
            ])
    }

    private enum Reference { case reduced, scaled, libjpeg }

    @Sendable private func reference(_ sample: DecodeSample, _ reference: Reference) throws {
        var pixels = 0
        sample.bytes.storage.withBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            let side = Int32(side)
            pixels =
                switch reference {
                case .reduced:
                    tessera_reference_pixbuf_decode(start, bytes.count, side, side, TESSERA_REFERENCE_REDUCED)
                case .scaled: tessera_reference_pixbuf_decode(start, bytes.count, side, side, TESSERA_REFERENCE_SCALED)
                case .libjpeg: tessera_reference_jpeg_decode(start, bytes.count, side, side)
                }
        }
        guard pixels > 0 else {
            throw LoadFailure(
                stage: .decode, culprit: sample.name, reason: .corrupt(Message("the reference decoder fails")))
        }
    }

    private func title(of sample: DecodeSample) -> String {
        "\(sample.name), \(sample.size), \(sample.bytes.count >> 10) KB"
    }
}
