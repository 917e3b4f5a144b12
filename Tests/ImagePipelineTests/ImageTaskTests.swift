// A task is a request to hold: priority, cancel, picture, events, status.
import Photos
import Synchronization
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ImageTaskTests {
    /// A task that the loader works for, or has worked for.
    private func running(
        _ bench: Bench, _ request: ImageRequest = sampleRequest(1), _ priority: LoadPriority = .visible
    ) async -> ImageTask<TestImage> {
        let before = await bench.loader.subscribers(of: request.key)
        let task = bench.loader.task(for: request, priority: priority)
        await eventually {
            guard task.result == nil else { return true }
            return await bench.loader.subscribers(of: request.key) > before
        }
        return task
    }

    @Test func aTaskGivesItsPictureToAllWhoWaitForIt() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = bench.loader.task(for: sampleRequest(1), priority: .visible)
        async let first = task.image
        async let second = task.image
        bench.bytes.gate.open()
        let images = try await (first, second)
        #expect(images.0 === images.1)
        guard case .success(let image)? = task.result else { return #expect(Bool(false)) }
        #expect(try await image === task.image && image === images.0)
    }

    @Test func aPictureInMemoryHasArrivedWhenTheTaskIsMade() async throws {
        let bench = Bench()
        let image = TestImage()
        bench.memory.insert(image, for: sampleKey(1))
        let task = bench.loader.task(for: sampleRequest(1), priority: .visible)
        guard case .success(let found)? = task.result else { return #expect(Bool(false)) }
        #expect(found === image)
        await bench.loader.attendToTasks()
        #expect(bench.bytes.gate.calls.isEmpty)
        #expect(await Array(task.events).count == 1)
    }

    @Test func cancelIsSeenAtOnceAndCancelsTheWork() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = await running(bench)
        await bench.bytes.gate.untilStarted(1)
        task.cancel()
        #expect(task.isCancelled)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.image }
        await bench.bytes.gate.until { $0.calls.map(\.status) == [.cancelled] }
        await bench.untilIdle()
        #expect(await bench.loader.isWithoutTrace)
        #expect(bench.loader.counters.cancelled == 1)
    }

    @Test func cancelAfterTheEndChangesNothing() async throws {
        let bench = Bench()
        let task = bench.loader.task(for: sampleRequest(1), priority: .visible)
        let image = try await task.image
        task.cancel()
        #expect(try await task.image === image && !task.isCancelled)
        #expect(bench.loader.counters.cancelled == 0)
    }

    @Test func whoWaitsWhenATaskIsCancelledIsTold() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = await running(bench)
        let waiter = Task { try await task.image }
        let events = Task { await Array(task.events) }
        await eventually { task.state.listeners == 2 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(await events.value.map(\.isCancelled) == [true])
    }

    @Test func cancellingOneWhoWaitsLeavesTheTaskRunning() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = await running(bench)
        let waiter = Task { try await task.image }
        await eventually { task.state.listeners == 1 }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        bench.bytes.gate.open()
        _ = try await task.image
    }

    @Test func cancellingFromAnEventEndsInTheCancelledEvent() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = await running(bench)
        let events = task.events
        task.state.show(preview: TestImage())
        var seen: [ImageEvent<TestImage>] = []
        for await event in events {
            seen.append(event)
            task.cancel()
        }
        #expect(seen.first?.preview != nil && seen.last?.isCancelled == true)
    }

    @Test func lettingGoOfATaskCancelsIt() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        do {
            let task = await running(bench)
            await bench.bytes.gate.untilStarted(1)
            _ = task
        }
        await bench.bytes.gate.until { $0.calls.map(\.status) == [.cancelled] }
        await bench.untilIdle()
    }

    @Test func aStreamKeepsItsTaskAlive() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let events = bench.loader.task(for: sampleRequest(1), priority: .visible).events
        await bench.bytes.gate.untilStarted(1)
        bench.bytes.gate.open()
        #expect(await Array(events).last?.final != nil)
    }

    @Test func nothingKeepsATaskAfterItsEnd() async throws {
        let bytes = ScriptedByteLoader { title, _ in title == "photo 2" ? .failure(failure(.notFound)) : .success([1]) }
        let bench = Bench(bytes: bytes)
        bench.memory.insert(TestImage(), for: sampleKey(3))
        var held: [Weak] = []
        for id in 1...4 {
            let task = bench.loader.task(for: sampleRequest(id), priority: .visible)
            if id == 4 { task.cancel() }
            held.append(Weak(task.state))
            _ = try? await task.image
        }
        await bench.loader.attendToTasks()
        await bench.untilIdle()
        await eventually { [held] in held.allSatisfy { $0.state == nil } }
        #expect(await bench.loader.inventory.watchers.isEmpty)
    }

    @Test func thePriorityOfATaskMovesItsQueuedFetch() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 1)
        var tasks = [await running(bench, sampleRequest(0))]
        await bench.bytes.gate.untilStarted(1)
        for id in 1...3 { tasks.append(await running(bench, sampleRequest(id), .ahead)) }
        tasks[3].priority = .behind
        tasks[3].priority = .visible
        tasks[1].priority = .behind
        #expect(tasks[3].priority == .visible)
        await bench.loader.attendToTasks()
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.image }
        #expect(bench.bytes.gate.titles == ["photo 0", "photo 3", "photo 2", "photo 1"])
    }

    @Test func aPriorityGivenBeforeTheLoaderSawTheTaskCounts() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = await bench.loader.occupied {
            let task = bench.loader.task(for: sampleRequest(1), priority: .behind)
            task.priority = .visible
            return task
        }
        await bench.bytes.gate.untilStarted(1)
        #expect(bench.bytes.gate.calls.map(\.priority) == [.visible])
        task.cancel()
    }

    @Test func tenThousandCreatedAndCancelledStartNothing() async throws {
        let bench = Bench()
        await bench.loader.occupied {
            for id in 0..<10_000 { bench.loader.task(for: sampleRequest(id), priority: .visible).cancel() }
        }
        await bench.loader.attendToTasks()
        #expect(bench.bytes.gate.calls.isEmpty && bench.loader.counters.cancelled == 0)
        #expect(bench.loader.counters.requests == 10_000 && bench.loader.recentTimelines.isEmpty)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func everyStreamGetsThePreviewSoFarAndAllThatFollows() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = await running(bench)
        let (first, second) = (task.events, task.events)
        task.state.show(preview: TestImage(title: "early"))
        let late = task.events
        task.state.show(preview: TestImage(title: "later"))
        bench.bytes.gate.open()
        let all = await [Array(first), Array(second), Array(late)]
        let previews = all.map { $0.compactMap { $0.preview?.title } }
        #expect(previews == [["early", "later"], ["early", "later"], ["early", "later"]])
        #expect(all.allSatisfy { $0.last?.final != nil && $0.count == 3 })
        #expect(await Array(task.events).map { $0.final != nil } == [true])
    }

    @Test func aFailureIsTheLastEventAndIsReplayed() async throws {
        let bench = Bench(bytes: ScriptedByteLoader { _, _ in .failure(failure(.notFound)) })
        let task = bench.loader.task(for: sampleRequest(1), priority: .visible)
        await #expect(throws: failure(.notFound)) { try await task.image }
        #expect(await Array(task.events).compactMap(\.failure) == [failure(.notFound)])
        guard case .failure(let error)? = task.result else { return #expect(Bool(false)) }
        #expect(error as? LoadFailure == failure(.notFound))
    }

    @Test func whoListensToACancelledTaskHearsThatItIsAndNoMore() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let task = await running(bench)
        task.cancel()
        for _ in 0..<2 { #expect(await Array(task.events).map(\.isCancelled) == [true]) }
        #expect(task.state.listeners == 0)
        await bench.untilIdle()
    }

    private struct Weak {
        weak var state: TaskState?
        init(_ state: TaskState) { self.state = state }
    }

    /// The reader's cancellation calls back into the task under a lock of the runtime that an event's delivery takes,
    /// too.
    @Test func aReaderMayBeCancelledWhileAnEventComes() async {
        let bench = Bench()
        let state = TaskState(
            id: SubscriberID(number: 1), request: sampleRequest(1), priority: .visible, asked: .now,
            loader: bench.loader.core)
        let isOver = Atomic<Bool>(false)
        let image = TestImage()
        let telling = Task.detached {
            while !isOver.load(ordering: .relaxed) {
                if state.listeners > 0 { state.show(preview: image) }
                await Task.yield()
            }
        }
        for _ in 0..<2_000 {
            let reader = Task.detached {
                let events: AsyncStream<ImageEvent<TestImage>> = state.events()
                for await _ in events {}
            }
            while state.listeners == 0 { await Task.yield() }
            reader.cancel()
            await reader.value
        }
        isOver.store(true, ordering: .relaxed)
        await telling.value
        #expect(state.listeners == 0)
    }
}
