// A folder that is listed, indexed and arranged as in the window.
import Codecs
import Desktop
import Glibc
import Library
import Photos

/// The collection of one folder with the parts that the window gives it.
final class OpenedLibrary {
    let collection: PhotoCollection
    private let source: FolderSource
    private let indexer: Indexer
    private(set) var snapshot: CollectionSnapshot
    private var isListed = false
    private var progress: IndexingProgress?
    private var following: Task<Void, any Error>?

    /// Nothing is read yet.
    init(
        folder: String, withHidden: Bool = false, by query: Query, catalogue: any FactsCatalogue,
        revisions: FileRevisions? = nil
    ) {
        let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        indexer = Indexer(catalogue: catalogue, reader: FileFactsReader(width: cores), limits: .init(width: cores))
        source = FolderSource(
            path: folder, withHidden: withHidden, turns: KeptTurns(store: nil, revisions: revisions))
        collection = PhotoCollection(
            source, by: query, collation: FileNameCollation(),
            clock: SystemLocalClock(), words: CalendarWords(), division: ProcessorDivision(), indexing: indexer)
        snapshot = CollectionSnapshot(collection.id)
    }

    deinit { following?.cancel() }

    /// What the source said last beside the photos. A listing is complete before that comes by the collection.
    var report: SourceReport { get async { await source.report } }

    /// Lists the whole folder, and waits until all of its files have been looked at.
    /// - Parameters:
    ///   - hasPhotos: called when the first photos are listed.
    ///   - isListed: called when all are.
    /// - Throws: `LoadFailure` when the folder cannot be read.
    func read(hasPhotos: () -> Void = {}, isListed told: () -> Void = {}) async throws {
        while !isListed {
            let wasEmpty = snapshot.count == 0
            guard try await collection.readChange() else { break }
            take()
            if wasEmpty, snapshot.count > 0 { hasPhotos() }
        }
        told()
        var arrivals = collection.arrivals.makeAsyncIterator()
        while progress != nil, await arrivals.next() != nil { take() }
    }

    /// Waits until the catalogue has what was read.
    func settle() async { await indexer.settled() }

    /// Follows the folder until it has another number of photos. Call it after `read`.
    func followUntilCountChanges() async {
        let count = snapshot.count
        if following == nil { following = Task { [collection] in while try await collection.readChange() {} } }
        take()
        var arrivals = collection.arrivals.makeAsyncIterator()
        while snapshot.count == count, await arrivals.next() != nil { take() }
    }

    /// Arranges the photos anew.
    func arrange(by query: Query) async {
        await collection.arrange(by: query)
        take()
    }

    private func take() {
        for update in collection.takeUpdates() {
            snapshot = update.snapshot
            isListed = isListed || update.isListed
            progress = update.progress
        }
    }
}
