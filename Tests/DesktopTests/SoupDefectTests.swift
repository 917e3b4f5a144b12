// The defects of libsoup around requests that end in an error: which versions have the worst, and that what is done
// about them holds. On those versions the storm below corrupts the heap where nothing is done.
import CGLib
import Fixtures
import ImagePipeline
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct SoupDefectTests {
    private func ticket() -> FetchTicket { FetchTicket(title: "Sea", priority: .ahead) }

    @Test func theVersionsThatHaveItAreKnown() {
        for version: (UInt32, UInt32, UInt32) in [(3, 3, 1), (3, 4, 0), (3, 6, 5), (3, 7, 0)] {
            #expect(SoupDefect.has(version), "\(version)")
        }
        for version: (UInt32, UInt32, UInt32) in [
            (3, 2, 2), (3, 2, 9), (3, 3, 0), (3, 6, 6), (3, 7, 1), (3, 8, 0), (4, 0, 0),
        ] {
            #expect(!SoupDefect.has(version), "\(version)")
        }
        #expect(HTTPLoader.Configuration().speaksHTTP1Alone == SoupDefect.isPresent)
    }

    /// The server may close a connection at the moment when the next request comes.
    @Test func aRequestThatMeetsAConnectionBeingClosedIsSentOnceMore() async throws {
        final class Counter: Sendable { let value = Atomic<Int>(0) }
        let asked = Counter()
        let closing = ScriptedServer { _ in
            asked.value.add(1, ordering: .relaxed).newValue == 2
                ? [.close] : [ScriptedServer.answer("200 OK", length: 5), .zeros(5)]
        }
        let loader = HTTPLoader()
        for _ in 0..<2 {
            let answer = try await loader.transfer(TransferRequest(url: closing.url + "/p"), ticket: ticket())
            #expect(answer.body.count == 5)
        }
        #expect(closing.counts.heads.count == 3 && closing.counts.connections == 2)
        #expect(closing.counts.heads.allSatisfy { $0.hasPrefix("GET /p HTTP/1.1\r\n") })
    }

    @Test func aNewConnectionThatIsClosedIsAFailure() async {
        let server = ScriptedServer { _ in [.close] }
        await #expect(throws: LoadFailure.self) {
            try await HTTPLoader().transfer(TransferRequest(url: server.url + "/p"), ticket: ticket())
        }
        #expect(server.counts.heads.count == 1)
    }

    @Test func aRequestThatIsCancelledBeforeItsHeadEndsAtOnceAndLetsGoOfItsConnection() async throws {
        var configuration = HTTPLoader.Configuration()
        configuration.connectionsPerHost = 1
        let loader = HTTPLoader(configuration: configuration)
        let (asked, never) = (Gate(), Gate())
        defer { never.open() }
        let server = ScriptedServer { path in
            path == "/held" ? [.tell(asked), .hold(never)] : [ScriptedServer.answer("200 OK", length: 5), .zeros(5)]
        }
        let held = Task { try await loader.transfer(TransferRequest(url: server.url + "/held"), ticket: ticket()) }
        await asked.opened()
        let next = Task { try await loader.transfer(TransferRequest(url: server.url + "/next"), ticket: ticket()) }
        held.cancel()
        await #expect(throws: CancellationError.self) { try await held.value }
        #expect(try await next.value.body.count == 5)
    }

    /// Cancels that cross the answer's head, and connections that are closed instead of answering.
    @Test func aStormOfCancelsAndClosedConnectionsLeavesLibsoupIntact() async {
        final class Box: Sendable {
            let tasks = Mutex<[Int: Task<Void, Never>]>([:])
            let asked = Atomic<Int>(0)
        }
        let (box, loader) = (Box(), HTTPLoader())
        let server = ScriptedServer { path in
            let number = Int(path.dropFirst()) ?? 0
            if number % 3 != 0 { box.tasks.withLock { $0[number] }?.cancel() }
            let isClosed = box.asked.add(1, ordering: .relaxed).newValue % 5 == 0
            return isClosed ? [.close] : [ScriptedServer.answer("200 OK", length: 5), .zeros(5)]
        }
        let watch = CriticalWatch()
        let (requests, width) = (3000, 24)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<requests {
                if number >= width { await group.next() }
                let task = Task {
                    _ = try? await loader.transfer(
                        TransferRequest(url: "\(server.url)/\(number)"),
                        ticket: FetchTicket(title: "Sea", priority: .ahead))
                }
                box.tasks.withLock { $0[number] = task }
                group.addTask {
                    await task.value
                    box.tasks.withLock { $0[number] = nil }
                }
            }
        }
        #expect(watch.end() == [])
    }
}

/// Collects the criticals and warnings of libsoup and of what it stands on, from its making to its end. Those of tests
/// that run beside it are left out: they have servers name lengths that no header can have, of which GObject speaks,
/// and leave libsoup's own server while it greets them.
private final class CriticalWatch: Sendable {
    private static let seen = Mutex<[String]>([])
    private let handlers: [(domain: String, id: UInt32)]

    init() {
        Self.seen.withLock { $0 = [] }
        handlers = ["libsoup", "GLib", "GLib-GObject", "GLib-GIO"].map { domain in
            let levels = GLogLevelFlags(rawValue: G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue)
            let id = g_log_set_handler(
                domain, levels,
                { domain, _, message, _ in
                    guard let domain, let message else { return }
                    let text = String(cString: domain) + ": " + String(cString: message)
                    let others = ["is invalid or out of range for property", "soup-server"]
                    if !others.contains(where: text.contains) { CriticalWatch.seen.withLock { $0.append(text) } }
                }, nil)
            return (domain, id)
        }
    }

    func end() -> [String] {
        for handler in handlers { g_log_remove_handler(handler.domain, handler.id) }
        return Self.seen.withLock { $0 }
    }
}
