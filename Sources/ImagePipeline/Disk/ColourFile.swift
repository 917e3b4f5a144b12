// The colours of photos between two starts: read once, written now and then while there are new ones.
import FoundationEssentials

/// Keeps a `ColourTable` in one file. A file that is missing, damaged or cannot be written is no error: colours that are
/// not kept are worked out again.
///
/// Isolation: an actor on the executor that it is given, on whose thread it waits for the disk.
public actor ColourFile {
    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let table: ColourTable
    private let folder: any CacheFolder
    private static let name = "colours"
    /// Bytes beyond which a file is none that was written here; the largest table takes 1.3 MB.
    private static let longestFile = 16 << 20
    private let neighbours: Set<String>
    private let pause: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    /// Waits for its time to write; nil when all that is known is in the file.
    private var writing: Task<Void, Never>?
    /// Times the file was written; tests count them.
    private(set) var writes = 0

    /// Touches nothing yet.
    /// - Parameters:
    ///   - folder: Made when it is first written to.
    ///   - neighbours: What else of the program's own lies in the folder.
    ///   - pause: From a change to the writing of all that gathers meanwhile: the file holds up to 1.3 MB.
    ///   - sleep: A virtual clock in tests.
    public init(
        _ table: ColourTable, in folder: any CacheFolder, beside neighbours: Set<String> = [], executor: any SerialExecutor, pause: Duration = .seconds(20),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.table = table
        self.folder = folder
        self.neighbours = neighbours
        self.executor = executor
        self.pause = pause
        self.sleep = sleep
    }

    /// Fills the table from the file, and keeps what is noted in it from now on. Keeps other users from what is there.
    public func open() {
        folder.restrict { $0 == Self.name || neighbours.contains($0) }
        if let data = folder.contents(Self.name, limit: Self.longestFile),
            let records = data.withUnsafeBytes({ ColourRecord.records(inFile: $0) })
        {
            table.restore(records)
        }
        awaitChange()
    }

    /// Writes now what is not in the file yet.
    public func save() {
        guard let writing else { return }
        writing.cancel()
        write()
    }

    private func awaitChange() {
        table.callOnChange { [weak self] in
            Task { await self?.changed() }
        }
    }

    private func changed() {
        guard writing == nil else { return }
        writing = Task { [weak self, sleep, pause] in
            guard (try? await sleep(pause)) != nil else { return }
            await self?.pauseEnded()
        }
    }

    private func pauseEnded() {
        // `save` may have come first.
        if writing != nil { write() }
    }

    private func write() {
        writing = nil
        // Before the table is read, so that what is noted meanwhile is written the next time.
        awaitChange()
        // When it fails, the next change tries again.
        if folder.replace(Self.name, with: Data(ColourRecord.file(table.records))) { writes += 1 }
    }
}
