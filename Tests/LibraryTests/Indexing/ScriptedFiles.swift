// The ports of an indexer as a script: a catalogue in memory, files whose reading a gate holds back, and a clock.
import Library
import Photos
import Synchronization

/// A catalogue that counts and remembers.
final class ScriptedCatalogue: FactsCatalogue {
    struct State {
        var files: [String: CataloguedFile] = [:]
        var questions: [[String]] = []
        var batches: [[String]] = []
        var forgotten: [String] = []
        /// What keeping a file answers, by its path.
        var revisions: [String: UInt32] = [:]
    }
    private let state = Mutex(State())
    /// Holds `keep` back; nil lets it through.
    let gate: Gate?

    init(gate: Gate? = nil) { self.gate = gate }

    var now: State { state.withLock { $0 } }

    func facts(of files: [(path: String, stamp: FileStamp)], below root: String) async -> [PhotoFacts?] {
        state.withLock { state in
            state.questions.append(files.map(\.path))
            return files.map { file in
                state.files[root + "/" + file.path].flatMap { $0.stamp == file.stamp ? PhotoFacts(of: $0) : nil }
            }
        }
    }

    @discardableResult
    func keep(_ files: [CataloguedFile], below root: String) async -> [(file: Int, revision: UInt32)] {
        await gate?.wait()
        return state.withLock { state in
            state.batches.append(files.map(\.path.text))
            for file in files { state.files[root + "/" + file.path.text] = file }
            return files.indices.compactMap { index in state.revisions[files[index].path.text].map { (index, $0) } }
        }
    }

    func forget(_ paths: [String], below root: String) async {
        state.withLock { $0.forgotten += paths }
    }

    func rename(_ renamings: [(before: String, after: String)], below root: String) async {
        state.withLock { state in
            for renaming in renamings {
                guard var file = state.files.removeValue(forKey: root + "/" + renaming.before) else { continue }
                file.path = FilePath(renaming.after)
                state.files[root + "/" + renaming.after] = file
            }
        }
    }
}

/// Files that exist in the test alone.
final class ScriptedFiles: FactsReader {
    private struct State {
        var stamps: [String: FileStamp] = [:]
        var restless: [String: Int] = [:]
        var readings: [String] = []
        var running = 0
        var mostRunning = 0
    }
    private let state = Mutex(State())
    private let gate: Gate?
    /// That of who reads.
    let credit = Credit.revocable()

    /// - Parameter gate: Holds every reading back; nil lets them through.
    init(gate: Gate? = nil) { self.gate = gate }

    /// Paths in the order in which they were read.
    var readings: [String] { state.withLock { $0.readings } }
    /// Readings that ran at once at most.
    var mostRunning: Int { state.withLock { $0.mostRunning } }

    static func stamp(_ number: Int) -> FileStamp {
        FileStamp(device: 1, inode: UInt64(number + 1), byteCount: Int64(1_000 + number), modified: Int64(number))
    }

    func add(_ path: String, _ stamp: FileStamp) { state.withLock { $0.stamps[path] = stamp } }

    /// Lets the next `count` readings of a file meet a change.
    func disturb(_ path: String, _ count: Int) { state.withLock { $0.restless[path] = count } }

    func facts(of path: String) async throws -> FileFacts? {
        state.withLock { state in
            state.readings.append(path)
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
        }
        await gate?.wait()
        return state.withLock { state in
            state.running -= 1
            guard let stamp = state.stamps[path] else { return nil }
            var facts = FileFacts(byteCount: Int(stamp.byteCount), format: "JPEG")
            let left = state.restless[path] ?? 0
            state.restless[path] = left - 1
            facts.stamp = left > 0 ? nil : stamp
            facts.credit = credit
            return facts
        }
    }
}

/// A clock on which nothing happens by itself.
actor ScriptedClock {
    private var waiting: [(duration: Duration, continuation: CheckedContinuation<Void, Never>)] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    func pause(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            waiting.append((duration, continuation))
            watching.forEach { $0.resume() }
            watching = []
        }
    }

    /// Waits until something waits, and lets that go on.
    /// - Returns: how long it would have waited.
    @discardableResult
    func elapse() async -> Duration {
        if waiting.isEmpty { await withCheckedContinuation { watching.append($0) } }
        let first = waiting.removeFirst()
        first.continuation.resume()
        return first.duration
    }
}
