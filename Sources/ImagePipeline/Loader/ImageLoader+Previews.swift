// Previews: what can be shown of a visible picture before it is there. They have a small queue of their own.
import Photos

/// Where the preview of one picture stands. At most one is queued or made at a time.
struct PreviewState {
    var slot: PriorityBuckets<PictureFlight>.Slot?
    var task: Task<Void, Never>?
    /// The work that may still report.
    var token = 0
    /// The newest bytes of a body that is still coming; older ones are not looked at any more.
    var body: EncodedBytes?
    /// What the last preview was made of: a later one has to show more.
    var shown: PreviewDetail?
    /// The beginning of a file is looked at once.
    var hasTriedFile = false
}

extension ImageLoader {
    /// Bytes from the beginning of a file within which an embedded thumbnail lies: a JPEG segment holds 64 KB at most,
    /// and the one with the thumbnail is among the first two.
    static let previewPrefix = 128 << 10

    /// Queues the look at the beginning of a visible picture's file, if it has not been done.
    func previewFile(of flight: PictureFlight) {
        guard case .file = flight.request.location, !flight.preview.hasTriedFile, flight.wantsPreview,
            fetch(below: flight) != nil
        else { return }
        flight.preview.hasTriedFile = true
        queuePreview(of: flight)
    }

    /// Queues the look at a body that is still coming.
    func preview(_ flight: PictureFlight, of body: EncodedBytes) {
        guard flight.wantsPreview else { return }
        flight.preview.body = body
        queuePreview(of: flight)
    }

    private func queuePreview(of flight: PictureFlight) {
        guard flight.preview.slot == nil, flight.preview.task == nil else { return }
        flight.preview.slot = previewQueue.append(flight, at: flight.priority)
    }

    /// Starts the previews that may start.
    func pumpPreviews() {
        while runningPreviews < configuration.previewLimit, let flight = previewQueue.popFirst() { startPreview(flight) }
    }

    private func startPreview(_ flight: PictureFlight) {
        let (request, body, shown, token) = (flight.request, flight.preview.body, flight.preview.shown, nextID().number)
        let priority = flight.priority
        runningPreviews += 1
        flight.preview.slot = nil
        flight.preview.body = nil
        flight.preview.token = token
        flight.preview.task = Task(priority: .medium) { @concurrent in
            // A preview that cannot be made is none; what is wrong with the bytes will be said when all are there.
            let preview = try? await self.makePreview(request, of: body, beyond: shown, priority)
            await self.previewEnded(request, token, preview)
        }
    }

    private nonisolated func makePreview(
        _ request: ImageRequest, of body: EncodedBytes?, beyond shown: PreviewDetail?, _ priority: LoadPriority
    ) async throws -> Preview? {
        var encoded = body
        if encoded == nil { encoded = try await bytes.prefix(of: FetchKey(request), count: Self.previewPrefix) }
        let plain = ImageRequest(request, processors: [])
        guard let encoded,
            let preview = try await decoder.preview(encoded, for: plain, beyond: shown, priority: priority)
        else { return nil }
        var image = preview.image
        for step in request.key.processors {
            guard let processor else { return nil }
            image = try await processor.process(image, with: step, title: request.title, priority: priority)
        }
        // In a fling it is often all that is ever seen of a photo.
        colours?.note(image, for: request.key)
        return Preview(image: image, detail: preview.detail)
    }

    private func previewEnded(_ request: ImageRequest, _ token: Int, _ preview: Preview?) {
        defer { pump() }
        runningPreviews -= 1
        guard let flight = pictures[request.key], flight.preview.token == token else { return }  // the picture is there
        flight.preview.task = nil
        if let preview {
            flight.preview.shown = preview.detail
            count { $0.previews += 1 }
            for subscriber in flight.subscribers where !subscriber.isRefreshing {
                deliver(preview.image, of: flight, to: subscriber)
            }
        }
        if flight.preview.body != nil { queuePreview(of: flight) }
    }

    private func deliver(_ preview: any DecodedImage, of flight: PictureFlight, to subscriber: Subscriber) {
        switch subscriber.sink {
        case .task(let task): task.show(preview: preview)
        case .feed(let mailbox):
            mailbox.deliver(
                Delivery(
                    request: flight.request, kind: .preview, result: .success(preview), priority: subscriber.priority))
        case .caller, .step: break
        }
    }

    /// The picture needs no preview any more.
    func endPreview(of flight: PictureFlight) {
        if let slot = flight.preview.slot { previewQueue.remove(slot) }
        flight.preview.task?.cancel()
        flight.preview = PreviewState(token: nextID().number)
    }
}

extension PictureFlight {
    /// Somebody looks at the place where the picture will be, and sees nothing yet. A part of it lies over the whole.
    fileprivate var wantsPreview: Bool {
        priority == .visible && key.region == nil && subscribers.contains { $0.isForItself && !$0.isRefreshing }
    }
}
