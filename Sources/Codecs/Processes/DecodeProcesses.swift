// The decode processes: who gets which, and the handling of those that end.
import CChannel
import CGLib
import Glibc
import ImagePipeline
package import Photos

/// A fixed number of confined processes in which everything is decoded that strangers have written, started ahead and
/// replaced when they end. Any thread that may block.
///
/// One request at a time goes to a process, which gets requests of one kind about pictures of one folder or server, and
/// ends after a picture of another format than the common ones: what takes it over sees and answers nothing else. A
/// picture that ends its process is tried once more in a fresh one, unless it took more time or memory than it may, and
/// then remembered: it is not tried again as long as it is the same.
public final class DecodeProcesses: DecodeEngine {
    private struct State {
        var pool: ProcessPool<DecodeProcess>
        /// Those that there ever were.
        var started = 0
        /// How many times the loaders were extended.
        var generation = 0
        var confined: Int?
        var isClosed = false
        /// Whether memory is about to be given back.
        var isTrimming = false
    }

    /// Seconds of processor time that a request may take.
    public static let mostSeconds = 4
    /// Bytes of private memory that a process may have.
    public static let mostMemory = 700 << 20

    /// How long the memory of a large picture is kept for the next one.
    private static let keeping = Duration.seconds(1)

    /// Name of the program of the processes.
    private static let program = "tessera-decode"

    private let server: ForkServer
    private let width: Int
    private let limits: DecodeProcess.Limits
    private let state: Monitor<State>
    private let stopped = StoppedPictures()
    private let drawings: LocalDecoding
    private let report: @Sendable (Confinement) -> Void

    /// - Parameters:
    ///   - width: Number of processes; nil for one a core, and one for what is urgent.
    ///   - program: The path of tessera-decode; nil for the installed one.
    ///   - report: Told once what confines the processes, on any thread.
    public convenience init(
        width: Int? = nil, program: String? = nil, report: @escaping @Sendable (Confinement) -> Void = { _ in }
    ) {
        self.init(width: width, program: program, limits: DecodeProcess.Limits(), report: report)
    }

    init(
        width: Int? = nil, program: String? = nil, limits: DecodeProcess.Limits,
        drawing: PixbufDecoder.Limits = .init(),
        report: @escaping @Sendable (Confinement) -> Void = { _ in }
    ) {
        self.report = report
        self.width = max(1, width ?? Int(g_get_num_processors()) + 1)
        self.limits = limits
        server = ForkServer(program: program ?? HelperProgram.path(of: Self.program))
        drawings = LocalDecoding(limits: drawing, reach: .drawings)
        // Facts are read by as many threads as there are processors; few photos have sidecars.
        let most = [DecodeDuty.Kind.pictures: self.width, .facts: max(1, self.width - 1), .sidecars: 1]
        state = Monitor(State(pool: ProcessPool(most: most)))
    }

    /// Starts all processes on a thread of its own, so that the first picture does not wait for one. Any thread.
    public func startAhead() {
        let pool = WorkerPool(name: "start", width: 1, niceness: 0)
        Task(executorPreference: pool) { self.startAll() }
    }

    private func startAll() {
        while true {
            guard
                let generation = state.withLock({ state -> Int? in
                    guard !state.isClosed, state.pool.count < width else { return nil }
                    state.started += 1
                    return state.generation
                }), let process = try? DecodeProcess(from: server, limits: limits, generation: generation)
            else { return }
            giveBack(process, nil)
        }
    }

    /// Ends all processes. Requests fail from then on.
    public func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            return state.pool.takeAll { _ in true }
        }
        withExtendedLifetime(idle) {}
        server.close()
    }

    /// What confines the processes that were started.
    public var confinement: Confinement? { state.withLock { $0.confined }.map(Confinement.init) }

    package func perform(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget
    ) throws -> DecodeAnswer {
        if let reason = stopped.reason(for: input.identity, request.extent) { return .failed(reason) }
        if case .bytes(let bytes) = input.content, bytes.count == 0 { return .failed(.empty) }
        return try performWithDetours(request, on: input, within: budget) {
            try performOnce($0, on: input, within: budget)
        }
    }

    /// Carries out a request, again where something has to be done elsewhere first.
    private func performWithDetours(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget,
        _ perform: (DecodeRequest) throws -> DecodeAnswer
    ) throws -> DecodeAnswer {
        var request = request
        for _ in 0..<Self.mostDetours {
            let answer = try perform(request)
            guard case .detour(let detour) = answer else { return answer }
            switch detour {
            case .drawing: return try drawings.perform(request, on: input, within: budget)
            case .lacksType: request = request.with(type: try ContentType.guess(input))
            case .lacksLoader(let type):
                do {
                    if try server.load(type) { state.withLock { $0.generation += 1 } }
                } catch {
                    return .failed(.unreadable(.verbatim(error.words)))
                }
            }
        }
        return .failed(.corrupt(Message("its header cannot be understood")))
    }

    /// Detours of one request: its type, its loader, and the loader again for a process that was forked before.
    private static let mostDetours = 4

    package func performAlone(_ request: DecodeRequest, on input: DecodeInput) throws -> DecodeAnswer {
        try performWithDetours(request, on: input, within: Unbudgeted()) { request in
            let outcome = try attempt(request, on: input, within: Unbudgeted(), chances: 1, start)
            switch outcome {
            case .success(let answer): return answer
            case .failure(let stop): return .failed(reason(for: stop, seconds: request.seconds(usual: limits.seconds)))
            }
        }
    }

    package func open(
        _ input: DecodeInput, at size: PixelSize, quarterTurns: Int
    ) throws -> (any AnimationFrames)? {
        let request = DecodeRequest.animation(size: size, quarterTurns: quarterTurns)
        for _ in 0..<2 {
            guard let process = try? start(),
                case .answered(let answer) = try process.perform(request, on: input, within: Unbudgeted())
            else { return nil }
            switch answer {
            case .done: return ConfinedFrames(process, at: size)
            case .detour(.lacksLoader(let type)):
                if let isNew = try? server.load(type), isNew { state.withLock { $0.generation += 1 } }
            case .cancelled: throw CancellationError()
            default: return nil
            }
        }
        return nil
    }

    /// Starts a process that is not one of those that wait.
    private func start() throws(ForkServer.Failure) -> DecodeProcess {
        try DecodeProcess(from: server, limits: limits, generation: state.withLock { $0.generation })
    }

    /// Carries out a request in a process that others had before, and remembers the picture that stops it.
    private func performOnce(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget
    ) throws -> DecodeAnswer {
        // Each of those that waited may have been ended by somebody; a new one that has ended never works.
        let duty = DecodeDuty(request, on: input)
        let isLast = duty.kind == .pictures && !input.isOfCommonFormat
        let outcome = try attempt(
            request, on: input, within: budget, chances: width + 1,
            { () throws(ForkServer.Failure) in try lease(for: duty) },
            returning: { giveBack($0, duty, isSpent: isLast) })
        switch outcome {
        case .success(let answer): return answer
        case .failure(let stop):
            let reason = reason(for: stop)
            stopped.note(input.identity, stop.mayPass ? nil : request.extent, reason)
            return .failed(reason)
        }
    }

    /// Carries out a request in one process, and in a second one where the first has ended over it.
    /// - Parameters:
    ///   - chances: The number of processes that may turn out to have ended before.
    ///   - take: Provides a process.
    ///   - giveBack: Takes each of them back.
    private func attempt(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget, chances: Int,
        _ take: () throws(ForkServer.Failure) -> DecodeProcess, returning giveBack: (DecodeProcess) -> Void = { _ in }
    ) throws -> Result<DecodeAnswer, DecodeStop> {
        var chances = chances, isSecond = false
        while true {
            let process: DecodeProcess
            do {
                process = try take()
            } catch {
                return .success(Self.notStarted(error.words))
            }
            defer { giveBack(process) }
            switch try process.perform(request, on: input, within: budget) {
            case .answered(let answer): return .success(answer)
            case .endedBefore:
                if chances == 0 { return .success(Self.notStarted(systemMessage(EPIPE))) }
                chances -= 1
            case .stopped(let stop):
                if isSecond || !stop.mayPass { return .failure(stop) }
                isSecond = true
            }
        }
    }

    private func reason(for stop: DecodeStop, seconds: Int? = nil) -> LoadFailure.Reason {
        stop.reason(seconds: seconds ?? limits.seconds, memory: limits.memory)
    }

    private static func notStarted(_ words: String) -> DecodeAnswer {
        .failed(
            .unreadable(
                Message(
                    "{program}, which decodes it, did not start ({reason})",
                    ["program": .text(program), "reason": .text(words)])))
    }

    /// Waits for a process that has all loaders, and has seen nothing but what belongs to the same duty.
    private func lease(for duty: DecodeDuty) throws(ForkServer.Failure) -> DecodeProcess {
        typealias Turn = (process: ProcessPool<DecodeProcess>.Turn, generation: Int)
        while true {
            let turn = state.wait { (state: inout State) -> Turn?? in
                if state.isClosed { return .some(nil) }
                guard let taken = state.pool.take(for: duty) else { return nil }
                if case .start = taken { state.started += 1 }
                return Turn(taken, state.generation)
            }
            switch turn {
            case nil: throw ForkServer.Failure(words: systemMessage(ESHUTDOWN))
            case (.idle(let process), let generation)?:
                // One that lacks a loader ends here, and a new one takes its place.
                if process.generation == generation { return process }
                state.broadcast { $0.pool.note(endOf: duty) }
            case (.start, let generation)?:
                do {
                    return try DecodeProcess(from: server, limits: limits, generation: generation)
                } catch {
                    state.broadcast { $0.pool.note(endOf: duty) }
                    throw error
                }
            }
        }
    }

    /// - Parameters:
    ///   - duty: What it was taken for; nil where it has seen nothing.
    ///   - isSpent: Whether it ends now.
    private func giveBack(_ process: DecodeProcess, _ duty: DecodeDuty?, isSpent: Bool = false) {
        var news: Int?
        var trimsLater = false
        state.broadcast { state in
            if state.confined == nil, let confined = process.confined {
                state.confined = confined
                news = confined
            }
            if process.isUsable, !isSpent, !state.isClosed {
                state.pool.put(process, duty)
                trimsLater = process.holdsLargeInput && !state.isTrimming
                if trimsLater { state.isTrimming = true }
            } else if let duty {
                state.pool.note(endOf: duty)
            }
        }
        if let news { report(Confinement(bits: news)) }
        guard trimsLater else { return }
        Task { [weak self] in
            try? await Task.sleep(for: Self.keeping)
            self?.trim()
        }
    }

    /// Gives back the memory that large pictures have left in the processes that wait. To take it anew for each such
    /// picture costs four times as much as to copy the bytes.
    func trim() {
        let full = state.withLock { state in
            state.isTrimming = false
            return state.pool.takeAll(where: \.holdsLargeInput)
        }
        for (process, duty) in full {
            process.trim()
            giveBack(process, duty)
        }
    }

    /// Number of processes now, and of all that were started; for tests.
    var census: Int { state.withLock { $0.pool.count } }
    var started: Int { state.withLock { $0.started } }
    /// Bytes of memory that tessera shares with those that wait; for tests.
    var sharedBytes: Int { state.withLock { $0.pool.idle.reduce(0) { $0 + $1.sharedBytes } } }
    /// The numbers of those that wait, and of the server; for tests.
    var idle: [pid_t] { state.withLock { $0.pool.idle.map(\.process) } }
    var serverProcess: pid_t? { server.runningProcess }
}
