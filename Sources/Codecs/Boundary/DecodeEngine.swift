// The port between those who want something decoded and the process in which that is done.
package import Photos

/// Carries out requests in this process or in others. Blocks: for worker threads only.
package protocol DecodeEngine: Sendable {
    /// Carries out a request.
    /// - Parameter budget: The memory that all decodes may take together.
    /// - Throws: `LoadFailure` with stage `.fetch`, where the bytes cannot be read; `CancellationError`.
    func perform(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget
    ) throws -> DecodeAnswer

    /// Carries out a request where nothing else has been done and nothing else will be: what writes files of the
    /// user's. Without a budget of memory: one at a time.
    /// - Throws: as `perform`.
    func performAlone(_ request: DecodeRequest, on input: DecodeInput) throws -> DecodeAnswer

    /// Opens an animation that was scanned before.
    /// - Returns: nil where it cannot be read.
    /// - Throws: as `perform`.
    func open(_ input: DecodeInput, at size: PixelSize, quarterTurns: Int) throws -> (any AnimationFrames)?
}

/// The frames of an opened animation, one after the other. Blocks; for one thread at a time.
package protocol AnimationFrames: AnyObject {
    /// Passes over the next frame. Returns false if it is damaged; then no frames follow.
    func skip() throws -> Bool
    /// Decodes the next frame. Returns nil if it is damaged; then no frames follow.
    func next() throws -> PixelBuffer?
    /// Makes the first frame the next one.
    func rewind() throws
}

/// The decoding in this process, where a picture reaches all that the program does. Drawings are drawn by their own
/// process all the same.
package struct LocalDecoding: DecodeEngine {
    private let limits: PixbufDecoder.Limits
    private let reach: DecodeResources.Reach
    private let colours = ColourTransforms()

    package init(limits: PixbufDecoder.Limits = PixbufDecoder.Limits()) { self.init(limits: limits, reach: .all) }

    /// - Parameter reach: Which pictures are decoded here.
    init(limits: PixbufDecoder.Limits, reach: DecodeResources.Reach) {
        self.limits = limits
        self.reach = reach
    }

    package func perform(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget
    ) throws -> DecodeAnswer {
        let resources = DecodeResources(limits: limits, budget: budget, colours: colours, reach: reach)
        return try DecodeService(resources).perform(request, on: input)
    }

    package func performAlone(_ request: DecodeRequest, on input: DecodeInput) throws -> DecodeAnswer {
        try perform(request, on: input, within: Unbudgeted())
    }

    package func open(
        _ input: DecodeInput, at size: PixelSize, quarterTurns: Int
    ) throws -> (any AnimationFrames)? {
        let bytes = try input.inMemory()
        return DecodedFrames(bytes, at: size, quarterTurns: quarterTurns, colours: colours)
    }
}

/// No limit of memory, for requests that take next to none.
struct Unbudgeted: MemoryBudget {
    func acquire(_ bytes: Int) {}
    func release(_ bytes: Int) {}
}
