// The making of tiny pictures, from the least work to the most.
import Photos
import Synchronization

/// What turns photos into tiny pictures. Callable from any task.
struct TinyMaker: Sendable {
    enum Outcome: Sendable {
        /// - isCertain: Whether it was made of the photo itself.
        case picture(TinyPicture, isCertain: Bool)
        case failure
        case cancelled
    }

    let core: LoaderCore
    let codec: any TinyCodec
    let keeper: TinyKeeper
    let idleness: LoaderIdleness

    private var worker: ImageWorker { core.worker }
    /// Pictures that are made at once.
    var slots: Int { LoaderCore.tinySlots(of: core.configuration) }

    /// The wait of one picture for its slot.
    @PipelineActor
    private final class Work: SlotOwner {
        let priority: LoadPriority
        var slot: Slot?

        nonisolated init(at priority: LoadPriority) { self.priority = priority }
    }

    /// Pixels of the shorter side from which a smaller picture is good enough to be shown in tiny: that of a camera's
    /// thumbnail of 160 × 120 is, that of an icon is not.
    private static let leastSide = 40

    /// Notes the colours of photos and the pictures that are stored. Some 10 µs a photo.
    /// - Parameter arrived: Called with the photos of which something has been noted.
    /// - Returns: What is not stored, and of what is whatever was made of a thumbnail.
    @concurrent
    func read(
        _ wanted: [TinyWanted], of listing: any TinyListing, into table: TinyTable,
        arrived: @Sendable ([PhotoRef]) -> Void
    ) async -> (missing: [TinyWanted], uncertain: [PhotoRef]) {
        let requests = requests(for: wanted, of: listing)
        var coloured: [PhotoRef] = []
        for (wanted, request) in zip(wanted, requests) where table.entry(of: wanted.ref) == nil {
            guard let colour = worker.colours?.colour(for: request.key) else { continue }
            table.note(colour, for: wanted.ref)
            coloured.append(wanted.ref)
        }
        arrived(coloured)
        if Task.isCancelled { return ([], []) }
        let looked = zip(wanted, requests).map { (request: $1, form: TinyForm(of: $0.size, $0.fit)) }
        let stored = await stored(looked)
        if Task.isCancelled { return ([], []) }
        var missing: [TinyWanted] = []
        var found: [PhotoRef] = [], uncertain: [PhotoRef] = []
        for (index, wanted) in wanted.enumerated() {
            guard let bytes = stored[index] else {
                missing.append(wanted)
                continue
            }
            if let picture = codec.decode(bytes, for: wanted.size, wanted.fit) {
                table.insert(picture, for: wanted.ref)
                found.append(wanted.ref)
                if !codec.isCertain(bytes) { uncertain.append(wanted.ref) }
            } else {
                await keeper.backlog?.store.discard(looked[index].form, of: requests[index])
                missing.append(wanted)
            }
        }
        arrived(found)
        return (missing, uncertain)
    }

    /// Returns what memory has, and of the others what is stored; one hop for these.
    private func stored(_ looked: [(request: ImageRequest, form: TinyForm)]) async -> [EncodedBytes?] {
        var found = looked.map { keeper.memory.stored($0.request.key, $0.form) }
        let rest = found.indices.filter { found[$0] == nil }
        guard let store = keeper.backlog?.store, !rest.isEmpty else { return found }
        for (index, bytes) in zip(rest, await store.stored(rest.map { looked[$0] })) { found[index] = bytes }
        return found
    }

    /// Makes the picture of one photo, and keeps it.
    @concurrent
    func make(_ wanted: TinyWanted, of listing: any TinyListing, at priority: LoadPriority) async -> Outcome {
        await outcome(of: wanted, of: listing) { try await make($0, $1, priority, isOwnWish: false) }
    }

    /// Makes the picture of one photo anew of the photo itself, and keeps it in place of one that was made of a
    /// thumbnail.
    @concurrent
    func confirm(_ wanted: TinyWanted, of listing: any TinyListing) async -> Outcome {
        await outcome(of: wanted, of: listing) { request, form in
            // A photo of a service would cost a transfer.
            guard TileKey(request, form) != nil else { return nil }
            // A decode for another purpose may have come first.
            if let bytes = keeper.memory.stored(request.key, form), codec.isCertain(bytes) {
                keeper.keep(bytes, form, of: request, replaces: true)
                return bytes
            }
            return try await make(request, form, .speculative, takesThumbnail: false)
        }
    }

    private func outcome(
        of wanted: TinyWanted, of listing: any TinyListing,
        _ stored: (ImageRequest, TinyForm) async throws -> EncodedBytes?
    ) async -> Outcome {
        guard let request = requests(for: [wanted], of: listing).first else { return .failure }
        do {
            guard let bytes = try await stored(request, TinyForm(of: wanted.size, wanted.fit)),
                let picture = codec.decode(bytes, for: wanted.size, wanted.fit)
            else { return .failure }
            return .picture(picture, isCertain: codec.isCertain(bytes))
        } catch {
            return Task.isCancelled || error is CancellationError ? .cancelled : .failure
        }
    }

    /// Makes the picture for a request of this maker's in a slot, and keeps it.
    /// - Parameters:
    ///   - takesThumbnail: Whether the thumbnail in the file is enough; else what is made replaces what is stored.
    ///   - isOwnWish: Whether nobody has asked for it: it ends no pause.
    /// - Returns: its stored form; nil where the image has too few pixels.
    /// - Throws: as the ports do; `CancellationError`.
    func make(
        _ request: ImageRequest, _ form: TinyForm, _ priority: LoadPriority, takesThumbnail: Bool = true,
        isOwnWish: Bool = true
    ) async throws -> EncodedBytes? {
        let work = Work(at: priority), slots = core.tinySlots
        return try await withTaskCancellationHandler {
            try await slots.withSlot(for: work) {
                try Task.checkCancellation()
                return try await makeNow(
                    request, form, priority, takesThumbnail: takesThumbnail, isOwnWish: isOwnWish)
            }
        } onCancel: {
            Task { @PipelineActor in slots.leave(work) }
        }
    }

    @concurrent
    private func makeNow(
        _ request: ImageRequest, _ form: TinyForm, _ priority: LoadPriority, takesThumbnail: Bool, isOwnWish: Bool
    ) async throws -> EncodedBytes? {
        let (image, isCertain) = try await image(
            request, form, priority, takesThumbnail: takesThumbnail, isOwnWish: isOwnWish)
        worker.colours?.note(image, for: request.key)
        guard let made = codec.encode(image, form, isCertain: isCertain) else { return nil }
        let bytes = EncodedBytes(made)
        worker.extras.tinyMade.add(1, ordering: .relaxed)
        keeper.keep(bytes, form, of: request, replaces: !takesThumbnail)
        return bytes
    }

    private func image(
        _ request: ImageRequest, _ form: TinyForm, _ priority: LoadPriority, takesThumbnail: Bool, isOwnWish: Bool
    ) async throws -> (image: any DecodedImage, isCertain: Bool) {
        // Another size of a square shows the same, but a crop is not the whole photo.
        if form == .square, let image = worker.memory.findNearest(to: request.key), Self.isEnough(image) {
            return (image, true)
        }
        if takesThumbnail, let beginning = try? await worker.beginning(of: request),
            let preview = try? await worker.preview(request, of: beginning, beyond: nil, priority),
            Self.isEnough(preview.image)
        {
            return (preview.image, preview.detail != .thumbnail)
        }
        try Task.checkCancellation()
        if let thumbnail = await worker.tiles?.tile(for: request),
            let image = try? await worker.maker.decode(thumbnail, for: request, priority: priority)
        {
            return (image, true)
        }
        if isOwnWish { idleness.noteOwnRequest() }
        let bytes = try await core.data(for: request, priority: priority)
        return (try await worker.maker.decode(bytes, for: request, priority: priority), true)
    }

    /// Returns for each picture whether it would be stored and neither is nor waits to be.
    func lacks(_ wanted: [TinyWanted], of listing: any TinyListing) async -> [Bool] {
        guard let store = keeper.backlog?.store else { return wanted.map { _ in false } }
        let looked = zip(wanted, requests(for: wanted, of: listing)).map { wanted, request in
            (request: request, form: TinyForm(of: wanted.size, wanted.fit))
        }
        return zip(await store.lacks(looked), looked).map { $0 && !keeper.memory.contains($1.request.key, $1.form) }
    }

    private static func isEnough(_ image: any DecodedImage) -> Bool {
        min(image.size.width, image.size.height) >= leastSide
    }

    func requests(for wanted: [TinyWanted], of listing: any TinyListing) -> [ImageRequest] {
        zip(wanted, listing.photos(of: wanted.map(\.ref))).map { wanted, photo in
            let (size, fit) = codec.request(for: TinyForm(of: wanted.size, wanted.fit))
            return ImageRequest(
                source: listing.source, photo: photo,
                location: listing.location(of: photo, atLeast: size, fit: fit), size: size, fit: fit)
        }
    }
}
