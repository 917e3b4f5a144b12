// What a followed source tells, and the reader who waits for it.
import Photos
import Testing

@testable import Library

@Suite(.timeLimit(.minutes(1)))
struct ChangeQueueTests {
    private func removed(_ name: String) -> SourceChange { .removed([PhotoID(name)]) }

    @Test func changesAreReadInTheirOrder() async throws {
        let queue = ChangeQueue()
        queue.append([removed("a"), removed("b")])
        #expect(!queue.isEmpty)
        #expect(try await queue.next() == removed("a"))
        queue.append([removed("c")])
        #expect(try await queue.next() == removed("b"))
        #expect(try await queue.next() == removed("c"))
        #expect(queue.isEmpty)
    }

    @Test func aReaderWaitsForWhatComesNext() async throws {
        let queue = ChangeQueue()
        for name in ["a", "b", "c"] {
            async let next = queue.next()
            await Task.yield()
            queue.append([])
            queue.append([removed(name)])
            #expect(try await next == removed(name))
        }
    }

    @Test func theEndLetsAReaderGoAndWhatWaitsAsWell() async throws {
        let queue = ChangeQueue()
        let reader = Task { try await queue.next() }
        await Task.yield()
        queue.end()
        #expect(try await reader.value == nil)
        queue.append([removed("a")])
        #expect(try await queue.next() == nil && queue.hasEnded)
    }

    @Test(arguments: [false, true]) func aReaderThatIsCancelledLosesNothing(isWaiting: Bool) async throws {
        let queue = ChangeQueue()
        let reader = Task { try await queue.next() }
        if isWaiting { for _ in 0..<100 { await Task.yield() } }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        queue.append([removed("a")])
        #expect(try await queue.next() == removed("a"))
    }

    /// What comes between a reader's look and its wait.
    @Test func nothingIsWaitedForThatHasComeAlready() async throws {
        let told = ChangeQueue(), ended = ChangeQueue(), quiet = ChangeQueue()
        told.append([removed("a")])
        await told.wait()
        ended.end()
        await ended.wait()
        let reader = Task {
            while !Task.isCancelled { await Task.yield() }
            await quiet.wait()
        }
        reader.cancel()
        await reader.value
    }
}
