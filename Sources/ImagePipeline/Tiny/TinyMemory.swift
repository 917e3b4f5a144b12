// The tiny pictures of photos in their stored form, in memory: what a tile shows in the frame in which it comes.
import Photos
import Synchronization

/// A bounded memory of tiny pictures by photo, made of every decode that passes and filled from the store. What was
/// made or read longest ago goes first.
///
/// Isolation: callable from any thread; each call holds one lock for less than a microsecond, and a picture takes some
/// microseconds more to be made of its stored form. Look-ups need no hop.
public final class TinyMemory: Sendable {
    private struct Item: Sendable {
        let name: UInt64
        let bytes: EncodedBytes
    }
    private typealias Slab = LinkedSlab<Item>

    private struct State: Sendable {
        var slab = Slab()
        var order = Slab.List()
        var slots: [UInt64: Slab.Slot] = [:]
        var bytes = 0
        var trims = 0

        mutating func remove(_ slot: Slab.Slot) {
            slab.unlink(slot, from: &order)
            let gone = slab.release(slot)
            slots[gone.name] = nil
            bytes -= gone.bytes.count + TinyMemory.overhead
        }
    }

    private let state = Mutex(State())
    private let codec: any TinyCodec
    private let budget: Int
    /// Bytes that the memory takes for a picture beside its own: two entries of tables and an object with its array.
    private static let overhead = 160
    /// Bytes of the usual picture: 48 pixels a side, half a byte each.
    private static let usual = 1156

    /// Creates an empty memory.
    /// - Parameter budget: bytes. 32 MB hold 25,000 pictures of 48 pixels a side, 5,000 of them take 6.6 MB.
    public init(codec: any TinyCodec, budget: Int = 32 << 20) { (self.codec, self.budget) = (codec, budget) }

    /// The number of usual pictures that there is room for.
    public var capacity: Int { budget / (Self.usual + Self.overhead) }

    /// Number of pictures.
    public var count: Int { state.withLock { $0.slots.count } }
    /// Bytes of all pictures.
    public var bytes: Int { state.withLock { $0.bytes } }

    /// Returns the tiny picture of the photo of `key` for a tile of its proportions, whatever its size; nil where there
    /// is none.
    public func picture(for key: ImageKey) -> TinyPicture? {
        stored(key, TinyForm(of: key.size, key.fit)).flatMap { codec.decode($0, for: size(for: key), key.fit) }
    }

    /// A tiny picture that `note` has made.
    struct Noted: Sendable {
        let bytes: EncodedBytes
        let form: TinyForm
        /// Whether there was one already, which may have been another picture's.
        let replaces: Bool
    }

    /// Makes the tiny picture of an image that was decoded of its photo, if there is no such tiny picture yet. A
    /// processed image, or a region of one, does not show its photo and is ignored.
    /// - Returns: The picture, if one was made.
    @discardableResult
    func note(_ image: any DecodedImage, for key: ImageKey) -> Noted? {
        let form = TinyForm(of: key.size, key.fit)
        guard key.isOfWholePhoto else { return nil }
        let old = stored(key, form)
        if let old, codec.isCertain(old) { return nil }
        guard let made = codec.encode(image, form) else { return nil }
        let bytes = EncodedBytes(made)
        insert(bytes, for: key, form)
        return Noted(bytes: bytes, form: form, replaces: old != nil)
    }

    /// Returns the stored form of what is here.
    func stored(_ key: ImageKey, _ form: TinyForm) -> EncodedBytes? {
        let name = Self.name(key, form)
        return state.withLock { state in state.slots[name].map { state.slab[$0].bytes } }
    }

    /// Whether there is a tiny picture of the photo of `key` for a tile of its proportions, whatever its size.
    public func contains(_ key: ImageKey) -> Bool { contains(key, TinyForm(of: key.size, key.fit)) }

    /// Number of times that pictures were given up for lack of memory elsewhere: what was read is to be read again.
    public var trims: Int { state.withLock(\.trims) }

    /// Forgets what was made or read longest ago until no more than `bytes` are left.
    func trim(to bytes: Int) {
        state.withLock { state in
            if state.bytes > bytes { state.trims += 1 }
            while state.bytes > bytes, let oldest = state.order.first { state.remove(oldest) }
        }
    }

    func contains(_ key: ImageKey, _ form: TinyForm) -> Bool {
        let name = Self.name(key, form)
        return state.withLock { $0.slots[name] != nil }
    }

    /// Adds what `TinyCodec.encode` has made as the newest.
    func insert(_ bytes: EncodedBytes, for key: ImageKey, _ form: TinyForm) {
        let name = Self.name(key, form), cost = bytes.count + Self.overhead
        guard cost <= budget else { return }
        state.withLock { state in
            if let old = state.slots[name] { state.remove(old) }
            while state.bytes + cost > budget, let oldest = state.order.first { state.remove(oldest) }
            let slot = state.slab.allocate(Item(name: name, bytes: bytes))
            state.slab.append(slot, to: &state.order)
            state.slots[name] = slot
            state.bytes += cost
        }
    }

    /// The size in which a picture is made: no larger than it is stored, with the proportions of its tile.
    private func size(for key: ImageKey) -> PixelSize {
        let side = codec.request(for: .square).size.width
        let longer = max(1, key.size.longerSide)
        guard longer > side else { return key.size }
        return PixelSize(
            width: max(1, key.size.width * side / longer), height: max(1, key.size.height * side / longer))
    }

    private static func name(_ key: ImageKey, _ form: TinyForm) -> UInt64 {
        key.photoHash &+ UInt64(form.rawValue)
    }
}
