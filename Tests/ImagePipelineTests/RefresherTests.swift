// The refresher and the inbox of tasks without a loader.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct RefresherTests {
    private let bench = PartBench()
    private let key = FetchKey(sampleRequest(1))
    private let refresher: Refresher

    init() {
        let sessions = PrefetchSessions(
            configuration: .init(), jobs: bench.jobs, memory: bench.memory, records: bench.records,
            lifetime: bench.lifetime, outbox: bench.letters.outbox)
        refresher = Refresher(memory: bench.memory, jobs: bench.jobs, sessions: sessions, now: { .now })
    }

    /// A task that has its image, made of bytes that may have changed.
    private func watch(_ loader: TestLoader) -> TaskState {
        let task = TaskState(
            id: bench.numbers.next(), request: sampleRequest(1), priority: .visible, asked: .now,
            loader: loader.core)
        answer(task)
        return task
    }

    private func answer(_ task: TaskState, isRefreshing: Bool = false, mayChange: Bool = true) {
        let subscriber = Subscriber(
            id: task.id, priority: .visible, sink: .task(task), asked: .now, isRefreshing: isRefreshing)
        refresher.take(
            Answer(subscriber: subscriber, request: task.request, result: .success(TestImage()), mayChange: mayChange),
            for: task)
    }

    @Test func aTaskWaitsForANewerImageOfBytesThatMayChange() {
        let loader = Bench().loader
        let task = watch(loader)
        #expect(refresher.waiting == [task.id])
        refresher.bytesChanged(key)
        #expect(bench.jobs.hasSubscriber(task.id, sampleKey(1)))
        // The check that has found the change is newer than one that had found none.
        refresher.bytesConfirmed(key)
        #expect(refresher.waiting == [task.id])
        answer(task, isRefreshing: true)
        #expect(refresher.waiting.isEmpty)
    }

    @Test func aTaskWhoseBytesAreConfirmedWaitsNoLonger() {
        let loader = Bench().loader
        let tasks = [watch(loader), watch(loader)]
        refresher.forget(tasks[0].id)
        #expect(refresher.waiting == [tasks[1].id])
        refresher.bytesConfirmed(FetchKey(sampleRequest(2)))
        #expect(refresher.waiting == [tasks[1].id])
        refresher.bytesConfirmed(key)
        #expect(refresher.waiting.isEmpty && bench.jobs.isEmpty)
    }

    @Test func imagesOfChangedBytesThatAreNotInUseAreRemoved() {
        bench.memory.insert(TestImage(), for: sampleKey(1))
        bench.memory.insert(TestImage(), for: sampleKey(1, 20))
        bench.memory.insert(TestImage(), for: sampleKey(2))
        bench.jobs.join(bench.subscriber(), sampleRequest(1, 20), using: .bytes)
        refresher.bytesChanged(key)
        #expect([sampleKey(1), sampleKey(1, 20), sampleKey(2)].map(bench.memory.contains) == [false, true, true])
    }

    @Test func tasksAreListedOnceAndReadInTheirOrder() {
        let loader = Bench().loader
        let inbox = TaskInbox()
        let tasks = (1...2).map {
            TaskState(
                id: .init(number: $0), request: sampleRequest($0), priority: .ahead, asked: .now,
                loader: loader.core)
        }
        #expect(tasks.map { inbox.add($0) } == [true, false])
        #expect(inbox.read().map(\.id) == tasks.map(\.id))
        #expect(inbox.read().isEmpty && inbox.add(tasks[0]))
    }

    @Test func aTaskSaysOnceWhatItWants() {
        let loader = Bench().loader
        let task = TaskState(
            id: .init(number: 1), request: sampleRequest(1), priority: .ahead, asked: .now, loader: loader.core)
        guard case .begin(.ahead) = task.read() else { return #expect(Bool(false)) }
        task.setPriority(.visible)
        guard case .change(.visible) = task.read() else { return #expect(Bool(false)) }
        task.cancel()
        guard case .leave = task.read() else { return #expect(Bool(false)) }
    }
}
