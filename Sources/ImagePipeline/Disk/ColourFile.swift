// The file that keeps the colours of photos between runs: read once, written from time to time when there are new ones.
import FoundationEssentials

/// The file of a `ColourTable`. A file that is missing, damaged or cannot be written is no error: lost colours are
/// computed again.
///
/// Isolation: an actor on the given executor, whose thread blocks on the disk.
public actor ColourFile {
    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let table: ColourTable
    private let folder: any CacheFolder
    private static let name = "colours"
    /// Bytes above which a file is not read; the largest table takes 1.3 MB.
    private static let longestFile = 16 << 20
    private let pause: Duration
    private let clock: any Clock<Duration>
    /// The task that waits for the next write; nil when all colours are in the file.
    private var writing: Task<Void, Never>?
    /// Number of writes, for tests.
    private(set) var writes = 0

    /// Creates a colour file without touching the disk.
    /// - Parameters:
    ///   - folder: created by the first write.
    ///   - pause: time from a change to the write, which includes all changes until then: the file takes up to 1.3 MB.
    ///   - clock: a virtual one in tests.
    public init(
        _ table: ColourTable, in folder: any CacheFolder, executor: any SerialExecutor, pause: Duration = .seconds(20),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.table = table
        self.folder = folder
        self.executor = executor
        self.pause = pause
        self.clock = clock
    }

    /// Fills the table from the file, and saves its changes from now on.
    public func open() {
        if let data = folder.contents(Self.name, limit: Self.longestFile),
            let records = data.withUnsafeBytes({ ColourRecord.records(inFile: $0) })
        {
            table.restore(records)
        }
        awaitChange()
    }

    /// Writes pending changes now.
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
        writing = Task { [weak self, clock, pause] in
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            await self?.pauseEnded()
        }
    }

    private func pauseEnded() {
        // `save` may have come first.
        if writing != nil { write() }
    }

    private func write() {
        writing = nil
        // Registered before the table is read, so that changes made meanwhile are written the next time.
        awaitChange()
        // After a failure, the next change tries again.
        if folder.replace(Self.name, with: Data(ColourRecord.file(table.records))) { writes += 1 }
    }
}
