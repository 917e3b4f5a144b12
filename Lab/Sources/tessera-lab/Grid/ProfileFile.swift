// Fields that the benches read from the JSON of `tessera --profile=FILE`.
import FoundationEssentials

/// Profile of one run. Values that are unknown, or missing from older files, are nil.
struct ProfileFile: Codable {
    struct Percentiles: Codable {
        var p50, p95, p99, max: Double?
    }

    struct Loader: Codable {
        var requests, fetches, bytesFetched, duplicateFetches, decoded, evicted, bytesOfBeginnings, tinyMade: Int?
        /// Bytes of whole photos and of the beginnings in which thumbnails were looked for.
        var bytesRead: Int? { bytesFetched.map { $0 + (bytesOfBeginnings ?? 0) } }
    }

    struct MainLoop: Codable {
        var longestTurnMs: Double?
    }

    struct Zoom: Codable {
        var missedFrames: Int?
        var mainThreadMs: Percentiles?
    }

    struct Revisit: Codable {
        var fetches, decoded: Int?
        var blankTileShare: Double?
    }

    var renderer: String?
    var gtkVersion: String?
    var photos: Int?
    var windowSize: String?
    var frames: Int?
    var wallSeconds: Double?
    var frameIntervalMs: Percentiles
    var mainThreadMs: Percentiles
    var processorMs: Percentiles?
    var missedFrames: Int?
    var blankTileShare: Double?
    var worstBlankTileShare: Double?
    var previewTileShare: Double?
    var timeToFirstImageMs: Double?
    var timeToFullViewportMs: Double?
    var peakRSSBytes: Int?
    var binds: Int?
    var loader: Loader
    var mainLoop: MainLoop?
    var revisit: Revisit?
    var zoom: Zoom?

    init(file: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: file)))
    }

    var peakMegabytes: Double? { peakRSSBytes.map { Double($0) / 1_048_576 } }
    var framesPerSecond: Double? {
        guard let frames, let wallSeconds, wallSeconds > 0 else { return nil }
        return Double(frames) / wallSeconds
    }
}
