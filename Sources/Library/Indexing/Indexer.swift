// The reading of the headers of a collection's files, behind everything that is seen.
public import Photos

/// An indexer of photos in files, for all collections.
///
/// What the catalogue knows a collection learns at once. Other files are read, several at a time and those with
/// priority first, as soon as the first screen has had its head start. What was read reaches the collection and the
/// catalogue in batches, so that a crash costs at most the last one. A file that is changed while it is read is read
/// again, and kept in the catalogue only in a state that it had from the beginning to the end of the
/// reading.
///
/// The work for a collection ends when the collection is released.
public actor Indexer: PhotoIndexing {
    /// The extent of the work.
    public struct Limits: Sendable {
        /// Files that are read at once.
        public var width: Int
        /// Photos in a batch, and the time after which a smaller one is handed over: often enough for a window that
        /// sorts by what is learned, and rarely enough for a transaction.
        public var batch = 1_000
        public var delay = Duration.milliseconds(500)
        /// Batches that may wait for the collection and the catalogue before reading waits for them.
        public var backlog = 4
        /// The time after which reading begins without `begin()`; nil to begin at once.
        public var headStart: Duration?
        /// Readings of a file that is changed again and again.
        public var attempts = 3
        /// Most files that a thread is given at once. Each time costs two changes of thread, which take as long as the
        /// reading of a file that is in memory.
        public var run = 32
        /// Time in which a run of files is read where a longer one may follow. A slow disk gets one file at a time, so
        /// that what has priority need not wait for the others.
        public var longestRun = Duration.milliseconds(10)

        public init(width: Int, headStart: Duration? = nil) {
            self.width = max(1, width)
            self.headStart = headStart
        }
    }

    /// The use of what is being read of a photo's file.
    private enum Outcome {
        /// The collection learns it.
        case learned
        /// None: the collection has learned of a newer state of the file.
        case dropped
        /// None: the file is in a newer state, which is to be read.
        case readAgain(UnindexedPhoto)
    }

    /// The work for one collection.
    private struct Work {
        weak var collection: PhotoCollection?
        let root: String
        var queue = IndexQueue()
        /// Photos whose files are being read.
        var reading: [UInt32: Outcome] = [:]
    }

    private struct Job {
        let collection: PhotoRef.Collection
        let slot: UInt32
        let path: FilePath
        let root: String
    }

    typealias Learning = @Sendable (PhotoCollection, [(slot: UInt32, facts: PhotoFacts)]) async -> Void

    private let catalogue: any FactsCatalogue
    private let reader: any FactsReader
    private let limits: Limits
    private let pause: @Sendable (Duration) async throws -> Void
    private let learn: Learning
    private var works: [PhotoRef.Collection: Work] = [:]
    /// The collections that have work, the one last asked for at the end.
    private var order: [PhotoRef.Collection] = []
    /// Those for which no file is read for now.
    private var held: Set<PhotoRef.Collection> = []
    private var hasBegun: Bool
    private var startsLater = false
    private var running = 0
    private var batch = IndexBatch()
    private var isHandingOver = false
    private var handsOverLater = false
    /// Those who wait for the next time that reading or handing over stops.
    private var stops: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - reader: of its own, so that others need not wait for it.
    public init(catalogue: any FactsCatalogue, reader: any FactsReader, limits: Limits) {
        self.init(
            catalogue: catalogue, reader: reader, limits: limits, pause: { try await Task.sleep(for: $0) },
            learn: { await $0.learn($1) })
    }

    /// - Parameters:
    ///   - pause: waits.
    ///   - learn: hands facts to a collection.
    init(
        catalogue: any FactsCatalogue, reader: any FactsReader, limits: Limits,
        pause: @escaping @Sendable (Duration) async throws -> Void, learn: @escaping Learning
    ) {
        self.catalogue = catalogue
        self.reader = reader
        self.limits = limits
        self.pause = pause
        self.learn = learn
        hasBegun = limits.headStart == nil
    }

    /// Begins to read files, before the head start is over.
    public func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        startReading()
    }

    // MARK: Questions

    public func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        if photos.isEmpty { return }
        let known = await catalogue.facts(of: photos.map { ($0.path.text, $0.stamp) }, below: root)
        var answers: [(slot: UInt32, facts: PhotoFacts)] = []
        var unknown: [UnindexedPhoto] = []
        let id = collection.id
        for (photo, facts) in zip(photos, known) {
            guard let facts else {
                unknown.append(photo)
                continue
            }
            answers.append((photo.slot, facts))
            // Good enough to be arranged by until the file was looked at.
            if facts.isProvisional {
                unknown.append(photo)
                continue
            }
            works[id]?.queue.remove(photo.slot)
            supersede(photo.slot, of: id, by: .dropped)
        }
        enqueue(unknown, of: collection, below: root)
        guard !answers.isEmpty else { return }
        // What was read of an earlier state must not come later.
        await learn(collection, batch.takeAnswers(of: id) + answers)
    }

    public func first(_ count: Int, by query: Query, below root: String) async -> [(path: String, stamp: FileStamp)] {
        guard let order = query.leadingFact else { return [] }
        return await catalogue.first(count, by: order, isDescending: query.isDescending, below: root)
    }

    public func prioritize(_ slots: [UInt32], of collection: PhotoRef.Collection) async {
        guard works[collection] != nil else { return }
        works[collection]?.queue.prioritize(slots)
        order.removeAll { $0 == collection }
        order.append(collection)
    }

    public func hold(_ isHeld: Bool, _ collection: PhotoRef.Collection) async {
        if isHeld {
            held.insert(collection)
        } else if held.remove(collection) != nil {
            startReading()
        }
    }

    public func forget(_ paths: [String], below root: String) async {
        batch.forget(paths, below: root)
        await catalogue.forget(paths, below: root)
    }

    public func rename(_ renamings: [(before: String, after: String)], below root: String) async {
        batch.rename(renamings, below: root)
        await catalogue.rename(renamings, below: root)
    }

    private func enqueue(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) {
        if photos.isEmpty { return }
        let id = collection.id
        if works[id] == nil {
            works[id] = Work(collection: collection, root: root)
            order.append(id)
        }
        var fresh: [UnindexedPhoto] = []
        for photo in photos {
            if !supersede(photo.slot, of: id, by: .readAgain(photo)) { fresh.append(photo) }
        }
        if !fresh.isEmpty { works[id]?.queue.append(fresh) }
        startReading()
    }

    /// Decides what happens to the running read of a photo's file.
    /// - Returns: whether it is being read.
    @discardableResult
    private func supersede(_ slot: UInt32, of id: PhotoRef.Collection, by outcome: Outcome) -> Bool {
        guard works[id]?.reading[slot] != nil else { return false }
        works[id]?.reading[slot] = outcome
        return true
    }

    // MARK: Reading

    private func startReading() {
        guard hasBegun else {
            guard !startsLater, let headStart = limits.headStart else { return }
            startsLater = true
            Task { [weak self, pause] in
                try? await pause(headStart)
                await self?.begin()
            }
            return
        }
        let waiting = works.reduce(0) { $0 + (held.contains($1.key) ? 0 : $1.value.queue.count) }
        for _ in running..<max(running, min(limits.width, running + waiting)) {
            running += 1
            Task(priority: .utility) { await read() }
        }
    }

    /// Reads one run of files after the other, as one of several.
    private func read() async {
        var length = 1
        while case let jobs = next(length), !jobs.isEmpty {
            let start = ContinuousClock.now
            let read = await reader.facts(of: jobs.map(name))
            length = .now - start < limits.longestRun ? min(2 * length, limits.run) : 1
            for (job, facts) in zip(jobs, read) { finish(job, with: await readAgain(facts, of: job)) }
        }
        running -= 1
        if running == 0, !hasWaiting { handOver() }
        noteStop()
    }

    /// Reads a file again that was changed while it was read, or whose reader has lost its credit; returns the facts to
    /// keep.
    private func readAgain(_ first: FileFacts?, of job: Job) async -> FileFacts? {
        var facts = first
        for _ in 1..<max(1, limits.attempts) {
            guard let read = facts, read.stamp == nil || !read.credit.holds else { break }
            facts = try? await reader.facts(of: name(of: job))
        }
        return facts
    }

    private func name(of job: Job) -> String { reader.name(of: job.path, below: job.root) }

    private var hasWaiting: Bool { works.contains { !held.contains($0.key) && !$0.value.queue.isEmpty } }

    /// Takes up to `count` photos out of the queues.
    private func next(_ count: Int) -> [Job] {
        var jobs: [Job] = []
        while jobs.count < count, let job = next() { jobs.append(job) }
        return jobs
    }

    private func hasNext(for id: PhotoRef.Collection) -> Bool {
        !held.contains(id) && works[id]?.queue.isEmpty == false
    }

    private func next() -> Job? {
        guard batch.count < limits.batch * limits.backlog else { return nil }
        while let id = order.last(where: { hasNext(for: $0) || works[$0]?.collection == nil }) {
            guard let work = works[id], work.collection != nil else {
                works[id] = nil
                order.removeAll { $0 == id }
                continue
            }
            let root = work.root
            guard let photo = works[id]?.queue.next() else { return nil }
            works[id]?.reading[photo.slot] = .learned
            return Job(collection: id, slot: photo.slot, path: photo.path, root: root)
        }
        return nil
    }

    private func finish(_ job: Job, with facts: FileFacts?) {
        if let facts, let stamp = facts.stamp {
            let file = CataloguedFile(path: job.path, stamp: stamp, facts: facts, taken: facts.taken)
            batch.keep(.init(file: file, collection: job.collection, slot: job.slot), below: job.root)
        }
        let id = job.collection
        switch works[id]?.reading.removeValue(forKey: job.slot) {
        case .learned:
            let answer = facts.map { PhotoFacts(of: $0, taken: $0.taken, stamp: $0.stamp) } ?? PhotoFacts()
            batch.answer(job.slot, of: id, with: answer)
        case .readAgain(let photo): works[id]?.queue.append([photo])
        // nil: the collection was released.
        case .dropped, nil: break
        }
        if batch.count >= limits.batch { handOver() } else { handOverLater() }
    }

    // MARK: Handing over

    /// Waits until no file is read.
    func paused() async { while running > 0 { await nextStop() } }

    /// Waits until nothing is read or handed over any more, and nothing waits for that.
    public func settled() async {
        while running > 0 || hasWaiting || isHandingOver || !batch.isEmpty { await nextStop() }
    }

    private func nextStop() async { await withCheckedContinuation { stops.append($0) } }

    /// Tells those who wait that reading or handing over has stopped for now.
    private func noteStop() {
        stops.forEach { $0.resume() }
        stops = []
    }

    private func handOverLater() {
        guard !handsOverLater, !batch.isEmpty else { return }
        handsOverLater = true
        Task { [weak self, pause, delay = limits.delay] in
            try? await pause(delay)
            await self?.handOverNow()
        }
    }

    private func handOverNow() {
        handsOverLater = false
        handOver()
    }

    /// Hands over what there is, one batch after the other.
    private func handOver() {
        guard !isHandingOver, !batch.isEmpty else { return }
        isHandingOver = true
        let batch = batch
        self.batch = IndexBatch()
        Task(priority: .utility) {
            for (id, answers) in batch.answers {
                if let collection = works[id]?.collection { await learn(collection, answers) }
            }
            // What a process has said that has ended badly since is read anew at the next start.
            for (root, readings) in batch.files {
                let readings = readings.filter(\.file.facts.credit.holds)
                let revised = await catalogue.keep(readings.map(\.file), below: root.text)
                for (index, revision) in revised where index < readings.count {
                    let reading = readings[index]
                    await works[reading.collection]?.collection?.revise(
                        reading.slot, of: reading.file.stamp, to: revision)
                }
            }
            isHandingOver = false
            if self.batch.count >= limits.batch || running == 0 && !hasWaiting { handOver() }
            startReading()
            noteStop()
        }
    }
}
