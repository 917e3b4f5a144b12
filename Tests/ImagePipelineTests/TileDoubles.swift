// A disk in memory for the tile pack: it can be cut off in the middle of any write, and outlives who used it.
import Photos
import Synchronization

@testable import ImagePipeline

/// Files that stay when their users go.
final class MemoryDisk: Sendable {
    struct State: Sendable {
        var files: [String: [UInt8]] = [:]
        var times: [String: Int] = [:]
        var clock = 0
        var holder: ObjectIdentifier?
        /// Bytes that may still be written before the power goes; another change costs one. Nil for ever.
        var charge: Int?
        var spent = 0
        var reads = 0
        var refusesWrites = false

        /// How many of `cost` the power lasts for.
        mutating func spend(_ cost: Int) -> Int {
            let paid = min(cost, charge ?? cost)
            charge = charge.map { $0 - paid }
            spent += paid
            return refusesWrites ? 0 : paid
        }
        mutating func stamp(_ name: String) {
            clock += 1
            times[name] = clock
        }
    }
    private let box = Mutex(State())

    var state: State { box.withLock { $0 } }
    func change(_ body: (inout State) -> Void) { box.withLock { body(&$0) } }
    var names: [String] { state.files.keys.sorted() }
    var size: Int { state.files.values.reduce(0) { $0 + $1.count } }

    /// Another program's look at the disk.
    func folder() -> Folder { Folder(disk: self) }

    /// All programs are gone and the power is back.
    func restart() {
        change { state in
            state.holder = nil
            state.charge = nil
        }
    }

    final class Folder: PackFolder {
        private let disk: MemoryDisk
        init(disk: MemoryDisk) { self.disk = disk }
        deinit {
            let me = ObjectIdentifier(self)
            disk.change { if $0.holder == me { $0.holder = nil } }
        }

        func claim() -> Bool {
            let me = ObjectIdentifier(self)
            return disk.box.withLock { state in
                if state.holder == nil { state.holder = me }
                return state.holder == me
            }
        }
        var isClaimed: Bool { disk.state.holder == ObjectIdentifier(self) }
        func files() -> [PackFile] {
            let state = disk.state
            return state.files.map { PackFile(name: $0, size: $1.count, modified: state.times[$0] ?? 0) }
        }
        func read(_ name: String, at offset: Int, count: Int) -> [UInt8] {
            disk.change { $0.reads += 1 }
            return Array(disk.state.files[name]?.dropFirst(offset).prefix(count) ?? [])
        }
        func write(_ bytes: [UInt8], to name: String, at offset: Int) -> Bool {
            disk.box.withLock { state in
                guard offset == 0 || state.files[name] != nil else { return false }
                let written = state.spend(bytes.count)
                guard written > 0 else { return bytes.isEmpty }
                var file = state.files[name] ?? []
                file += Array(repeating: 0, count: max(0, offset + written - file.count))
                file.replaceSubrange(offset..<offset + written, with: bytes.prefix(written))
                state.files[name] = file
                state.stamp(name)
                return written == bytes.count
            }
        }
        func truncate(_ name: String, to size: Int) -> Bool {
            disk.box.withLock { state in
                guard state.spend(1) == 1, let file = state.files[name] else { return false }
                state.files[name] = Array(file.prefix(size))
                state.stamp(name)
                return true
            }
        }
        func delete(_ name: String) {
            disk.change { state in
                if state.spend(1) == 1 { state.files[name] = nil }
            }
        }
        func touch(_ name: String) {
            disk.change { state in
                if state.spend(1) == 1 { state.stamp(name) }
            }
        }
    }
}

/// A tile of a local file.
func tileRequest(
    _ id: Int, side: Int = 10, fit: Fit = .fill, version: String = "1", processors: [Processor] = []
) -> ImageRequest {
    ImageRequest(
        source: sampleSource, photo: Photo(id: PhotoID("\(id)"), title: "photo \(id)", version: version),
        location: .file("/photos/\(id).jpg"), size: PixelSize(square: side), fit: fit, processors: processors)
}

func tileKey(_ id: Int, version: String = "1") -> TileKey { TileKey(tileRequest(id, version: version))! }

/// Runs an actor's jobs one after the other, in tasks of the test's own.
final class SerialJobs: SerialExecutor {
    private struct Jobs {
        var waiting: [UnownedJob] = []
        var isDraining = false
    }
    private let jobs = Mutex(Jobs())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = jobs.withLock { jobs in
            jobs.waiting.append(job)
            defer { jobs.isDraining = true }
            return !jobs.isDraining
        }
        guard isFirst else { return }
        Task.detached { @concurrent in
            while let next = self.next() { next.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private func next() -> UnownedJob? {
        jobs.withLock { jobs in
            if jobs.waiting.isEmpty { jobs.isDraining = false }
            return jobs.waiting.isEmpty ? nil : jobs.waiting.removeFirst()
        }
    }
}
