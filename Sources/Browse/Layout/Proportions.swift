// The proportions that a layout gives photos room by.
import Library

/// Width ÷ height of photos by position, within bounds, with a guess for those that are not known.
struct Proportions: Sendable {
    /// The shape of most photos.
    static let unknown: Float = 1.5
    /// Narrower and wider photos get the room of these, and are cropped to it: a panorama of four times its height can
    /// still be seen beside others, one of ten times would be a strip.
    static let bounds: ClosedRange<Float> = 0.4...4

    private enum Source {
        case snapshot(CollectionSnapshot)
        case list(ContiguousArray<Float>)
    }

    private let source: Source
    let count: Int

    init(_ snapshot: CollectionSnapshot) {
        source = .snapshot(snapshot)
        count = snapshot.count
    }

    /// - Parameter list: Proportions of the first of `count` photos, 0 where one is not known.
    init(_ list: [Float], count: Int) {
        source = .list(ContiguousArray(list.prefix(count)))
        self.count = count
    }

    /// The photos that have these proportions; nil where there are only numbers.
    var snapshot: CollectionSnapshot? {
        if case .snapshot(let snapshot) = source { snapshot } else { nil }
    }

    subscript(index: Int) -> Float {
        switch source {
        case .snapshot(let snapshot): Self.bounded(snapshot.proportion(at: index) ?? 0)
        case .list(let list): Self.bounded(index < list.count ? list[index] : 0)
        }
    }

    /// Calls `body` with all proportions, read at once.
    func withAll(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        var all =
            switch source {
            case .snapshot(let snapshot): snapshot.proportions()
            case .list(let list): list + repeatElement(0, count: count - list.count)
            }
        for index in all.indices { all[index] = Self.bounded(all[index]) }
        all.withUnsafeBufferPointer(body)
    }

    /// The comparison turns NaN into a guess.
    private static func bounded(_ proportion: Float) -> Float {
        proportion > 0 ? min(max(proportion, bounds.lowerBound), bounds.upperBound) : unknown
    }
}
