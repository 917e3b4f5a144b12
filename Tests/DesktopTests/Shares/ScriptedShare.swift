// A share as a test wants it: folders that change, fail, or wait for the test.
import ImagePipeline
import Library
import Photos

@testable import Desktop

/// Folders by their paths below `root`, and how often each was read.
actor ScriptedShare: ShareFiles {
    static let root = ShareAddress("sftp://nas/photos")!
    /// When every file was changed: in September 2020.
    static let time: Int64 = 1_600_000_000_000_000_000

    private var folders: [FilePath: [ShareEntry]] = [:]
    private var failures: [FilePath: LoadFailure.Reason] = [:]
    private var batch = Int.max
    private var gate: CheckedContinuation<Void, Never>?
    private var waits = false
    private(set) var lists: [FilePath] = []
    /// The listings before which the share would have been connected.
    private(set) var asked = 0
    private(set) var reads: [FilePath] = []
    private var files: [FilePath: [UInt8]] = [:]
    private var silent: Set<FilePath> = []
    nonisolated let silences = ShareSilences()

    init(_ names: [FilePath: [String]] = [:]) {
        for (path, names) in names { folders[path] = names.map(Self.entry) }
    }

    /// The entry of a file, or of a folder by a name with a slash at its end.
    static func entry(_ name: String) -> ShareEntry {
        name.hasSuffix("/")
            ? ShareEntry(name: FileName(String(name.dropLast())), isFolder: true, isRegular: false)
            : ShareEntry(name: FileName(name), byteCount: 10, modified: time)
    }

    nonisolated func silences(of share: ShareAddress) -> AsyncStream<Void> { silences.stream(of: share) }

    func set(_ entries: [ShareEntry]?, in path: FilePath) { folders[path] = entries }
    func fail(_ reason: LoadFailure.Reason?, in path: FilePath) { failures[path] = reason }
    func deliver(by batch: Int) { self.batch = batch }
    func set(_ bytes: [UInt8], of path: FilePath) { files[path] = bytes }
    /// Has a file that does not answer.
    func silence(_ path: FilePath) { silent.insert(path) }

    /// Holds listings back after their first entries.
    func hold() { waits = true }

    func release() {
        waits = false
        gate.take()?.resume()
    }

    func list(
        _ folder: ShareAddress, asks: Bool, _ take: @Sendable ([ShareEntry]) async throws -> Bool
    ) async throws {
        let path = folder.path(below: Self.root)
        lists.append(path)
        if asks { asked += 1 }
        if let reason = failures[path] {
            throw LoadFailure(stage: .listing, culprit: folder.name.shown, reason: reason)
        }
        guard let entries = folders[path] else {
            throw LoadFailure(stage: .listing, culprit: folder.name.shown, reason: .notFound)
        }
        var rest = entries[...]
        while !rest.isEmpty {
            let some = rest.prefix(batch)
            rest = rest.dropFirst(some.count)
            guard try await take(Array(some)) else { return }
            if waits { await withCheckedContinuation { gate = $0 } }
        }
    }

    func entry(at address: ShareAddress, asks: Bool) async throws -> ShareEntry {
        let path = address.path(below: Self.root)
        if let reason = failures[path] {
            throw LoadFailure(stage: .listing, culprit: address.name.shown, reason: reason)
        }
        if let bytes = files[path] {
            return ShareEntry(name: address.name, byteCount: Int64(bytes.count), modified: Self.time)
        }
        guard folders[path] != nil else {
            throw LoadFailure(stage: .listing, culprit: address.name.shown, reason: .notFound)
        }
        return ShareEntry(name: address.name, isFolder: true, isRegular: false)
    }

    func whole(_ address: ShareAddress, limit: Int, ticket: FetchTicket) async throws -> EncodedBytes {
        try bytes(address, ticket.title)
    }

    func beginning(
        of address: ShareAddress, count: Int, name: String, for need: ShareNeed
    ) async throws -> EncodedBytes {
        EncodedBytes(Array(Array(try bytes(address, name).storage).prefix(count)))
    }

    private nonisolated let lengths = ShareLengths()

    nonisolated func note(_ entries: [ShareEntry], of folder: ShareAddress) { lengths.note(entries, of: folder) }
    nonisolated func length(of address: ShareAddress) -> Int? { lengths.length(of: address) }

    private func bytes(_ address: ShareAddress, _ name: String) throws -> EncodedBytes {
        let path = address.path(below: Self.root)
        reads.append(path)
        if silent.contains(path) { throw LoadFailure(stage: .fetch, culprit: name, reason: .timedOut(seconds: 30)) }
        guard let bytes = files[path] else { throw LoadFailure(stage: .fetch, culprit: name, reason: .notFound) }
        return EncodedBytes(bytes)
    }
}

/// Listings in memory.
actor KeptListings: ShareListings {
    private(set) var kept: [ShareFolder] = []
    private(set) var times = 0

    func listing(of address: ShareAddress) async -> [ShareFolder] { kept }

    func keep(_ folders: [ShareFolder], of address: ShareAddress) async {
        let formats = ListedFormats()
        kept = folders.map { ShareFolder($0.path, $0.essentials(formats)) }
        times += 1
    }

    /// Returns once listings were kept `count` times.
    func wait(for count: Int) async { while times < count { await Task.yield() } }
}
