// The reading of headers without a catalogue.
import Library
import Photos

/// Reads the header of every file that is listed, several at a time, and keeps nothing.
struct HeaderIndexing: PhotoIndexing {
    /// Photos that the collection learns at once.
    private static let batch = 256

    let reader: any FactsReader
    /// Files that are read at once.
    let width: Int

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        var rest = photos[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.batch)
            rest = rest.dropFirst(batch.count)
            await collection.learn(await facts(batch, below: root))
        }
    }

    private func facts(
        _ photos: ArraySlice<UnindexedPhoto>, below root: String
    ) async -> [(slot: UInt32, facts: PhotoFacts)] {
        await withTaskGroup(of: (slot: UInt32, facts: PhotoFacts).self) { group in
            var rest = photos[...]
            for _ in 0..<width {
                if let photo = rest.popFirst() { group.addTask { await read(photo, below: root) } }
            }
            var facts: [(slot: UInt32, facts: PhotoFacts)] = []
            while let known = await group.next() {
                facts.append(known)
                if let photo = rest.popFirst() { group.addTask { await read(photo, below: root) } }
            }
            return facts
        }
    }

    private func read(_ photo: UnindexedPhoto, below root: String) async -> (slot: UInt32, facts: PhotoFacts) {
        let path = root.hasSuffix("/") ? root + photo.path : root + "/" + photo.path
        var facts = PhotoFacts()
        if let found = try? await reader.facts(of: path) {
            facts.taken = found.taken
            facts.pixelSize = found.size
            facts.kind = found.format
            let names = [found.camera.make, found.camera.model].compactMap(\.self)
            facts.camera = names.isEmpty ? nil : names.joined(separator: " ")
            facts.lens = found.camera.lens
        }
        return (photo.slot, facts)
    }
}
