// One image that a session wants, as a test follows it: from the wish to the last delivery.
import Photos

@testable import ImagePipeline

/// A session of its own for one image. It ends with `cancel`, or with its last reference.
final class SoleImage: Sendable {
    /// What has come so far, in order.
    private struct Heard: Sendable {
        var priority: LoadPriority
        var deliveries: [Delivery<TestImage>] = []
        var isCancelled = false

        /// The image or the failure that has come last.
        var result: Result<TestImage, LoadFailure>? { deliveries.last { $0.kind != .preview }?.result }
    }

    let request: ImageRequest
    let session: TestSession
    private let heard: Probe<Heard>

    private struct Weak: Sendable {
        weak let session: TestSession?
    }

    fileprivate init(_ request: ImageRequest, at priority: LoadPriority, of loader: TestLoader) {
        let (heard, own) = (Probe(Heard(priority: priority)), Probe<Weak?>(nil))
        // Taken in the call that announces it, so that no delivery takes the place of another.
        session = loader.makeSession {
            let deliveries = own.state?.session?.takeDeliveries(limit: 9) ?? []
            heard.change { $0.deliveries += deliveries }
        }
        (self.request, self.heard) = (request, heard)
        let weak = Weak(session: session)
        own.change { $0 = weak }
        want(at: priority)
    }

    private func want(at priority: LoadPriority) {
        session.want([WantedImage(request: request, priority: priority)])
    }

    var priority: LoadPriority {
        get { heard.state.priority }
        set {
            heard.change { $0.priority = newValue }
            want(at: newValue)
        }
    }

    func cancel() {
        session.close()
        heard.change { $0.isCancelled = true }
    }

    /// Waits for the image.
    var image: TestImage {
        get async throws {
            await heard.until { $0.result != nil || $0.isCancelled }
            guard let result = heard.state.result else { throw CancellationError() }
            return try result.get()
        }
    }

    /// Waits for the delivery of a number, counted from 0; nil once the image was cancelled.
    func delivery(_ number: Int) async -> Delivery<TestImage>? {
        await heard.until { $0.deliveries.count > number || $0.isCancelled }
        return heard.state.deliveries.count > number ? heard.state.deliveries[number] : nil
    }

    /// Waits for the image, and returns all that has come by then.
    var deliveries: [Delivery<TestImage>] {
        get async {
            await heard.until { $0.result != nil || $0.isCancelled }
            return heard.state.deliveries
        }
    }
}

extension ImageLoader where Image == TestImage {
    /// Has an image loaded by a session that wants nothing else.
    func sole(_ request: ImageRequest, _ priority: LoadPriority = .visible) -> SoleImage {
        SoleImage(request, at: priority, of: self)
    }
}

extension Delivery {
    var title: String { request.title }
    var image: Image? { try? result.get() }
    var failure: LoadFailure? { if case .failure(let failure) = result { failure } else { nil } }
    var preview: Image? { kind == .preview ? image : nil }
    var final: Image? { kind == .final ? image : nil }
    var refreshed: Image? { kind == .refreshed ? image : nil }
}
