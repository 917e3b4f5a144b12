// A painter for tests: the head of a JPEG with the right size, and as many bytes as are wanted.
import Dispatch
import Photos
import SampleGallery
import Synchronization

final class BlobPainter: PicturePainting {
    struct Refusal: Error {}

    static var canEncodeWebP: Bool { false }

    private let byteCount: Int
    private let gate: Gate?
    private let state = Mutex<[PictureRequest]>([])

    /// - Parameter gate: held before each picture.
    init(byteCount: Int = 1_000, gate: Gate? = nil) {
        self.byteCount = byteCount
        self.gate = gate
    }

    var painted: [PictureRequest] { state.withLock { $0 } }

    func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8] {
        gate?.pass()
        if isCancelled() { throw CancellationError() }
        if request.size.width == 13 { throw Refusal() }
        state.withLock { $0.append(request) }
        func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        let head: [UInt8] =
            [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8] + two(request.size.height) + two(request.size.width)
            + [1, 1, 0x11, 0]
        return head + [UInt8](repeating: 0x55, count: max(0, byteCount - head.count))
    }
}

/// Lets threads through one by one, and says when one waits.
final class Gate: Sendable {
    private let arrivals = DispatchSemaphore(value: 0)
    private let tickets = DispatchSemaphore(value: 0)

    func pass() {
        arrivals.signal()
        tickets.wait()
    }

    /// Returns once a thread waits at the gate.
    func waitForArrival() { arrivals.wait() }
    func open(times: Int = 1) { for _ in 0..<times { tickets.signal() } }
}
