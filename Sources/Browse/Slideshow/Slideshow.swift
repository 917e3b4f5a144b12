// The course of a slideshow: which photo is shown, which comes next, and what moves it on.
public import Photos

/// Photos that are shown one after the other, round and round. Photos that fail are left out from then on.
///
/// The owner loads what is `wanted`, tells what arrives and what fails, and tells when the time of a slide is up.
public struct Slideshow: Sendable {
    /// The photos in the order in which they are shown; at least one.
    public private(set) var order: [PhotoRef]
    /// Whether the picture of the present slide is shown; until then the one before it stays.
    public private(set) var isShown = false
    /// Whether the user has stopped the time.
    public private(set) var isPaused = false
    private var index: Int
    private var direction = 1
    private var failures: Set<PhotoRef> = []

    /// Creates a slideshow; nil for no photos.
    /// - Parameters:
    ///   - first: The photo to begin with; the first one where it is not among them.
    ///   - seed: Makes an order of chance, which begins with `first` too; nil for the order of the photos.
    public init?(_ photos: [PhotoRef], from first: PhotoRef? = nil, shuffledBy seed: UInt64? = nil) {
        guard !photos.isEmpty else { return nil }
        index = first.flatMap(photos.firstIndex(of:)) ?? 0
        order = photos
        guard let seed else { return }
        var chance = SplitMix(seed: seed)
        if first != nil { order.swapAt(0, index) }
        order[(first == nil ? 0 : 1)...].shuffle(using: &chance)
        index = 0
    }

    /// The photo of the present slide.
    public var current: PhotoRef { order[index] }

    /// The photo of the slide after this one, in the direction of the last step; nil where there is no other.
    public var next: PhotoRef? { following.map { order[$0] } }

    /// The photos whose pictures are needed, the most urgent one first.
    public var wanted: [PhotoRef] { isOver ? [] : [current] + (next.map { [$0] } ?? []) }

    /// Whether the time of the slide counts: it is shown, it is not paused, and there is another one.
    public var isTimed: Bool { isShown && !isPaused && next != nil }

    /// Whether no photo is left that could be shown.
    public var isOver: Bool { !isShown && failures.contains(current) }

    /// Takes note that the picture of a photo is shown.
    public mutating func arrived(_ photo: PhotoRef) {
        if photo == current { isShown = true }
    }

    /// Takes note that a photo cannot be shown, and goes on to another one where it was the one to show.
    public mutating func failed(_ photo: PhotoRef) {
        guard !(photo == current && isShown) else { return }
        failures.insert(photo)
        if photo == current { move() }
    }

    /// Goes on to the next slide, if the time counts.
    public mutating func timeIsUp() {
        guard isTimed else { return }
        direction = 1
        move()
    }

    /// Goes to the next slide, or to the one before, also while the show is paused.
    public mutating func step(forward: Bool) {
        direction = forward ? 1 : -1
        move()
    }

    /// Stops the time, or lets it go on with the whole time of a slide.
    public mutating func togglePause() { isPaused.toggle() }

    /// Takes another order of the photos, in which the present slide keeps its place. Where it is gone, the photo that
    /// was behind it takes its turn.
    public mutating func renew(_ photos: [PhotoRef]) {
        guard !photos.isEmpty else { return }
        let place = photos.firstIndex(of: current)
        if place == nil { isShown = false }
        index = place ?? min(index, photos.count - 1)
        order = photos
    }

    private mutating func move() {
        guard let following else { return }
        index = following
        isShown = false
    }

    /// The index of the next photo that has not failed.
    private var following: Int? {
        for distance in 1..<max(2, order.count) {
            let index = (index + direction * distance + order.count * 2) % order.count
            if index != self.index, !failures.contains(order[index]) { return index }
        }
        return nil
    }
}
