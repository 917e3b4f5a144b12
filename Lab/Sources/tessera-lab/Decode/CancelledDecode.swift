// Time from the cancellation of a running decode to its end.
import Codecs
import Desktop
import ImagePipeline
import Photos

enum CancelledDecode {
    /// Measures the time from the cancellation to the decode's end, by rounds; empty when every decode finished before
    /// it was cancelled.
    /// - Parameter halfway: time of the cancellation, in milliseconds from the start.
    static func times(of sample: DecodeSample, box: PixelSize, halfway: Double, rounds: Int) async throws
        -> Alternation.Times
    {
        let decoder = PixbufDecoder(width: 1, niceness: 0, processes: nil)
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<rounds {
            let task = Task {
                try await decoder.decodePixels(sample.bytes, title: sample.name, size: box, fit: .fill)
            }
            try await Task.sleep(for: .milliseconds(halfway))
            let start = clock.now
            task.cancel()
            do {
                _ = try await task.value
            } catch is CancellationError {
                times.append((clock.now - start) / .milliseconds(1))
            }
        }
        return Alternation.Times(rounds: times)
    }
}
