// A disk, a clock and a thread for the disk cache of a test.
import FoundationEssentials
import Photos
import Synchronization

@testable import ImagePipeline

/// A folder that goes with the test and the last write to it, and disk caches on it.
final class ScratchDisk: Sendable {
    private let folder = ScratchFolder()
    private let turns = SharedTurns()
    let clock = VirtualClock()

    var directory: String { folder.path }

    /// As after a start of the program.
    func open(
        budget: Int = 1 << 20, partialBudget: Int = 1 << 20, writeBacklog: Int = 1 << 20, reader: JobQueue? = nil,
        writer: JobQueue? = nil
    ) -> DiskCache {
        // The clock belongs to the writer, which is there until nothing is to be written any more.
        DiskCache(
            folder: ScratchCacheFolder(directory, turns), budget: budget, partialBudget: partialBudget,
            writeBacklog: writeBacklog,
            executor: reader ?? JobQueue(), writer: writer ?? JobQueue(),
            now: { [clock, folder] in withExtendedLifetime(folder) { Double(clock.now) } })
    }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted() }
    var size: Int { files.reduce(0) { $0 + (contents($1)?.count ?? 0) } }

    func contents(_ file: String) -> Data? { FileManager.default.contents(atPath: "\(directory)/\(file)") }
    func write(_ data: Data, _ file: String) throws { try data.write(to: URL(filePath: "\(directory)/\(file)")) }
    func modify(_ file: String, at time: Int) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(time))], ofItemAtPath: "\(directory)/\(file)")
    }
}

/// Counts the turns in which something was changed, for all folders on one path.
final class SharedTurns: Sendable {
    fileprivate let count = Mutex(0)
}

/// Files of a real folder, through Foundation.
final class ScratchCacheFolder: CacheFolder {
    private let path: String
    private let turns: SharedTurns
    private let seen = Mutex<Int?>(nil)

    init(_ path: String, _ turns: SharedTurns = SharedTurns()) {
        self.path = path
        self.turns = turns
    }

    func files() -> [PackFile] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).compactMap { name in
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"),
                // A UInt, or an NSNumber once all of Foundation is in the process; its digits are the same.
                let size = attributes[.size].flatMap({ Int("\($0)") }),
                let modified = attributes[.modificationDate] as? Date
            else { return nil }
            return PackFile(name: name, size: size, modified: Int(modified.timeIntervalSince1970) * 1_000_000_000)
        }
    }

    func contents(_ name: String, limit: Int) -> Data? {
        FileManager.default.contents(atPath: "\(path)/\(name)").flatMap { $0.count <= limit ? $0 : nil }
    }

    func replace(_ name: String, with data: Data) -> Bool {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return (try? data.write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)) != nil
    }

    func delete(_ name: String) { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }

    func setModified(_ name: String, at time: Double) {
        try? FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: "\(path)/\(name)")
    }

    func exclusively<Result>(_ body: (_ isChanged: Bool) -> Result) -> Result {
        turns.count.withLock { count in
            let isChanged = seen.withLock { $0 } != count
            let result = body(isChanged)
            count += 1
            seen.withLock { $0 = count }
            return result
        }
    }
}

/// Seconds since 1970 that pass when the test says so.
final class VirtualClock: Sendable {
    private let seconds = Mutex(1_000_000_000)
    var now: Int { seconds.withLock { $0 } }
    func pass(_ duration: Int) { seconds.withLock { $0 += duration } }
}

func photoKey(_ id: Int, version: String = "") -> FetchKey {
    FetchKey(
        source: sampleSource, photo: PhotoID("\(id)"), version: version, location: .remote("http://test/\(id)"))
}

func metadata(_ headers: [String: String] = [:], at time: Int = 1_000_000_000) -> ResponseMetadata {
    ResponseMetadata(TransferHead(status: 200, headers: headers), at: time)
}

extension DiskCache {
    /// Stores and waits until it is on disk.
    func put(_ bytes: [UInt8], _ id: Int, _ headers: [String: String] = [:]) async {
        store(StoredPhoto(bytes: EncodedBytes(bytes), metadata: metadata(headers)), for: photoKey(id))
        await flush()
    }

    func get(_ id: Int) async -> [UInt8]? {
        (try? await photo(for: photoKey(id), priority: .visible))?.bytes.array
    }

    func putPartial(_ bytes: [UInt8], _ id: Int, total: Int? = nil) async {
        keep(
            PartialTransfer(bytes: EncodedBytes(bytes), total: total, metadata: metadata(["etag": "\"1\""])),
            for: photoKey(id))
        await flush()
    }

    func getPartial(_ id: Int) async -> [UInt8]? {
        (try? await partial(for: photoKey(id), priority: .visible))?.bytes.array
    }
}

extension EncodedBytes {
    var array: [UInt8] {
        var all: [UInt8] = []
        storage.withBytes { all = Array($0) }
        return all
    }
}

/// A serial executor for tests: runs jobs one after the other, and none while it is held.
final class JobQueue: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isDraining = false
        var isHeld = false
    }
    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        drain { $0.jobs.append(job) }
    }

    /// Jobs gather until `release`.
    func hold() { state.withLock { $0.isHeld = true } }
    func release() { drain { $0.isHeld = false } }

    /// Runs the job that has waited longest; the others stay held.
    func releaseOne() {
        let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
        guard let job else { return }
        Task.detached { @concurrent in job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Jobs that wait.
    var count: Int { state.withLock { $0.jobs.count } }

    private func drain(after change: (inout sending State) -> Void) {
        let startsDraining = state.withLock { state in
            change(&state)
            guard !state.isHeld, !state.isDraining else { return false }
            state.isDraining = true
            return true
        }
        guard startsDraining else { return }
        Task.detached { @concurrent in
            while let next = self.next() { next.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            if state.jobs.isEmpty || state.isHeld {
                state.isDraining = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
