// Previews of visible images that are still loading. They have a queue and a limit of their own.
import Photos

/// The state of the preview of one image. At most one is queued or made at a time.
struct PreviewState {
    var slot: PriorityBuckets<PictureFlight>.Slot?
    var task: Task<Void, Never>?
    /// Identifies the work whose result is still accepted.
    var token = 0
    /// The latest bytes of a body that is still arriving; earlier ones are not decoded any more.
    var body: EncodedBytes?
    /// What the last preview was made of: a later one has to show more.
    var shown: PreviewDetail?
    /// Whether the beginning of the file has been tried; that happens once.
    var hasTriedFile = false
}

extension ImageLoader {
    /// Bytes from the beginning of a file that contain an embedded thumbnail: a JPEG segment holds 64 KB at most, and
    /// the one with the thumbnail is among the first two.
    static let previewPrefix = 128 << 10

    /// Queues a preview from the beginning of a visible image's file, unless that has been tried.
    func previewFile(of flight: PictureFlight) {
        guard case .file = flight.request.location, !flight.preview.hasTriedFile, flight.wantsPreview,
            fetch(below: flight) != nil
        else { return }
        flight.preview.hasTriedFile = true
        queuePreview(of: flight)
    }

    /// Queues a preview from the part of a body that has arrived.
    func preview(_ flight: PictureFlight, of body: EncodedBytes) {
        guard flight.wantsPreview else { return }
        flight.preview.body = body
        queuePreview(of: flight)
    }

    private func queuePreview(of flight: PictureFlight) {
        guard flight.preview.slot == nil, flight.preview.task == nil else { return }
        flight.preview.slot = previewQueue.append(flight, at: flight.priority)
    }

    /// Starts queued previews up to their limit.
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
            // An error gives no preview; the decode of the complete bytes will report what is wrong with them.
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
        // During a fling it is often all that is shown of a photo.
        colours?.note(image, for: request.key)
        return Preview(image: image, detail: preview.detail)
    }

    private func previewEnded(_ request: ImageRequest, _ token: Int, _ preview: Preview?) {
        defer { pump() }
        runningPreviews -= 1
        guard let flight = pictures[request.key], flight.preview.token == token else { return }  // the job has ended
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

    /// Cancels the preview of an image that needs none any more.
    func endPreview(of flight: PictureFlight) {
        if let slot = flight.preview.slot { previewQueue.remove(slot) }
        flight.preview.task?.cancel()
        flight.preview = PreviewState(token: nextID().number)
    }
}

extension PictureFlight {
    /// Whether the image is visible and nothing of it is shown yet. A region is excluded: it lies over the whole image.
    fileprivate var wantsPreview: Bool {
        priority == .visible && key.region == nil && subscribers.contains { $0.isForItself && !$0.isRefreshing }
    }
}
