// What an operation tells while it runs, and how it is stopped.
import Synchronization

/// How far an operation is.
public struct OperationProgress: Hashable, Sendable {
    /// Photos that are done, of all.
    public var photos: Int
    public var count: Int
    /// Bytes that were copied, also of the photo that is being copied.
    public var bytes: Int
    /// Whether a share is waited for that does not answer, so that a copy to or from it can go on.
    public var isWaiting = false

    init(photos: Int, count: Int, bytes: Int) { (self.photos, self.count, self.bytes) = (photos, count, bytes) }
}

/// The handle of a running operation. Any thread may call.
public final class OperationControl: Sendable {
    private let flag = Atomic<Bool>(false)
    private let interruption = Atomic<Bool>(false)
    private let report: (@Sendable (OperationProgress) -> Void)?
    private let departure = Mutex(Departure())

    /// Who waits until the operation's photos leave.
    private struct Departure {
        var hasBegun = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Parameter report: Called on the operation's thread, ten times a second at most, and at the end.
    public init(report: (@Sendable (OperationProgress) -> Void)? = nil) { self.report = report }

    /// Stops the operation after the photo that is being moved or renamed, or within the one that is being copied,
    /// which then stays where it is.
    public func cancel() { flag.store(true, ordering: .relaxed) }
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Stops the operation because the program has to end: the next start says what is left of it.
    public func interrupt() {
        interruption.store(true, ordering: .relaxed)
        cancel()
    }
    var isInterrupted: Bool { interruption.load(ordering: .relaxed) }

    /// Tells that marks of the photos that the operation takes away are refused from now on, or that it is over.
    public func noteDeparture() {
        let waiting = departure.withLock { departure in
            departure.hasBegun = true
            defer { departure.waiting = [] }
            return departure.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns once that is so.
    public func waitForDeparture() async {
        await withCheckedContinuation { continuation in
            let hasBegun = departure.withLock { departure in
                if !departure.hasBegun { departure.waiting.append(continuation) }
                return departure.hasBegun
            }
            if hasBegun { continuation.resume() }
        }
    }

    func tell(_ progress: OperationProgress) { report?(progress) }
}
