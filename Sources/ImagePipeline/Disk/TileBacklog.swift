// Tiles that wait to be written: remembered, not held, so that waiting costs no memory and no picture is kept for it.

/// A bounded queue, oldest first. A picture that everyone else has let go of leaves it.
struct TileBacklog {
    private struct Waiting {
        weak var image: (any DecodedImage)?
        let key: TileKey
    }

    private let limit: Int
    private var waiting: [Waiting] = []
    private var head = 0

    /// `limit`: pictures; beyond it the oldest is dropped.
    init(limit: Int) { self.limit = limit }

    /// Whether nothing waits; pictures that are gone count until `next` has come across them.
    var isEmpty: Bool { head == waiting.count }

    mutating func append(_ image: any DecodedImage, for key: TileKey) {
        if waiting.count - head >= limit { head += 1 }
        if head > limit {
            waiting.removeFirst(head)
            head = 0
        }
        waiting.append(Waiting(image: image, key: key))
    }

    /// The oldest picture that there still is; nil when there is none, and then the queue is empty.
    mutating func next() -> (image: any DecodedImage, key: TileKey)? {
        while head < waiting.count {
            let first = waiting[head]
            head += 1
            if let image = first.image { return (image, first.key) }
        }
        waiting = []
        head = 0
        return nil
    }
}
