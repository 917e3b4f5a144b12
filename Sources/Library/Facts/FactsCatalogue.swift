// The port to the catalogue that keeps facts of files between runs.
public import Photos

/// A file as a catalogue knows it: where it was, what it looked like, and what its header says.
public struct CataloguedFile: Hashable, Sendable {
    /// Path below the root of the collection.
    public var path: FilePath
    public var stamp: FileStamp
    public var facts: FileFacts
    /// The time at which the photo was taken; nil when nothing plausible is known.
    public var taken: TakenTime?

    public init(path: FilePath, stamp: FileStamp, facts: FileFacts, taken: TakenTime?) {
        self.path = path
        self.stamp = stamp
        self.facts = facts
        self.taken = taken
    }
}

/// The facts of files that were read in this run or an earlier one.
///
/// A catalogue only saves work: one that is lost, damaged or locked answers that it knows nothing, and nothing else
/// happens. Isolation: callable from any thread; waits for the disk on an executor of its own.
public protocol FactsCatalogue: Sendable {
    /// What is known of files below `root`.
    /// - Parameter files: paths below `root` and the stamps that the files have now.
    /// - Returns: one entry for each file; nil where nothing is known, or where inode, length or time of modification
    ///   are others than when the file was read. Where its entry or its sidecar alone have changed since, the facts are
    ///   provisional.
    func facts(of files: [(path: String, stamp: FileStamp)], below root: String) async -> [PhotoFacts?]

    /// The files below `root` that come first by one fact, in the states in which they were read. Files of which it is
    /// not known are left out.
    /// - Parameter order: the time taken, the time of the last change, or the length.
    func first(
        _ count: Int, by order: Query.Order, isDescending: Bool, below root: String
    ) async -> [(path: String, stamp: FileStamp)]

    /// Keeps what was read of files below `root`, in one transaction.
    /// - Returns: The files, by their places in `files`, whose content is another one than their versions stand for,
    ///   with the revisions by which they are told apart (`FileStamp.fingerprint`).
    @discardableResult
    func keep(_ files: [CataloguedFile], below root: String) async -> [(file: Int, revision: UInt32)]

    /// Forgets files below `root` that are gone.
    func forget(_ paths: [String], below root: String) async

    /// Follows renamings below `root`, so that nothing is read again.
    func rename(_ renamings: [(before: String, after: String)], below root: String) async
}

extension FactsCatalogue {
    public func first(
        _ count: Int, by order: Query.Order, isDescending: Bool, below root: String
    ) async -> [(path: String, stamp: FileStamp)] { [] }
}
