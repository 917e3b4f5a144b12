// The JSON that `--profile=FILE` writes, as scripts read it.
import Foundation

struct Profile {
    struct Lacking: Error, CustomStringConvertible {
        let description: String
    }

    private let fields: [String: Any]

    init(file: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        guard let fields = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw Lacking(description: "\(file) holds no JSON object")
        }
        self.fields = fields
    }

    /// A number by its path, such as `loader.fetches`.
    func number(_ path: String) throws -> Double {
        guard let number = value(path) as? NSNumber else { throw Lacking(description: "\(path) is no number") }
        return number.doubleValue
    }

    /// A text by its path.
    func text(_ path: String) throws -> String {
        guard let text = value(path) as? String else { throw Lacking(description: "\(path) is no text") }
        return text
    }

    /// The fields that are not there at all, as paths.
    func lacking(of paths: [String]) -> [String] { paths.filter { value($0) == nil } }

    private func value(_ path: String) -> Any? {
        path.split(separator: ".").reduce(fields as Any?) { ($0 as? [String: Any])?[String($1)] }
    }

    /// The contract: names that scripts rely on.
    static let contract =
        """
        scenario source photos gtkVersion renderer display windowSize tileSize frames wallSeconds refreshIntervalMs \
        frameIntervalMs.p50 frameIntervalMs.p95 frameIntervalMs.p99 frameIntervalMs.max mainThreadMs.p50 \
        mainThreadMs.p95 mainThreadMs.p99 mainThreadMs.max missedFrames hitchMsPerSecond blankTileShare \
        previewTileShare timeToFirstImageMs timeToFullViewportMs peakRSSBytes peakPSSBytes textureBytes binds loader.requests \
        loader.joined loader.memoryHits loader.diskHits loader.fetches loader.bytesFetched loader.duplicateFetches \
        loader.cancelled loader.preempted loader.decoded loader.evicted
        """.split(separator: " ").map(String.init)
}
