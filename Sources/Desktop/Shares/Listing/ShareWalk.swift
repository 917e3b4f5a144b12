// One listing of a share: which folders are read, and in what order.
import Library
import Photos
import Synchronization

/// Reads a folder on a share and those below it, some at once, by one enumeration each.
struct ShareWalk: Sendable {
    /// Most entries and most folders of one source: more are left out and reported, for a share may list without
    /// end.
    struct Limits { var entries = 1_000_000, folders = 20_000 }

    /// What was found.
    struct Found: Sendable {
        fileprivate(set) var folders: [ShareFolder] = []
        fileprivate(set) var unreadable: [(path: FilePath, reason: Message)] = []
        fileprivate var entries = 0
    }

    let address: ShareAddress
    let shares: any ShareFiles
    let isDeep: Bool
    let formats: ListedFormats
    let limits: Limits
    /// What was listed of each folder last time.
    let kept: [FilePath: ShareFolder]
    /// Called with a folder of which a part is there, whenever that is twice as much as the last time.
    let onPart: @Sendable (ShareFolder) async -> Void
    /// Called with each folder that was read whole, the first one before those below it.
    let onWhole: @Sendable (ShareFolder) async -> Void

    /// Folders that are read at once: a request takes a round trip of the line each.
    private static let width = 4

    /// Reads all folders. One below the first that cannot be read is left out, with its reason.
    /// - Parameter asks: As for `ShareFiles.list`.
    /// - Throws: `LoadFailure` where the first folder or the share cannot be read, or `CancellationError`.
    func run(asks: Bool) async throws -> Found {
        var found = Found(), ahead: [FilePath] = []
        let root = try await read(FilePath(""), asks: asks)
        await onWhole(root)
        take(root, &found, &ahead)
        try await withThrowingTaskGroup(of: Answer.self) { group in
            var running = 0
            while !Task.isCancelled {
                while running < Self.width, !ahead.isEmpty {
                    let path = ahead.removeFirst()
                    running += 1
                    group.addTask {
                        do { return Answer(path, .success(try await readBelow(path))) } catch {
                            return Answer(path, .failure(error))
                        }
                    }
                }
                guard let answer = try await group.next() else { break }
                running -= 1
                switch answer.result {
                case .success(let folder):
                    await onWhole(folder)
                    take(folder, &found, &ahead)
                case .failure(let failure as LoadFailure) where failure.reason == .notFound: break
                case .failure(let gone as ShareIsGone): throw gone.failure
                case .failure(let failure):
                    if failure is CancellationError { continue }
                    found.unreadable.append((answer.path, Self.reason(failure)))
                }
            }
            group.cancelAll()
        }
        return found
    }

    /// The result of reading a folder below the first one. A class: a tuple with these was destroyed by an optimised
    /// build (Swift 6.3).
    private final class Answer: Sendable {
        let path: FilePath
        let result: Result<ShareFolder, any Error>

        init(_ path: FilePath, _ result: Result<ShareFolder, any Error>) {
            (self.path, self.result) = (path, result)
        }
    }

    /// Takes a folder that was read whole, and those in it for later.
    private func take(_ folder: ShareFolder, _ found: inout Found, _ ahead: inout [FilePath]) {
        found.folders.append(folder)
        found.entries += folder.entries.count
        guard isDeep else { return }
        let folders = folder.folders(formats)
        let room = max(0, limits.folders - found.folders.count - ahead.count)
        ahead += folders.prefix(room).map { folder.path.appending($0) }
        if folders.count > room || found.entries > limits.entries {
            found.unreadable.append((folder.path, Message("There are more folders and photos than are listed.")))
            if found.entries > limits.entries { ahead = [] }
        }
    }

    /// Returns why a folder could not be read.
    private static func reason(_ failure: any Error) -> Message {
        (failure as? LoadFailure)?.sentence ?? .verbatim("\(failure)")
    }

    // MARK: One folder

    /// The failure of a folder on a share of which nothing else can be read either.
    private struct ShareIsGone: Error { let failure: LoadFailure }

    /// Reads a folder below the first one. Where it does not answer, the share as a whole is asked, and the folder once
    /// more.
    private func readBelow(_ path: FilePath) async throws -> ShareFolder {
        do {
            return try await read(path, asks: false)
        } catch let failure as LoadFailure where failure.isTransient {
            do { _ = try await shares.entry(at: address, asks: false) } catch is LoadFailure {
                throw ShareIsGone(failure: failure)
            }
            return try await read(path, asks: false)
        }
    }

    /// Reads a folder.
    private func read(_ path: FilePath, asks: Bool) async throws -> ShareFolder {
        let growing = Growing(path, after: kept[path])
        try await shares.list(address.appending(path: path), asks: asks) { entries in
            let (folder, isPart) = growing.append(entries)
            if isPart { await onPart(folder.keepingTags(of: growing.before)) }
            return folder.entries.count <= limits.entries
        }
        return growing.folder.keepingTags(of: growing.before)
    }

    /// A folder that is being read.
    private final class Growing: Sendable {
        private let state: Mutex<(folder: ShareFolder, counted: Int)>
        /// The entries that were listed last time, by their names.
        let before: [FileName: ShareEntry]

        init(_ path: FilePath, after kept: ShareFolder?) {
            state = Mutex((ShareFolder(path), 0))
            before = Dictionary(kept?.entries.map { ($0.name, $0) } ?? []) { first, _ in first }
        }

        var folder: ShareFolder { state.withLock(\.folder) }

        /// Takes some entries.
        /// - Returns: Whether those so far are passed on before the rest is there: of a folder that was listed before,
        ///   not until there are twice as many as then.
        func append(_ entries: [ShareEntry]) -> (ShareFolder, isPart: Bool) {
            state.withLock { state in
                state.folder.append(entries)
                let count = state.folder.entries.count
                let isPart = count >= 2 * max(state.counted, before.count)
                if isPart { state.counted = count }
                return (state.folder, isPart)
            }
        }
    }
}
