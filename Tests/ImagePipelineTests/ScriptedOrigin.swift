// A server in the shape of a transport: it answers conditions and ranges as HTTP wants it, counts, and fails on demand.
import Photos

@testable import ImagePipeline

/// One photo on one server.
final class ScriptedOrigin: HTTPTransport {
    struct State: Sendable {
        var body: [UInt8]
        /// Of a 200; a 304 and a 206 have them too.
        var headers: [String: String] = ["etag": "\"1\""]
        var sendsRanges = true
        /// When set, this is answered whatever is asked.
        var fixed: TransferAnswer?
        /// When set, this is answered to every range.
        var ranged: TransferAnswer?
        /// When set, nothing is answered at all.
        var failure: (any Error)?
        /// When set, bodies end after so many bytes, for this reason.
        var cut: (after: Int, cause: any Error)?
        var requests: [TransferRequest] = []
        /// Bytes of bodies that went over the wire.
        var bytesSent = 0
    }
    let probe: Probe<State>
    /// Where answers wait while it is shut.
    let gate = Gate(isOpen: true)
    let tickets = Probe<[FetchTicket]>([])

    init(_ body: [UInt8] = Array(0..<100), _ headers: [String: String] = ["etag": "\"1\""]) {
        probe = Probe(State(body: body, headers: headers))
    }

    var requests: [TransferRequest] { probe.state.requests }
    var bytesSent: Int { probe.state.bytesSent }
    func change(_ body: @Sendable (inout State) -> Void) { probe.change(body) }

    func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
        let state = probe.change { state in
            state.requests.append(request)
            return state
        }
        tickets.change { $0.append(ticket) }
        _ = try await gate.pass(
            Call(title: ticket.title, location: .remote(request.url), size: nil, priority: ticket.priority))
        if let failure = state.failure { throw failure }
        let ranged = request.headers["Range"] == nil ? nil : state.ranged
        let answer = state.fixed ?? ranged ?? Self.answer(state, request)
        let offset = answer.head.status == 206 ? request.offset : 0
        func report(_ count: Int, _ body: EncodedBytes?) {
            let progress = FetchTicket.Progress(
                received: offset + count, total: offset + answer.body.count, isResumable: answer.head.isResumable)
            if let body { ticket.report(progress) { body } } else { ticket.report(progress) }
        }
        report(0, nil)
        let count = min(state.cut?.after ?? .max, answer.body.count)
        probe.change { $0.bytesSent += count }
        let sent = EncodedBytes(Array(answer.body.array.prefix(count)))
        report(count, sent)
        if let cut = state.cut, count < answer.body.count || cut.after > answer.body.count {
            throw InterruptedTransfer(head: answer.head, received: sent, cause: cut.cause)
        }
        return answer
    }

    private static func answer(_ state: State, _ request: TransferRequest) -> TransferAnswer {
        func answer(_ status: Int, _ body: some Collection<UInt8>, _ more: [String: String] = [:]) -> TransferAnswer {
            TransferAnswer(
                head: TransferHead(status: status, headers: state.headers.merging(more) { $1 }),
                body: EncodedBytes(Array(body)))
        }
        let (tag, modified) = (state.headers["etag"], state.headers["last-modified"])
        if let condition = request.headers["If-None-Match"] {
            if condition == tag { return answer(304, []) }
        } else if let condition = request.headers["If-Modified-Since"], condition == modified {
            return answer(304, [])
        }
        let total = state.body.count
        if state.sendsRanges, let range = request.headers["Range"], let first = Int(range.dropFirst(6).dropLast()),
            let condition = request.headers["If-Range"], condition == tag || condition == modified
        {
            guard first < total else { return answer(416, [], ["content-range": "bytes */\(total)"]) }
            return answer(206, state.body[first...], ["content-range": "bytes \(first)-\(total - 1)/\(total)"])
        }
        return answer(200, state.body, ["content-length": "\(total)"])
    }
}

/// A remote loader on a server, a disk and a clock.
struct RemoteBench {
    let origin: ScriptedOrigin
    let scratch = ScratchDisk()
    let disk: DiskCache?
    let loader: RemoteByteLoader
    let refreshed = Probe<[FetchKey]>([])
    /// Every disk cache that was opened on the folder.
    private let disks: Probe<[DiskCache]>

    init(_ origin: ScriptedOrigin = ScriptedOrigin(), hasDisk: Bool = true, byteLimit: Int = 128 << 20) {
        self.origin = origin
        disk = hasDisk ? scratch.open() : nil
        disks = Probe(disk.map { [$0] } ?? [])
        loader = Self.loader(origin, disk, scratch.clock, byteLimit: byteLimit)
        loader.onRefresh { [refreshed] key in refreshed.change { $0.append(key) } }
    }

    private static func loader(
        _ origin: ScriptedOrigin, _ disk: DiskCache?, _ clock: VirtualClock, byteLimit: Int = 128 << 20
    ) -> RemoteByteLoader {
        var configuration = RemoteByteLoader.Configuration()
        configuration.byteLimit = byteLimit
        configuration.now = { clock.now }
        return RemoteByteLoader(transport: origin, disk: disk, configuration: configuration)
    }

    /// The loader of the next start of the program, on what is on disk.
    func restarted() async -> RemoteByteLoader {
        for disk in disks.state { await disk.flush() }
        let disk = scratch.open()
        disks.change { $0.append(disk) }
        return Self.loader(origin, disk, scratch.clock)
    }

    func fetch(
        _ loader: RemoteByteLoader? = nil, ticket: FetchTicket = FetchTicket(title: "photo 1", priority: .visible)
    ) async throws -> FetchedBytes {
        try await (loader ?? self.loader).bytes(for: photoKey(1), ticket: ticket)
    }

    /// Cuts answers off after so many bytes of their body.
    func cut(after count: Int?, cause: any Error = CancellationError()) {
        origin.change { $0.cut = count.map { ($0, cause) } }
    }
}
