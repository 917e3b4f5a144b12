// The threads on which photos are marked.
import Codecs
import Library
import Photos
import Synchronization

/// Threads that wait for disks and shares. What is done with photos of the same name is done on the same one, in the
/// order in which it was asked for, so that what a photo and a sidecar beside it get last is what they keep.
///
/// Photos of a share that does one thing at a time have one thread. A thread begins with its first photo.
final class MarkLanes: Sendable {
    private let name: String
    /// Most threads.
    let count: Int
    private let lanes: Mutex<[Lane?]>

    /// One of the threads. An actor, so that nothing of what was done is held when that is known.
    private actor Lane {
        private nonisolated let executor: LoopExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(name: String) { executor = LoopExecutor(name: name, niceness: 5) }

        func run<Result: Sendable>(_ body: @Sendable () -> Result) -> Result { body() }
    }

    /// - Parameters:
    ///   - name: Of the threads.
    ///   - count: Most of them.
    init(name: String, count: Int) {
        (self.name, self.count) = (name, count)
        lanes = Mutex(Array(repeating: nil, count: count))
    }

    /// Does something with one photo.
    func run<Result: Sendable>(at path: FilePath, _ body: @Sendable () -> Result) async -> Result {
        await lane(number(of: path)).run(body)
    }

    /// Does something with each of some photos: with those of one thread one after the other.
    /// - Returns: The results, in the order of the photos.
    func map<Photo: Sendable, Result: Sendable>(
        _ photos: [Photo], at path: (Photo) -> FilePath, _ body: @escaping @Sendable (Photo) -> Result
    ) async -> [Result] {
        let numbers = Dictionary(grouping: photos.indices) { number(of: path(photos[$0])) }
        let done = await withTaskGroup(of: [(index: Int, result: Result)].self) { group in
            for (number, indices) in numbers {
                let lane = lane(number)
                let photos = indices.map { ($0, photos[$0]) }
                group.addTask { await lane.run { photos.map { ($0, body($1)) } } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        return done.sorted { $0.index < $1.index }.map(\.result)
    }

    /// Returns when what threads are doing now is done.
    func settle(_ numbers: Set<Int>) async {
        for lane in lanes.withLock({ lanes in numbers.compactMap { lanes[$0] } }) { await lane.run {} }
    }

    /// The number of the thread for a photo.
    func number(of path: FilePath) -> Int {
        var hasher = Hasher()
        if let share = ShareAddress(path), share.isSerial || share.width == 1 {
            hasher.combine(share.root)
        } else {
            hasher.combine(path.parent)
            hasher.combine(path.name.stem)
        }
        return Int(UInt(bitPattern: hasher.finalize()) % UInt(count))
    }

    private func lane(_ number: Int) -> Lane {
        lanes.withLock { lanes in
            if let lane = lanes[number] { return lane }
            let lane = Lane(name: name)
            lanes[number] = lane
            return lane
        }
    }
}
