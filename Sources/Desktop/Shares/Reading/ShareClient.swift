// Reading of folders and files on shares through GIO.
import CGLib
import Codecs
public import ImagePipeline
public import Library
public import Photos
import Synchronization

/// A reader of shares. On one thread with a main loop, where GIO's asynchronous calls answer: a share that does not
/// answer holds no thread, and each call has a limit (`ShareCall`).
///
/// What is not connected is connected by `connect`, when a folder is listed for the user.
///
/// GVfs makes some steps of a call on the default main context, whatever the thread (seen with GVfs 1.50): something
/// has to iterate it, as programs with windows do.
public actor ShareClient: ShareFiles {
    /// Connects a share, perhaps by asking the user, who may refuse.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`.
    public typealias Connect = @Sendable (ShareAddress) async throws -> Void

    private let executor = LoopExecutor(name: "shares")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let connect: Connect
    private nonisolated let lengths = ShareLengths()
    private nonisolated let silences = ShareSilences()
    /// The turns of those who read, by the share.
    private var turns: [ShareAddress: ShareTurns] = [:]
    /// The file that was opened last to find out whether it is one.
    private var found: FoundFile?

    /// A file that was opened to find out whether it is one, and whose beginning was read. What of it is taken is gone.
    private struct FoundFile {
        let address: ShareAddress
        let time = ContinuousClock.now
        /// For its preview.
        var beginning: EncodedBytes?
        /// For whoever reads the whole: the open file, and the bytes before the place that it has come to.
        var open: (stream: ShareStream, read: EncodedBytes)?
    }

    /// The error of shares that have left as many reads unanswered as are left behind.
    private struct Silence: Error {}

    /// Most reads that are left behind. Each keeps a descriptor.
    private static let mostAbandoned = 64
    /// Entries of a folder that come at once: a page of some screens.
    private static let batch: Int32 = 500
    /// Most times that a share is connected, or its process is forgotten, for one call, and the time between two of
    /// them: five seconds in all.
    private static let mostConnections = 25, connectionPause = Duration.milliseconds(200)
    /// Most times that a share is connected for one call after errors of a broken line: a server may give the same ones
    /// for good, and a process of GVfs may end at each try.
    private static let mostBroken = 3
    /// Length from which on a file is read in two parts at once, where that is quicker: some requests each.
    private static let leastDivided = 1 << 20
    /// Kinds of share that say of a folder, when it is read as a file, that it is one. A WebDAV server may have a page
    /// there.
    private static let refusingFolders: [Substring] = ["sftp", "smb"]
    /// Time for which the beginning of a file is kept that was read to find out whether it is one.
    private static let foundLifetime = Duration.seconds(10)
    /// Time after the last reading before files are closed: the next one of a row begins sooner.
    private static let closingPause = Duration.milliseconds(100)

    public init(connect: @escaping Connect) { self.connect = connect }

    // MARK: Folders

    public func list(
        _ folder: ShareAddress, asks: Bool, _ take: @Sendable ([ShareEntry]) async throws -> Bool
    ) async throws {
        let name = folder.name.shown
        let enumeration = try await connected(to: folder, asks: asks, name) { call in
            defer { call.answered() }
            return try await ShareEnumeration.begin(folder.makeFile(), call)
        }
        try await ShareCall.run { call in
            do {
                while case let some = try await enumeration.next(Self.batch, call), !some.isEmpty {
                    let entries = some.compactMap(\.self)
                    lengths.note(entries, of: folder)
                    guard try await take(entries) else { break }
                    call.answered()
                }
            } catch {
                throw LoadFailure.ofShare(error, call, stage: .listing, name: name)
            }
        }
    }

    /// The error of a share that could be connected.
    private struct NotConnected: Error { let hasBroken: Bool }
    /// The error of a share whose process has gone.
    private struct ProcessGone: Error {}

    /// Makes a call, and again after the share was connected, or after GVfs was had to forget a process that has gone.
    ///
    /// When the line to a share breaks, GVfs fails the next call with an error of no kind, sometimes also the one after
    /// the share was connected, or connects by itself; or it calls the share unmounting for about a second, also after
    /// it was connected again; or its process ends in the middle of the call (measured with GVfs 1.50).
    private func connected<Value: Sendable>(
        to address: ShareAddress, asks: Bool, _ name: String, _ body: (ShareCall) async throws -> Value
    ) async throws -> Value {
        var connections = 0, broken = 0, gone = 0
        while true {
            do {
                return try await ShareCall.run(within: ShareCall.listingPatience) { call in
                    do {
                        return try await body(call)
                    } catch let error as GLibError where error.isOfGoneProcess && gone < Self.mostConnections {
                        throw ProcessGone()
                    } catch let error as GLibError
                        where asks && connections < Self.mostConnections
                        && (error.isNotMounted || error.isOfBrokenLine && broken < Self.mostBroken)
                    {
                        throw NotConnected(hasBroken: !error.isNotMounted)
                    } catch {
                        throw LoadFailure.ofShare(error, call, stage: .listing, name: name)
                    }
                }
            } catch let error as NotConnected {
                if error.hasBroken { broken += 1 }
                if connections > 0 { try await Task.sleep(for: Self.connectionPause) }
                connections += 1
                try await connect(address)
            } catch is ProcessGone {
                gone += 1
                // As in `BlockingShareCalls.again`: what would be forgotten before may be the new process.
                if gone >= BlockingShareCalls.forgetting { await BlockingShareCalls.forgetProcess(of: address.root) }
                try await Task.sleep(for: Self.connectionPause)
            }
        }
    }

    public func entry(at address: ShareAddress, asks: Bool) async throws -> ShareEntry {
        try await connected(to: address, asks: asks, address.name.shown) { try await entry(at: address, $0) }
    }

    private func entry(at address: ShareAddress, _ call: ShareCall) async throws -> ShareEntry {
        let file = address.makeFile()
        let listed: ShareEntry? = try await withCheckedThrowingContinuation { continuation in
            self.assertIsolated()
            g_file_query_info_async(
                file.pointer.opaque, ShareEntry.attributes, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, call.pointer,
                { file, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let info = g_file_query_info_finish(file?.opaque, result, &error)
                    defer { if let info { g_object_unref(info.object) } }
                    Reply<ShareEntry?>.take(context)?.resume(
                        with: info.map { .success(ShareEntry($0)) }
                            ?? .failure(GLibError(adopting: error)))
                }, Reply(continuation).retained())
        }
        // The root of a share has a name that no file can have.
        return listed ?? ShareEntry(name: address.name, isFolder: true, isRegular: false)
    }

    /// Returns what is at an address, or nil for a folder. Connects the share where that is needed, perhaps with a
    /// question to the user.
    ///
    /// The beginning of a file is read beside the question what it is, and is kept for those who want it next, as is
    /// the open file: its photo is seen some round trips sooner.
    public func file(at address: ShareAddress) async throws -> ShareEntry? {
        guard Self.refusingFolders.contains(address.scheme) else {
            let entry = try await entry(at: address, asks: true)
            if entry.isFolder { return nil }
            // Read beside the whole file, it comes when half of that has (seen with GVfs 1.50 and Apache).
            try? await ShareCall.run { try await find(address, $0) }
            noteLength(of: entry, at: address)
            return entry
        }
        // Of a share that is not connected this fails at once.
        async let known = try? entry(at: address, asks: false)
        try await connected(to: address, asks: true, address.name.shown) { call in
            do {
                try await find(address, call)
            } catch let error as GLibError where !error.isNotMounted && !error.isOfGoneProcess && !error.isOfBrokenLine
            {
                // It is a folder, or cannot be read: its entry tells.
            }
        }
        let entry: ShareEntry
        if let known = await known { entry = known } else { entry = try await self.entry(at: address, asks: false) }
        if entry.isFolder { return nil }
        noteLength(of: entry, at: address)
        return entry
    }

    /// Opens a file, reads its beginning, and keeps both for a while.
    private func find(_ address: ShareAddress, _ call: ShareCall) async throws {
        try await inTurn(for: .preview, at: address) { turns in
            let stream = try await open(address, call)
            var buffer = ByteBuffer(expected: nil)
            do {
                let listed = lengths.length(of: address)
                try await stream.read(from: 0, most: ShareByteLoader.beginning, listed: listed, call) {
                    try buffer.append($0)
                }
            } catch {
                for stream in turns.take(stream) { stream.close() }
                throw error
            }
            let bytes = buffer.take()
            forgetFound()
            found = FoundFile(address: address, beginning: bytes, open: (stream, bytes))
        }
        Task { [weak self] in
            try? await Task.sleep(for: Self.foundLifetime)
            await self?.forgetFound(before: .now - Self.foundLifetime)
        }
    }

    /// Has the found file closed, if that was not taken.
    /// - Parameter time: A file that was found after it is kept.
    private func forgetFound(before time: ContinuousClock.Instant = .now) {
        guard let found, found.time <= time else { return }
        self.found = nil
        guard let stream = found.open?.stream else { return }
        let turns = turns(at: found.address)
        for stream in turns.take(stream) { stream.close() }
        if turns.beginsClosing() { Task { await close(turns) } }
    }

    private func noteLength(of entry: ShareEntry, at address: ShareAddress) {
        if let folder = address.folder { lengths.note([entry], of: folder) }
    }

    // MARK: Files

    public func whole(_ address: ShareAddress, limit: Int, ticket: FetchTicket) async throws -> EncodedBytes {
        // One byte more than is accepted tells a longer file.
        let bytes = try await read(address, most: limit + 1, ticket, name: ticket.title, for: .whole)
        if bytes.count > limit {
            throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: .tooManyBytes(limit: limit))
        }
        return bytes
    }

    public func beginning(
        of address: ShareAddress, count: Int, name: String, for need: ShareNeed
    ) async throws -> EncodedBytes {
        if found?.address == address, count == ShareByteLoader.beginning, let bytes = found?.beginning.take() {
            return bytes
        }
        return try await read(address, most: count, nil, name: name, for: need)
    }

    public nonisolated func note(_ entries: [ShareEntry], of folder: ShareAddress) { lengths.note(entries, of: folder) }

    public nonisolated func length(of address: ShareAddress) -> Int? { lengths.length(of: address) }

    public nonisolated func silences(of share: ShareAddress) -> AsyncStream<Void> { silences.stream(of: share) }

    /// Reads a file from its beginning to its end, or as many bytes as are wanted, when it has its turn.
    private func read(
        _ address: ShareAddress, most: Int, _ ticket: FetchTicket?, name: String, for need: ShareNeed
    ) async throws -> EncodedBytes {
        try await inTurn(for: need, at: address) { turns in
            try await ShareCall.run { call in
                do {
                    return try await read(address, most: most, ticket, turns, call)
                } catch is ByteBuffer.OutOfMemory {
                    let reason = LoadFailure.Reason.unreadable(Message("not enough memory for it"))
                    throw LoadFailure(stage: .fetch, culprit: name, reason: reason)
                } catch is Silence {
                    silences.note(address)
                    throw LoadFailure(stage: .fetch, culprit: name, reason: .timedOut(seconds: call.seconds))
                } catch {
                    if call.hasTimedOut { silences.note(address) }
                    throw LoadFailure.ofShare(error, call, stage: .fetch, name: name)
                }
            }
        }
    }

    private func inTurn<Value: Sendable>(
        for need: ShareNeed, at address: ShareAddress, _ body: (ShareTurns) async throws -> Value
    ) async throws -> Value {
        let turns = turns(at: address)
        defer { if turns.beginsClosing() { Task { await close(turns) } } }
        return try await turns.turn(for: need) { try await body(turns) }
    }

    /// - Throws: `GLibError`, `Silence`, `ByteBuffer.OutOfMemory` or `CancellationError`.
    private func read(
        _ address: ShareAddress, most: Int, _ ticket: FetchTicket?, _ turns: ShareTurns, _ call: ShareCall
    ) async throws -> EncodedBytes {
        let listed = lengths.length(of: address)
        if let listed, address.isReadInParts, listed >= Self.leastDivided, listed < most {
            return try await readInParts(address, most: most, listed: listed, ticket, turns, call)
        }
        let (stream, begun) = try await begin(address, ticket, call)
        defer { for stream in turns.take(stream) { stream.close() } }
        var buffer = ByteBuffer(expected: nil)
        if let begun { try buffer.append(begun.storage) }
        try await stream.read(from: buffer.count, most: most, listed: listed, call) { bytes in
            try buffer.append(bytes)
            let total = listed.flatMap { $0 >= buffer.count ? $0 : nil }
            ticket?.report(FetchTicket.Progress(received: buffer.count, total: total), body: buffer.copier)
        }
        return buffer.take()
    }

    /// Opens a file to read the whole of it, or goes on with the one that was found.
    /// - Returns: The bytes that were read of it; nil for none.
    private func begin(
        _ address: ShareAddress, _ ticket: FetchTicket?, _ call: ShareCall
    ) async throws -> (stream: ShareStream, begun: EncodedBytes?) {
        if let ticket, !ticket.isReload, found?.address == address, let open = found?.open.take() {
            return (open.stream, open.read)
        }
        return (try await open(address, call), nil)
    }

    /// Reads a long file from its beginning and from its middle at once. Where the second half does not come, the first
    /// one is read on.
    private func readInParts(
        _ address: ShareAddress, most: Int, listed: Int, _ ticket: FetchTicket?, _ turns: ShareTurns, _ call: ShareCall
    ) async throws -> EncodedBytes {
        let middle = listed / 2, received = ReceivedBytes(of: listed)
        async let back = ShareCall.run { call in
            try await readBack(address, from: middle, most: most, listed: listed, turns, call) {
                ticket?.report(received.add($0))
            }
        }
        let (stream, begun) = try await begin(address, ticket, call)
        defer { for stream in turns.take(stream) { stream.close() } }
        var buffer = ByteBuffer(expected: listed)
        func take(_ bytes: some EncodedStorage) throws {
            try buffer.append(bytes)
            ticket?.report(received.add(bytes.count), body: buffer.copier)
        }
        if let begun { try take(begun.storage) }
        try await stream.read(from: buffer.count, most: middle, listed: listed, call) { try take($0) }
        // A file that has become shorter ends here.
        guard buffer.count == middle else { return buffer.take() }
        if let back = try? await back {
            for bytes in back { try buffer.append(bytes) }
        } else {
            try await stream.read(from: middle, most: most, listed: listed, call) { try take($0) }
        }
        return buffer.take()
    }

    /// Reads a file from a place on to its end.
    private func readBack(
        _ address: ShareAddress, from start: Int, most: Int, listed: Int, _ turns: ShareTurns, _ call: ShareCall,
        onBytes: (Int) -> Void
    ) async throws -> [SharedBytes] {
        let stream = try await open(address, call)
        defer { for stream in turns.take(stream) { stream.close() } }
        try await stream.seek(to: start, call)
        var all: [SharedBytes] = []
        try await stream.read(from: start, most: most, listed: listed, call) { bytes in
            all.append(bytes)
            onBytes(bytes.count)
        }
        return all
    }

    private func turns(at address: ShareAddress) -> ShareTurns {
        let share = address.root
        if let turns = turns[share] { return turns }
        let turns = ShareTurns(at: share)
        self.turns[share] = turns
        return turns
    }

    /// Closes the files of a share one after the other, until somebody reads from it.
    private func close(_ turns: ShareTurns) async {
        try? await Task.sleep(for: Self.closingPause)
        while let stream = turns.nextToClose() { await stream.closed() }
    }

    /// Closes the files of a share that are still open after they were read, as a server may have to know before they
    /// are renamed or deleted.
    public func closeFiles(on share: ShareAddress) async {
        if found?.address.root == share { forgetFound() }
        for stream in turns(at: share).takeUnclosed() { await stream.closed() }
    }

    private func open(_ address: ShareAddress, _ call: ShareCall) async throws -> ShareStream {
        guard ShareStream.abandoned < Self.mostAbandoned else { throw Silence() }
        let file = address.makeFile()
        defer { call.answered() }
        return try await withCheckedThrowingContinuation { continuation in
            self.assertIsolated()
            g_file_read_async(
                file.pointer.opaque, G_PRIORITY_DEFAULT, call.pointer,
                { file, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let stream = g_file_read_finish(file?.opaque, result, &error)
                    Reply<ShareStream>.take(context)?.resume(
                        with: stream.map { .success(ShareStream(adopting: UnsafeMutableRawPointer($0))) }
                            ?? .failure(GLibError(adopting: error)))
                }, Reply(continuation).retained())
        }
    }
}

/// The bytes of a file that have come in, of all of its parts.
private final class ReceivedBytes: Sendable {
    private let total: Int
    private let count = Atomic<Int>(0)

    init(of total: Int) { self.total = total }

    /// Counts bytes that have come in.
    func add(_ more: Int) -> FetchTicket.Progress {
        let count = count.add(more, ordering: .relaxed).newValue
        return FetchTicket.Progress(received: count, total: count <= total ? total : nil)
    }
}
