// The decode process: one request after the other, until tessera closes the channel.
import CChannel
import CGLib
import Glibc
import ImagePipeline
import Photos

/// Serves requests in a process that does nothing else. Its only thread calls `run`.
public final class DecodeServer {
    private let channel: Channel
    private let work: RequestInHand
    private let service: DecodeService
    private let limitDescriptors: () -> Void
    private let limitTime: (_ seconds: Int) -> Void
    private let rest: () -> Void
    private var area: ExchangeArea?

    /// - Parameters:
    ///   - channel: Descriptor of the channel, which this object takes over.
    ///   - loaders: Those that were loaded before the process was confined.
    ///   - limitDescriptors: Limits the descriptors of the process; called when it has sent the last one.
    ///   - limitTime: Limits the processor time from now on, a second longer than tessera waits for; called before each
    ///     request.
    ///   - rest: Gives memory back that the next request may use; called if none comes for `pause`.
    public init(
        channel: Int32, loaders: LoadedLoaders, limitDescriptors: @escaping () -> Void,
        limitTime: @escaping (_ seconds: Int) -> Void, rest: @escaping () -> Void
    ) {
        self.rest = rest
        self.limitDescriptors = limitDescriptors
        self.channel = Channel(adopting: channel)
        self.limitTime = limitTime
        work = RequestInHand(self.channel)
        service = DecodeService(
            DecodeResources(limits: PixbufDecoder.Limits(), budget: work, reach: .confined(loaders)))
    }

    /// Says that the process is ready, and serves until the channel is closed.
    /// - Parameters:
    ///   - confined: What is in force, as bits of tessera_confinement.h.
    ///   - listener: Descriptor of who is asked for each thread, which tessera gets; −1 if there is none.
    public func run(confined: UInt32, listener: Int32) {
        Cancellation.ask { [work] in work.isCancelled }
        let isReady = channel.send(DecodeReport.ready(confined), listener >= 0 ? [listener] : [])
        if listener >= 0 { close(listener) }
        guard isReady else { return }
        limitDescriptors()
        while let (bytes, descriptors) = next() {
            guard let command = try? DecodeCommand(bytes) else { return }
            if case .exchange = command, let descriptor = descriptors.first {
                area = ExchangeArea(adopting: descriptor)
                continue
            }
            defer { for descriptor in descriptors { close(descriptor) } }
            guard case .perform(let id, let request, let kind, let count, let room) = command else { continue }
            limitTime(request.seconds(usual: DecodeProcesses.mostSeconds))
            work.begin(id)
            let report = answer(id, request, kind, count, descriptors, room)
            // Sealed by the process that wrote it, after the last reference to its mapping has gone.
            if room > 0, let output = descriptors.last { _ = tessera_memory_file_seal(output) }
            guard channel.send(report) else { return }
        }
    }

    /// Milliseconds without a request after which memory is given back.
    private static let pause: Int32 = 300

    private func next() -> (bytes: [UInt8], descriptors: [Int32])? {
        if !channel.hasMessage(within: Self.pause) { rest() }
        return channel.receive()
    }

    private func answer(
        _ id: Int, _ request: DecodeRequest, _ kind: DecodeCommand.Input, _ count: Int, _ descriptors: [Int32],
        _ room: Int
    ) -> [UInt8] {
        let memory: any ResultMemory
        if room > 0, let output = descriptors.last {
            memory = OutputFile(descriptor: output, capacity: room)
        } else {
            memory = area.map { ExchangedResult(area: $0) } ?? OwnMemory()
        }
        guard let input = input(kind, count, descriptors.first) else {
            return DecodeReport.answers(id: id, .failed(.unreadable(Message("not enough memory"))))
        }
        let answer = (try? service.perform(request, on: input, into: memory)) ?? .cancelled
        return DecodeReport.answers(id: id, answer)
    }

    private func input(_ kind: DecodeCommand.Input, _ count: Int, _ descriptor: Int32?) -> DecodeInput? {
        switch (kind, descriptor) {
        case (.opened, _): DecodeInput(.opened)
        case (.exchanged, _): area?.inputBytes(count).map { DecodeInput(EncodedBytes($0)) }
        case (.window, let descriptor?): DecodeInput(.file(FileWindow.Descriptor(number: descriptor)))
        case (.memory, let descriptor?): tessera_memory_file_bytes(descriptor, UInt(count)).map(Self.input)
        case (.file, let descriptor?): SharedBytes(reading: count, of: descriptor).map { DecodeInput(EncodedBytes($0)) }
        default: nil
        }
    }

    private static func input(_ bytes: OpaquePointer) -> DecodeInput {
        DecodeInput(EncodedBytes(SharedBytes(adopting: bytes)))
    }
}

/// The request that a decode process works on: whether it is still wanted, and what memory it may take.
///
/// `@unchecked Sendable`: for the only thread of a decode process.
private final class RequestInHand: MemoryBudget, @unchecked Sendable {
    /// Bytes that need no leave: what a tile takes, whose process would otherwise wait for an answer each time. All
    /// processes together take no more of this than one large picture does.
    private static let free = 4 << 20

    private let channel: Channel
    private var id = 0
    private var wasCancelled = false

    init(_ channel: Channel) { self.channel = channel }

    func begin(_ id: Int) {
        self.id = id
        wasCancelled = false
    }

    /// Whether tessera has sent anything. While it waits for an answer, that can only mean that it no longer wants it.
    var isCancelled: Bool { wasCancelled || channel.hasMessage(within: 0) }

    func acquire(_ bytes: Int) {
        guard bytes > Self.free, channel.send(DecodeReport.wants(id: id, bytes: bytes)),
            let (answer, descriptors) = channel.receive()
        else { return }
        for descriptor in descriptors { close(descriptor) }
        if (try? DecodeCommand(answer)) != .granted(id: id) { wasCancelled = true }
    }

    /// What was granted ends with the answer.
    func release(_ bytes: Int) {}
}

/// The file in memory that a result is written to.
private struct OutputFile: ResultMemory {
    let descriptor: Int32
    let capacity: Int

    func room(for count: Int) -> (bytes: UnsafeMutablePointer<UInt8>, owner: SharedBytes)? {
        var memory: UnsafeMutablePointer<UInt8>?
        guard count > 0, count <= capacity,
            let bytes = tessera_memory_file_writable(descriptor, UInt(count), &memory)
        else { return nil }
        let owner = SharedBytes(adopting: bytes)
        return memory.map { ($0, owner) }
    }
}
