// A folder of a test's own on the servers of shares, and what a collection lists of it.
import CGLib
import Codecs
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

/// A folder that all servers serve, and that disappears with the test.
struct ServedFolder {
    let disk: ScratchFolder
    private let servers: ShareServers

    /// Runs the default main context, as a program with windows does: GVfs's calls on other threads wait for it too.
    private static let mainLoop: Void = {
        let thread = g_thread_new(
            "main loop",
            { _ in
                let loop = g_main_loop_new(nil, 0)
                g_main_loop_run(loop)
                g_main_loop_unref(loop)
                return nil
            }, nil)
        g_thread_unref(thread)
    }()

    init() throws {
        Self.mainLoop
        servers = try #require(ShareServers.running)
        disk = ScratchFolder(in: servers.folder)
    }

    /// The address by way of a server.
    func address(by server: String) throws -> ShareAddress {
        try address(below: try #require(servers.addresses[server]))
    }

    /// The address where the folder of all servers has this address.
    func address(below root: String) throws -> ShareAddress {
        try #require(ShareAddress(root)).appending(path: FilePath(FilePath(disk.path).name.text))
    }

    /// Writes a file whose content follows from its length.
    @discardableResult
    func write(_ path: FilePath, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var state = UInt32(truncatingIfNeeded: count)
        for _ in 0..<count {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes.append(UInt8(truncatingIfNeeded: state >> 24))
        }
        let whole = FilePath(disk.path).appending(path: path)
        var folder = FilePath(disk.path)
        for name in path.names.dropLast() {
            folder = folder.appending(name)
            _ = folder.withC { mkdir($0, 0o755) }
        }
        let isWritten = whole.withC { name in
            bytes.withUnsafeBytes {
                g_file_set_contents(name, $0.bindMemory(to: CChar.self).baseAddress, bytes.count, nil)
            }
        }
        precondition(isWritten != 0)
        return bytes
    }

    func remove(_ path: FilePath) { precondition(FilePath(disk.path).appending(path: path).withC(unlink) == 0) }
}

/// What a window would list of a source.
final class ServedListing {
    /// A photo by what all sources know of it.
    struct Item: Hashable {
        let id: PhotoID, title: String, companions: [FileName], byteCount: Int64?
    }

    let source: any PhotoSource
    private let collection: PhotoCollection
    private let reader = PhotoReader()
    private var snapshot: CollectionSnapshot
    private(set) var isListed = false
    private(set) var report = SourceReport()
    /// Photos that have changed where they were.
    private(set) var changed: Set<PhotoID> = []

    init(_ source: any PhotoSource) {
        self.source = source
        collection = PhotoCollection(source, collation: FileNameCollation())
        snapshot = CollectionSnapshot(collection.id)
    }

    var items: [Item] {
        (0..<snapshot.count).map { position in
            let slot = snapshot.ref(at: position).slot
            let photo = reader.photo(slot, of: snapshot.store)
            return Item(
                id: photo.id, title: photo.title, companions: photo.companions,
                byteCount: snapshot.store.facts(slot).byteCount)
        }
    }
    var ids: [String] { items.map(\.id.text) }

    /// Reads changes until something holds.
    func read(until isEnough: (ServedListing) -> Bool) async throws {
        while !isEnough(self) {
            guard try await collection.readChange() else { return }
            for update in collection.takeUpdates() {
                for ref in update.changed { changed.insert(reader.photo(ref.slot, of: update.snapshot.store).id) }
                snapshot = update.snapshot
                isListed = isListed || update.isListed
                report = update.report
            }
        }
    }

    /// Reads the whole listing.
    func list() async throws { try await read { $0.isListed } }
}
