// One decode process, as it is spoken to.
import CChannel
import CGLib
import Glibc
import ImagePipeline
import Photos

/// A conversation with one confined process. For one thread at a time; the process ends when this object is released.
///
/// Whatever it sends is checked as if an enemy had sent it. A process that sends an invalid answer is ended.
///
/// `@unchecked Sendable`: mutable state is used by one thread at a time, the one that has the process from the pool or
/// the animation that has it for itself.
final class DecodeProcess: @unchecked Sendable {
    /// Limits of one request.
    struct Limits: Sendable {
        /// Seconds of processor time.
        var seconds = DecodeProcesses.mostSeconds
        /// Seconds by the clock for each second of processor time: on a busy machine a decode waits for a processor,
        /// too.
        var patience = 4
        /// Bytes of private memory. The program sets them; here they are for the words.
        var memory = DecodeProcesses.mostMemory
    }

    /// The result of a request.
    enum Outcome {
        case answered(DecodeAnswer)
        /// The process ended over it.
        case stopped(DecodeStop)
        /// The process had ended before the request came to it.
        case endedBefore
    }

    /// Milliseconds between two looks at the clock and at the task's cancel flag.
    private static let pause: Int32 = 5
    /// Nanoseconds that a codec has to end after the cancel message, until its process is ended.
    private static let grace: Int64 = 10_000_000

    private let server: ForkServer
    let process: pid_t
    /// Stands for the process also when its number has become another one's; −1 where the kernel has no such
    /// descriptors.
    private let held: Int32
    private let channel: Channel
    private let area: ExchangeArea
    private let limits: Limits
    /// Its threads, each of which is started with leave; it says at first who is to be asked.
    private var threads: TesseraThreads
    private var lastID = 0
    /// What it has said may be kept as long as this holds: until it has to be ended, or has ended by itself.
    private let credit = Credit.revocable()
    /// How many times the loaders of the server had been extended when it was forked.
    let generation: Int
    /// What confines it, as bits of tessera_confinement.h; nil until it has said so.
    private(set) var confined: Int?
    private var hasEnded = false
    /// Whether a large picture has left its bytes in the memory that both share.
    private(set) var holdsLargeInput = false

    /// - Throws: `ForkServer.Failure`.
    init(from server: ForkServer, limits: Limits, generation: Int) throws(ForkServer.Failure) {
        guard let (own, other) = Channel.pair() else { throw ForkServer.Failure(words: systemMessage(errno)) }
        guard let area = ExchangeArea() else { throw ForkServer.Failure(words: systemMessage(errno)) }
        process = try server.start(serving: other)
        held = tessera_helper_hold(process)
        threads = TesseraThreads(listener: -1, process: process, started: 0)
        channel = own
        self.area = area
        // A process that has ended already does not answer later.
        _ = own.send(DecodeCommand.exchange.bytes, [area.descriptor])
        self.server = server
        self.limits = limits
        self.generation = generation
    }

    deinit {
        if !hasEnded {
            tessera_helper_kill(held)
            server.leave(process)
        }
        if held >= 0 { close(held) }
        if threads.listener >= 0 { close(threads.listener) }
    }

    /// Carries out a request. Blocks.
    /// - Throws: `LoadFailure` with stage `.fetch`, where the bytes cannot be read; `CancellationError`, after which
    ///   the process may have ended (`isUsable`).
    func perform(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget
    ) throws -> Outcome {
        do {
            guard let answer = try converse(request, on: input, within: budget) else {
                credit.revoke()
                return .endedBefore
            }
            return .answered(answer.made(with: credit))
        } catch let stop as DecodeStop {
            credit.revoke()
            return .stopped(stop)
        }
    }

    /// Returns nil where the process had ended before, or ended without having been ready: it has seen no request then.
    /// - Throws: `DecodeStop`, after which the process has ended; and as `perform`.
    private func converse(
        _ request: DecodeRequest, on input: DecodeInput, within budget: any MemoryBudget
    ) throws -> DecodeAnswer? {
        let content = try SentInput(input, area)
        if content.kind == .exchanged, content.count > ExchangeArea.keptInput { holdsLargeInput = true }
        let room = request.mostBytes
        let output = room > ExchangeArea.outputRoom ? MemoryFile(room: room) : nil
        if room > ExchangeArea.outputRoom, output == nil {
            return .failed(.unreadable(Message("not enough memory")))
        }
        lastID += 1
        let command = DecodeCommand.perform(
            id: lastID, request, content.kind, count: content.count, room: output == nil ? 0 : room)
        var conversation = Conversation(
            seconds: request.seconds(usual: limits.seconds), patience: limits.patience, since: processorTime)
        guard channel.send(command.bytes, [content.descriptor, output?.descriptor].compactMap { $0 }) else {
            _ = end(as: nil)
            return nil
        }
        var held = 0
        defer { if held > 0 { budget.release(held) } }
        while true {
            guard let report = try receive(&conversation) else { return nil }
            switch report {
            case .ready(let confined):
                guard self.confined == nil else { throw end(as: .crashed) }
                self.confined = confined
            case .wants(lastID, let bytes):
                guard held == 0 else { throw end(as: .crashed) }
                let before = Conversation.now
                held = bytes
                budget.acquire(bytes)
                conversation.deadline += Conversation.now - before
                guard channel.send(DecodeCommand.granted(id: lastID).bytes) else { throw end(as: nil) }
            case .answers(lastID, var reader):
                let answer = try? DecodeAnswer(&reader, to: request) { count in
                    guard let pixels = output.map({ $0.sealed(count) }) ?? copy(count) else { throw MalformedMessage() }
                    return pixels
                }
                guard let answer else { throw end(as: .crashed) }
                return answer
            default: throw end(as: .crashed)
            }
        }
    }

    /// The pixels in the exchange area, as they are at this moment.
    private func copy(_ count: Int) -> SharedBytes? {
        guard count <= ExchangeArea.outputRoom, let (bytes, owner) = OwnMemory().room(for: count) else { return nil }
        bytes.update(from: area.output, count: count)
        return owner
    }

    /// Gives back the memory of a large picture's bytes. Not while a request is carried out.
    func trim() {
        area.trim()
        holdsLargeInput = false
    }

    /// Bytes of memory that both share.
    var sharedBytes: Int { area.allocated }

    /// Whether another request can be sent.
    var isUsable: Bool { !hasEnded }

    /// Waits for the next report, and ends the process when its time is over or when it does not heed a cancellation.
    /// - Returns: nil where it has ended without having been ready.
    private func receive(_ conversation: inout Conversation) throws -> DecodeReport? {
        while !channel.hasMessage(within: Self.pause, supervising: &threads) {
            if let asked = conversation.cancelled {
                if Conversation.now - asked > Self.grace {
                    _ = end(as: .crashed)
                    throw CancellationError()
                }
            } else if Task.isCancelled {
                conversation.cancelled = Conversation.now
                _ = channel.send(DecodeCommand.cancel(id: lastID).bytes)
            }
            let used = processorTime - conversation.processorTime
            if used > conversation.most || Conversation.now > conversation.deadline {
                throw end(as: .outOfTime)
            }
        }
        guard let (bytes, descriptors) = channel.receive() else {
            let stop = end(as: nil)
            guard confined != nil else { return nil }
            throw stop
        }
        let report = try? DecodeReport(bytes)
        var rest = descriptors[...]
        // Before the first picture, so that it is still the program's own word.
        if case .ready = report, confined == nil, threads.listener < 0 { threads.listener = rest.popFirst() ?? -1 }
        for descriptor in rest { close(descriptor) }
        guard let report else { throw end(as: .crashed) }
        return report
    }

    /// Ends the process.
    /// - Parameter stop: Why; nil where it has ended by itself, which its status explains.
    private func end(as stop: DecodeStop?) -> DecodeStop {
        hasEnded = true
        let status = server.end(process)
        return stop ?? DecodeStop(status: status)
    }

    /// Nanoseconds of processor time of all its threads. It is not waited for yet, so the number is still its own.
    private var processorTime: Int64 {
        var clock: clockid_t = 0
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The times of one request; nanoseconds.
private struct Conversation {
    /// Of the process when the request was sent.
    let processorTime: Int64
    var deadline: Int64
    /// When the process was told that the answer is no longer wanted.
    var cancelled: Int64?

    /// The most processor time that it may take.
    let most: Int64

    init(seconds: Int, patience: Int, since processorTime: Int64) {
        self.processorTime = processorTime
        most = Int64(seconds) * 1_000_000_000
        deadline = Self.now + most * Int64(patience)
    }

    static var now: Int64 { Int64(g_get_monotonic_time()) * 1000 }
}

/// The bytes of a request as a descriptor, which is closed with this value if it is its own.
private struct SentInput: ~Copyable {
    let kind: DecodeCommand.Input
    let count: Int
    let descriptor: Int32?
    private let file: MemoryFile?
    private let source: EncodedBytes?

    /// - Throws: `LoadFailure` with stage `.fetch`.
    init(_ input: DecodeInput, _ area: ExchangeArea) throws {
        switch input.content {
        case .opened:
            (kind, count, descriptor, file, source) = (.opened, 0, nil, nil, nil)
        case .file(let file):
            (kind, count, descriptor, self.file, source) = (.window, 0, file.number, nil, nil)
        case .bytes(let bytes):
            if let open = bytes.storage.descriptor {
                (kind, count, descriptor, file, source) = (.file, bytes.count, open, nil, bytes)
                return
            }
            if bytes.count <= ExchangeArea.inputRoom {
                bytes.storage.withBytes { area.input.copyMemory(from: $0) }
                (kind, count, descriptor, file, source) = (.exchanged, bytes.count, nil, nil, nil)
                return
            }
            guard let made = MemoryFile(holding: bytes) else {
                throw LoadFailure(
                    stage: .fetch, culprit: "", reason: .unreadable(Message("not enough memory")))
            }
            (kind, count, descriptor, file, source) = (.memory, bytes.count, made.descriptor, made, bytes)
        }
    }
}

/// A file in memory. Owns its descriptor.
private final class MemoryFile {
    let descriptor: Int32

    /// A sealed copy of bytes; nil where there is no memory.
    init?(holding bytes: EncodedBytes) {
        var descriptor: Int32 = -1
        bytes.storage.withBytes { descriptor = tessera_memory_file_holding($0.baseAddress, UInt($0.count)) }
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    /// Room for a result of at most so many bytes; nil where there is no descriptor.
    init?(room: Int) {
        descriptor = tessera_memory_file_empty(UInt(room))
        guard descriptor >= 0 else { return nil }
    }

    /// The first bytes of what a process has written and sealed, without a copy; nil where it has not.
    func sealed(_ count: Int) -> SharedBytes? {
        tessera_memory_file_bytes(descriptor, UInt(count)).map(SharedBytes.init(adopting:))
    }

    deinit { close(descriptor) }
}
