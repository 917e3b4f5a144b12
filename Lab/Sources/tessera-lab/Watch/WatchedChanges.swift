// The changes of a collection as lines of JSON.
import Desktop
import FoundationEssentials
import Library
import Photos

/// Prints what changes in one collection. Used once.
struct WatchedChanges {
    /// A line, as DESIGN §7 has it.
    private struct Line: Encodable {
        var added: [String] = []
        var removed: [String] = []
        var changed: [String] = []
        var moved: [[String]] = []
        var count = 0

        var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty && moved.isEmpty }
    }

    private struct Ready: Encodable {
        let ready: Int
    }

    private let collection: PhotoCollection
    private let reader = PhotoReader()
    private var snapshot: CollectionSnapshot

    init(of source: any PhotoSource, by query: Query) {
        collection = PhotoCollection(source, by: query, collation: FileNameCollation())
        snapshot = CollectionSnapshot(collection.id)
    }

    /// Prints until the task is cancelled, or the output is closed.
    /// - Throws: `LoadFailure` when the folder cannot be listed, `CancellationError`.
    mutating func print() async throws {
        var isListed = false
        while try await collection.readChange() {
            for update in collection.takeUpdates() {
                let before = snapshot
                snapshot = update.snapshot
                let wasListed = isListed
                isListed = update.isListed
                if !wasListed {
                    if isListed, try !write(Ready(ready: snapshot.count)) { return }
                    continue
                }
                let line = line(of: update, before)
                if !line.isEmpty, try !write(line) { return }
            }
        }
    }

    private func line(of update: CollectionUpdate, _ before: CollectionSnapshot) -> Line {
        var line = Line(count: update.snapshot.count)
        for ref in update.changed {
            let (old, new) = (path(ref, in: before), path(ref, in: update.snapshot))
            if old == new { line.changed.append(new.text) } else { line.moved.append([old.text, new.text]) }
        }
        guard let edit = update.edit else { return line }
        for position in edit.position..<edit.position + edit.removed {
            let ref = before.ref(at: position)
            if update.snapshot.position(of: ref) == nil { line.removed.append(path(ref, in: before).text) }
        }
        for position in edit.position..<edit.position + edit.added {
            let ref = update.snapshot.ref(at: position)
            if before.position(of: ref) == nil { line.added.append(path(ref, in: update.snapshot).text) }
        }
        return line
    }

    private func path(_ ref: PhotoRef, in snapshot: CollectionSnapshot) -> PhotoID {
        reader.photo(ref.slot, of: snapshot.store).id
    }

    /// - Returns: false when the output is closed.
    private func write(_ line: some Encodable) throws -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return StandardStreams.deliver(String(decoding: try encoder.encode(line), as: UTF8.self))
    }
}
