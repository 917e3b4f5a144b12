// The server of the sample gallery: `tessera-lab serve`, in a process of its own.
import Codecs
import Photos
import Synchronization

/// The server of the sample gallery, one for all windows. It starts when it is first needed, and ends with the program.
///
/// One that has ended by itself is started again when something is asked of it, after a pause, so that a server that
/// ends again and again costs next to nothing.
public actor SampleService {
    /// The end of the last server, or the last start without one.
    private struct End {
        let time: ContinuousClock.Instant
        let reason: LoadFailure.Reason
    }

    /// Name of the program.
    private static let program = "tessera-lab"
    /// The reason that is given after the server has ended.
    static let hasStopped = Message("its server has stopped")

    private let program: String
    private let title: String
    /// The time in which a server that has ended is not started again, but where the user asks for it.
    private let pause: Duration
    private let report: @Sendable (_ isAway: Bool) -> Void
    private var starting: Task<ServerProcess, any Error>?
    private var end: End?
    private nonisolated let running = RunningServer()

    /// Starts nothing yet.
    /// - Parameters:
    ///   - title: The gallery's name, in the user's language.
    ///   - program: The path of tessera-lab; nil for the installed one.
    ///   - report: Called when a server has ended by itself, and when another one has started. On any thread.
    public init(title: String, program: String? = nil, report: @escaping @Sendable (_ isAway: Bool) -> Void = { _ in })
    {
        self.init(title: title, program: program, pause: .seconds(1), report: report)
    }

    init(title: String, program: String?, pause: Duration, report: @escaping @Sendable (_ isAway: Bool) -> Void) {
        (self.title, self.pause) = (title, pause)
        self.program = program ?? HelperProgram.path(of: Self.program)
        self.report = report
    }

    /// Returns the base URL of the server, which is started if it does not run.
    /// - Parameter isRequested: Whether the user has asked for it: then without a pause.
    /// - Throws: `LoadFailure` if there is none.
    func address(isRequested: Bool = false) async throws(LoadFailure) -> String {
        let task: Task<ServerProcess, any Error>
        if let starting {
            task = starting
        } else if !isRequested, let end, end.time.duration(to: .now) < pause {
            throw failure(end.reason)
        } else {
            task = start()
        }
        do {
            return try await task.value.address
        } catch {
            throw failure((error as? ServerProcess.Failure)?.reason ?? .unreadable(Self.hasStopped))
        }
    }

    /// Starts the server, so that the first request does not wait for it.
    public func startAhead() { if starting == nil { _ = start() } }

    /// Ends the server, for good. Any thread.
    public nonisolated func close() { running.close() }

    private func start() -> Task<ServerProcess, any Error> {
        // Its thread lives as long as the server.
        let thread = WorkerPool(name: "sample-server", width: 1, niceness: 0)
        let task = Task.detached(executorPreference: thread) { [program, running] in
            let server = try ServerProcess.start(program, ["serve", "--until-eof"])
            running.keep(server)
            return server
        }
        starting = task
        Task.detached(executorPreference: thread) { [weak self] in
            do {
                let server = try await task.value
                await self?.started()
                server.waitUntilEnded()
                await self?.ended(.unreadable(Self.hasStopped), isAway: true)
            } catch {
                await self?.ended((error as? ServerProcess.Failure)?.reason ?? .empty, isAway: false)
            }
        }
        return task
    }

    private func started() {
        if end != nil { report(false) }
        end = nil
    }

    private func ended(_ reason: LoadFailure.Reason, isAway: Bool) {
        starting = nil
        end = End(time: .now, reason: reason)
        if isAway, !running.isClosed { report(true) }
    }

    private func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
        LoadFailure(stage: .listing, culprit: title, reason: reason)
    }
}

/// The server that is ended at once where the program ends, whatever the actor does.
private final class RunningServer: Sendable {
    private struct State {
        var server: ServerProcess?
        var isClosed = false
    }

    private let state = Mutex(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Takes a server that has started, in place of one that has ended.
    func keep(_ server: ServerProcess) {
        let isClosed = state.withLock { state in
            state.server = server
            return state.isClosed
        }
        if isClosed { server.end() }
    }

    func close() {
        let server = state.withLock { state in
            state.isClosed = true
            return state.server
        }
        server?.end()
    }
}
