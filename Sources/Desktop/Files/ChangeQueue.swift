// Changes on their way from a source to its one reader.
import Library

/// Changes that wait to be read, and the reader who waits for them. Belongs to an actor.
struct ChangeQueue {
    private var changes: [SourceChange] = []
    private var first = 0
    private var reader: CheckedContinuation<Void, Never>?

    var isEmpty: Bool { first == changes.count }

    mutating func append(_ more: [SourceChange]) {
        changes += more
        wake()
    }

    mutating func popFirst() -> SourceChange? {
        guard !isEmpty else { return nil }
        defer {
            first += 1
            if isEmpty { (changes, first) = ([], 0) }
        }
        return changes[first]
    }

    /// Keeps the reader, who has to look again when it is woken: at once, if something has come since it looked.
    mutating func wait(_ reader: CheckedContinuation<Void, Never>) {
        wake()
        self.reader = reader
        if !isEmpty { wake() }
    }

    /// Wakes the reader.
    mutating func wake() {
        reader?.resume()
        reader = nil
    }
}
