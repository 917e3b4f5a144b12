// Tiles that wait to be written, held weakly so that waiting keeps no image in memory.

/// A bounded queue, oldest first. An image that is released elsewhere drops out of it.
struct TileBacklog {
    private struct Waiting {
        weak var image: (any DecodedImage)?
        let key: TileKey
    }

    private let limit: Int
    private var waiting: [Waiting] = []
    private var head = 0

    /// Creates an empty backlog.
    /// - Parameter limit: maximum number of images; beyond it the oldest is dropped.
    init(limit: Int) { self.limit = limit }

    /// Whether nothing waits; released images count until `next` reaches them.
    var isEmpty: Bool { head == waiting.count }

    mutating func append(_ image: any DecodedImage, for key: TileKey) {
        if waiting.count - head >= limit { head += 1 }
        if head > limit {
            waiting.removeFirst(head)
            head = 0
        }
        waiting.append(Waiting(image: image, key: key))
    }

    /// Removes and returns the oldest image that still exists; nil when there is none, and then the queue is empty.
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
