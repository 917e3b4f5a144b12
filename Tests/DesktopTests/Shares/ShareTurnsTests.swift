// Who reads from a share first, and when its files are closed.
import CGLib
import Fixtures
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

struct ShareTurnsTests {
    /// Readings that begin when their turn comes, and end when the test lets them.
    private actor Readings {
        private let turns: ShareTurns
        private(set) var begun: [String] = []
        private var gates: [String: CheckedContinuation<Void, Never>] = [:]
        private var tasks: [String: Task<Void, any Error>] = [:]

        init(_ scheme: String) { turns = ShareTurns(at: ShareAddress(scheme + "://nas/photos")!) }

        /// Asks for a turn, and returns when that waits or has begun.
        func ask(_ name: String, for need: ShareNeed) async {
            tasks[name] = Task { try await turns.turn(for: need) { await run(name) } }
            await settle()
        }

        private func run(_ name: String) async {
            begun.append(name)
            await withCheckedContinuation { gates[name] = $0 }
        }

        func end(_ name: String) async {
            gates.removeValue(forKey: name)?.resume()
            _ = await tasks.removeValue(forKey: name)?.result
            await settle()
        }

        func cancel(_ name: String) async {
            tasks[name]?.cancel()
            _ = await tasks.removeValue(forKey: name)?.result
            await settle()
        }

        /// Waits until all who have asked wait, or have begun where it is their turn: turns are given by the one who
        /// asks, leaves or ends, before anything else happens.
        private func settle() async {
            while turns.counts.running + turns.counts.waiting < tasks.count || gates.count < turns.counts.running {
                await Task.yield()
            }
        }
    }

    @Test func asManyReadAtOnceAsTheKindOfShareServes() async {
        let readings = Readings("smb")
        for name in ["a", "b", "c"] { await readings.ask(name, for: .whole) }
        #expect(await readings.begun == ["a", "b"])
        await readings.end("a")
        #expect(await readings.begun == ["a", "b", "c"])
    }

    @Test func previewsGoAheadOfPhotosAndFactsComeLast() async {
        let readings = Readings("smb")
        await readings.ask("whole 1", for: .whole)
        await readings.ask("whole 2", for: .whole)
        await readings.ask("facts", for: .facts)
        await readings.ask("whole 3", for: .whole)
        for name in ["preview 1", "preview 2", "preview 3"] { await readings.ask(name, for: .preview) }
        #expect(await readings.begun == ["whole 1", "whole 2", "preview 1", "preview 2"])
        await readings.end("whole 1")
        await readings.end("whole 2")
        #expect(await readings.begun.count == 4)
        await readings.end("preview 1")
        #expect(await readings.begun.last == "preview 3")
        await readings.end("preview 2")
        #expect(await readings.begun.last == "whole 3")
        await readings.end("preview 3")
        #expect(!(await readings.begun.contains("facts")))
        await readings.end("whole 3")
        #expect(await readings.begun.last == "facts")
    }

    @Test func whoLeavesWhileWaitingTakesNoTurn() async {
        let readings = Readings("mtp")
        await readings.ask("a", for: .whole)
        await readings.ask("b", for: .preview)
        await readings.ask("c", for: .preview)
        await readings.cancel("c")
        await readings.ask("d", for: .whole)
        await readings.end("a")
        await readings.end("b")
        #expect(await readings.begun == ["a", "b", "d"])
    }

    private func stream() -> ShareStream {
        ShareStream(adopting: UnsafeMutableRawPointer(g_memory_input_stream_new()))
    }

    @Test func filesOfASerialShareAreClosedWhenNothingIsRead() async throws {
        let turns = ShareTurns(at: ShareAddress("smb://nas/photos")!)
        let first = stream()
        try await turns.turn(for: .whole) {
            #expect(turns.take(first).isEmpty)
            #expect(!turns.beginsClosing())
        }
        #expect(turns.beginsClosing())
        #expect(!turns.beginsClosing())
        try await turns.turn(for: .whole) { #expect(turns.nextToClose() == nil) }
        #expect(turns.beginsClosing())
        #expect(turns.nextToClose() === first)
        #expect(turns.nextToClose() == nil)
        #expect(!turns.beginsClosing())
    }

    @Test func onlySoManyFilesStayOpen() {
        let turns = ShareTurns(at: ShareAddress("smb://nas/photos")!)
        let streams = (0...ShareTurns.mostUnclosed).map { _ in stream() }
        for stream in streams.dropLast() { #expect(turns.take(stream).isEmpty) }
        #expect(turns.take(streams[ShareTurns.mostUnclosed]).first === streams[0])
        #expect(turns.takeUnclosed().count == ShareTurns.mostUnclosed)
        #expect(turns.takeUnclosed().isEmpty)
    }

    @Test func filesOfOtherSharesAreClosedAtOnce() {
        let turns = ShareTurns(at: ShareAddress("sftp://nas/photos")!)
        #expect(turns.take(stream()).count == 1)
        #expect(!turns.beginsClosing())
    }

    @Test func theLengthOfAFileIsTheOneListedLast() {
        let lengths = ShareLengths(), folder = ShareAddress("smb://nas/photos")!, name = FileName("a b.jpg")
        let address = folder.appending(path: "a b.jpg")
        #expect(lengths.length(of: address) == nil)
        lengths.note([ShareEntry(name: name, byteCount: 10)], of: folder)
        lengths.note([ShareEntry(name: name, byteCount: 12)], of: folder)
        #expect(lengths.length(of: address) == 12)
        lengths.note([ShareEntry(name: name, byteCount: -1)], of: folder)
        #expect(lengths.length(of: address) == nil)
    }
}
