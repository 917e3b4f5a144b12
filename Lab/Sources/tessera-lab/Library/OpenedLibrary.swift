// A folder, here or on a share, that is listed, indexed and arranged as in the window.
import Codecs
import Desktop
import Glibc
import Library
import Photos

/// The collection of one folder with the parts that the window gives it.
final class OpenedLibrary {
    let collection: PhotoCollection
    private let source: any PhotoSource
    private let indexer: Indexer
    private(set) var snapshot: CollectionSnapshot
    private var isListed = false
    private var progress: IndexingProgress?
    private var following: Task<Void, any Error>?

    /// Nothing is read yet.
    init(
        folder: String, withHidden: Bool = false, by query: Query, catalogue: Catalogue,
        revisions: FileRevisions? = nil
    ) {
        let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let files = FileFactsReader(width: cores)
        if let address = ShareAddress(folder) {
            let sidecars = ShareSidecars()
            source = .share(address, withHidden: withHidden, listings: catalogue, sidecars: sidecars)
            indexer = Indexer(
                catalogue: catalogue,
                reader: ShareFactsReader(ConnectedShares.client, sidecars: sidecars, files: files),
                limits: .init(width: address.width))
        } else {
            source = FolderSource(
                path: folder, withHidden: withHidden, turns: KeptTurns(store: nil, revisions: revisions))
            indexer = Indexer(catalogue: catalogue, reader: files, limits: .init(width: cores))
        }
        collection = PhotoCollection(
            source, by: query, collation: FileNameCollation(),
            clock: SystemLocalClock(), words: CalendarWords(), division: ProcessorDivision(), indexing: indexer)
        snapshot = CollectionSnapshot(collection.id)
    }

    deinit { following?.cancel() }

    /// What the source said last beside the photos.
    var report: SourceReport {
        // A listing of the disk is complete before that comes by the collection.
        get async { if let folder = source as? FolderSource { await folder.report } else { reported } }
    }
    private var reported = SourceReport()
    /// What is kept of a share is shown before the share was listed, or has failed to be.
    private var isSettled: Bool { isListed && (!source.isSeenWhileAway || reported.reached > 0 || reported.isAway) }

    /// Lists the whole folder, and waits until all of its files have been looked at.
    /// - Parameters:
    ///   - hasPhotos: called when the first photos are listed.
    ///   - isListed: called when all are.
    /// - Throws: `LoadFailure` when the folder cannot be read.
    func read(hasPhotos: () -> Void = {}, isListed told: () -> Void = {}) async throws {
        while !isSettled {
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
            reported = update.report
        }
    }
}
