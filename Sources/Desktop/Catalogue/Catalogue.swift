// The catalogue of files: what their headers say, kept between runs in one database.
import CGLib
import Codecs
import Glibc
public import Library
public import Photos

/// A database of the facts of files, for every program that opens its file, at once.
///
/// Two connections, each on a thread of its own: one writes, and the other reads what was written last without waiting
/// for it (SQLite's write-ahead log). A file that is damaged is moved aside and begun anew; where no file can be used,
/// everything happens in a temporary database. Either costs nothing but the work to read the files' headers again, and
/// `notices` reports it.
public final class Catalogue: FactsCatalogue, ShareListings {
    /// The file's name in a folder of the program's own.
    public static let fileName = "catalogue.sqlite"
    /// Milliseconds to wait for another program that has the file locked; a transaction takes some ten.
    private static let patience = 5_000

    /// What has happened to the file, for the window to tell. One reader.
    public let notices: AsyncStream<CatalogueNotice>

    /// The revisions of contents that it has found.
    public let revisions: FileRevisions

    private let file: CatalogueFile
    private let writer: CatalogueConnection
    private let reader: CatalogueConnection

    /// Opens the file at `path` at the first use; it is created with its folder where it is missing.
    /// - Parameter path: as the user named it; nil for a catalogue that ends with the program.
    public convenience init(path: String?) {
        self.init(
            path: path.map(FilePath.absolute), patience: Self.patience, executor: LoopExecutor(name: "catalogue"),
            writer: LoopExecutor(name: "catalogue-write", niceness: 10))
    }

    /// - Parameters:
    ///   - path: absolute path, or nil.
    ///   - patience: milliseconds to wait for other programs.
    ///   - limit: bytes that the file does not exceed; nil for as many as the disk has.
    ///   - executor: runs what reads.
    ///   - writer: runs what writes.
    init(path: String?, patience: Int, limit: Int? = nil, executor: LoopExecutor, writer: LoopExecutor) {
        let (notices, told) = AsyncStream.makeStream(of: CatalogueNotice.self)
        self.notices = notices
        let file = CatalogueFile(path: path, schema: .current, patience: patience, limit: limit) { told.yield($0) }
        self.file = file
        revisions = FileRevisions { file.isTemporary ? [] : (try? file.open().tables.revisions()) ?? [] }
        self.writer = CatalogueConnection(file, ownsTemporary: true, executor: writer)
        reader = CatalogueConnection(file, ownsTemporary: false, executor: executor)
    }

    /// The absolute path of the user's own catalogue, in the folder for data that programs keep.
    public static func userPath(_ folder: String) -> String {
        FilePath.text(g_get_user_data_dir()) + "/" + folder + "/" + fileName
    }

    public func facts(of files: [(path: String, stamp: FileStamp)], below root: String) async -> [PhotoFacts?] {
        if files.isEmpty { return [] }
        let look: @Sendable (CatalogueTables) throws -> (facts: [PhotoFacts?], adoptions: [CatalogueAdoption]) = {
            try CatalogueLookup(files, below: root).run(in: $0)
        }
        var found = await reader.use(look)
        if found == nil, file.isTemporary { found = await writer.use(look) }
        guard let found else { return Array(repeating: nil, count: files.count) }
        if !found.adoptions.isEmpty {
            writer.post { [adoptions = found.adoptions] tables in try tables.change { try tables.adopt(adoptions) } }
        }
        return found.facts
    }

    public func first(
        _ count: Int, by order: Query.Order, isDescending: Bool, below root: String
    ) async -> [(path: String, stamp: FileStamp)] {
        await reader.use { tables in
            try tables.first(count, by: order, isDescending: isDescending, below: CataloguePlace.root(root))
        } ?? []
    }

    @discardableResult
    public func keep(_ files: [CataloguedFile], below root: String) async -> [(file: Int, revision: UInt32)] {
        if files.isEmpty { return [] }
        let now = Int64(time(nil))
        let root = CataloguePlace.root(root)
        let found = await writer.use { [revisions] tables in
            var found: [(file: Int, place: CataloguePlace, revision: UInt32)] = []
            try tables.change {
                found = []
                for (index, file) in files.enumerated() {
                    let place = CataloguePlace(file.path.text, below: root)
                    try tables.keep(file, at: place, read: now)
                    let listed = revisions.revision(of: { place.path }, { file.stamp })
                    let revision = try tables.note(file, at: place, listedAs: listed)
                    if revision != listed { found.append((index, place, revision)) }
                }
            }
            return found
        }
        for (index, place, revision) in found ?? [] { revisions.note(revision, of: place.path, files[index].stamp) }
        return (found ?? []).map { ($0.file, $0.revision) }
    }

    public func forget(_ paths: [String], below root: String) async {
        if paths.isEmpty { return }
        await writer.use { tables in
            try tables.change {
                let root = CataloguePlace.root(root)
                for path in paths { try tables.forget(CataloguePlace(path, below: root)) }
            }
        }
    }

    public func rename(_ renamings: [(before: String, after: String)], below root: String) async {
        if renamings.isEmpty { return }
        await writer.use { tables in
            try tables.change {
                let root = CataloguePlace.root(root)
                try tables.rename(
                    renamings.map { (CataloguePlace($0.before, below: root), CataloguePlace($0.after, below: root)) })
            }
        }
    }

    public func listing(of address: ShareAddress) async -> [ShareFolder] {
        await reader.use { try $0.listing(of: address) } ?? []
    }

    public func keep(_ folders: [ShareFolder], of address: ShareAddress) async {
        await writer.use { tables in try tables.change { try tables.keep(folders, of: address) } }
    }

    /// Returns once everything that was asked for before is written.
    func settle() async { await writer.settle() }
}
