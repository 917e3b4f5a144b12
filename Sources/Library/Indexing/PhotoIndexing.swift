// The port to what finds out the facts of a collection's photos.
public import Photos

/// A photo whose facts are to be found out.
public struct UnindexedPhoto: Hashable, Sendable {
    /// The slot under which the facts are to be handed to the collection.
    public let slot: UInt32
    /// The path below the root of the collection.
    public let path: FilePath
    /// The state of the file when it was listed.
    public let stamp: FileStamp

    public init(slot: UInt32, path: FilePath, stamp: FileStamp) {
        self.slot = slot
        self.path = path
        self.stamp = stamp
    }
}

/// An indexer of photos in files.
///
/// Every photo that `index` was called with is answered by `PhotoCollection.learn`, with empty facts where nothing
/// could be read, because the collection counts the answers. An indexer must not keep a collection alive: it gives up
/// the work for one that was released. Isolation: callable from any thread.
public protocol PhotoIndexing: Sendable {
    /// Takes photos to be indexed. Returns when the collection has learned what is known without opening the files, as
    /// from a catalogue; the collection may wait for that before it shows the photos. Reading goes on behind it.
    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async

    /// The files below `root` that came first by `query` when they were last indexed, in the states that they had then;
    /// none where that is not known of the query. By default none.
    func first(_ count: Int, by query: Query, below root: String) async -> [(path: String, stamp: FileStamp)]

    /// Indexes these photos of a collection before its others, in this order.
    func prioritize(_ slots: [UInt32], of collection: PhotoRef.Collection) async

    /// Has no more files read for a collection, or has it go on. What is being read is read to its end.
    func hold(_ isHeld: Bool, _ collection: PhotoRef.Collection) async

    /// Forgets files below `root` that are gone.
    func forget(_ paths: [String], below root: String) async

    /// Follows files below `root` that have another name.
    func rename(_ renamings: [(before: String, after: String)], below root: String) async
}

extension PhotoIndexing {
    public func first(_ count: Int, by query: Query, below root: String) async -> [(path: String, stamp: FileStamp)] {
        []
    }
    public func prioritize(_ slots: [UInt32], of collection: PhotoRef.Collection) async {}
    public func hold(_ isHeld: Bool, _ collection: PhotoRef.Collection) async {}
    public func forget(_ paths: [String], below root: String) async {}
    public func rename(_ renamings: [(before: String, after: String)], below root: String) async {}
}

/// How far indexing has come.
public struct IndexingProgress: Hashable, Sendable {
    /// Photos whose facts are known, or of which is known that nothing can be read.
    public let done: Int
    /// Photos that were to be indexed since there was nothing to do, those that are done included.
    public let total: Int

    public init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}
