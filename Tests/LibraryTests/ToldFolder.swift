// A folder whose listing the test tells, and an indexer that has known its files since an earlier run.
import Photos
import Synchronization
import Testing

@testable import Library

/// A folder of files that answers looks at once and lists when the test says so.
final class ToldFolder: PhotoSource {
    let identity = SourceID("told")
    let title = "Told"
    let isLocal: Bool
    let isListedByPath = true
    let root: String? = "/root"
    private let files: Mutex<[String: ListedPhoto]>
    private let steps: AsyncStream<SourceChange>
    private let tell: AsyncStream<SourceChange>.Continuation
    private let asked = Mutex(0)

    init(_ files: [ListedPhoto], isLocal: Bool = true) {
        self.isLocal = isLocal
        (steps, tell) = AsyncStream.makeStream()
        self.files = Mutex(Dictionary(uniqueKeysWithValues: files.map { ($0.photo.id.text, $0) }))
    }

    /// How many changes were asked for.
    var questions: Int { asked.withLock(\.self) }

    func list(_ photos: [ListedPhoto], isLast: Bool) {
        tell.yield(.added(PackedPage(listed: photos), isLast: isLast))
        if isLast { end() }
    }

    func tell(_ change: SourceChange) { tell.yield(change) }

    /// Tells of nothing more.
    func end() { tell.finish() }

    func changes() -> SourceChanges {
        SourceChanges { [self] in
            asked.withLock { $0 += 1 }
            var iterator = steps.makeAsyncIterator()
            return await iterator.next()
        }
    }

    func look(for names: [PhotoID]) async -> [ListedPhoto] {
        files.withLock { files in names.compactMap { files[$0.text] } }
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

/// An indexer that has known all files since an earlier run, until they change.
final class RememberingIndexer: PhotoIndexing {
    private let files: [(path: String, stamp: FileStamp)]
    let queries = Mutex<[Query]>([])
    let unknown = Mutex<[String]>([])
    /// The paths that were asked for, in order.
    let asked = Mutex<[String]>([])
    /// Holds back the answer about photos that are listed.
    let gate: Gate?

    init(_ files: [ListedPhoto], gate: Gate? = nil) {
        self.files = files.compactMap { file in file.stamp.map { (file.photo.id.text, $0) } }
        self.gate = gate
    }

    func first(_ count: Int, by query: Query, below root: String) async -> [(path: String, stamp: FileStamp)] {
        queries.withLock { $0.append(query) }
        guard query.leadingFact == .modified else { return [] }
        let sorted = files.sorted { $0.stamp.modified < $1.stamp.modified }
        return Array((query.isDescending ? sorted.reversed() : sorted).prefix(count))
    }

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        asked.withLock { $0 += photos.map(\.path.text) }
        await gate?.wait()
        let known = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.stamp) })
        unknown.withLock { $0 += photos.filter { known[$0.path.text] != $0.stamp }.map(\.path.text) }
        await collection.learn(
            photos.map { photo in
                var facts = PhotoFacts()
                (facts.modified, facts.byteCount) = (photo.stamp.modified, photo.stamp.byteCount)
                return (photo.slot, facts)
            })
    }
}

extension ToldFolder {
    /// Files whose times run against their names.
    static func files(_ count: Int, length: Int64 = 1) -> [ListedPhoto] {
        (0..<count).map { number in
            let digits = String(number), name = String(repeating: "0", count: 4 - digits.count) + digits
            return ListedPhoto(
                Photo(id: PhotoID(name), title: name, version: "1"),
                stamp: FileStamp(
                    device: 1, inode: UInt64(number), byteCount: length, modified: Int64(count - number) * 1_000_000_000
                ))
        }
    }
}

extension CollectionSnapshot {
    /// The names of the photos in their order.
    var names: [String] {
        let reader = PhotoReader()
        return (0..<count).map { reader.photo(ref(at: $0).slot, of: store).id.text }
    }
}

extension PhotoCollection {
    /// The state after all updates that were not taken yet.
    nonisolated var last: CollectionSnapshot { get throws { try #require(takeUpdates().last).snapshot } }
}
