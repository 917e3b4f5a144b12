// Long files between a share and the disk: what becomes of them when the share breaks off in the middle.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

/// A share that passes a long file in pieces, breaks off where a test wants, and stays away for some questions.
private final class BreakingShare: ShareDisk {
    struct State {
        /// Bytes of all readings or writings after which the next piece fails, with the error.
        var breaks: [(bytes: Int, code: Int32)] = []
        /// Questions that are not answered after a break.
        var away = 0
        /// Bytes at the end of what was taken that are lost with a break.
        var lost = 0
        var appends = true
        var isAway = 0
        /// Bytes that were read, or taken.
        var passed = 0
        var connections = 0
        /// Questions for the state of a file.
        var questions = 0
        /// Called before the first reading.
        var onRead: (@Sendable () -> Void)?
        /// Called at the first question for a state.
        var onQuestion: (@Sendable () -> Void)?
        /// Called at the first question after a break.
        var onBreak: (@Sendable () -> Void)?
    }

    private static let piece = 10_000

    let files: FolderAsShare
    let state: Mutex<State>

    init(_ folder: String, _ state: sending State) {
        files = FolderAsShare(folder: folder)
        self.state = Mutex(state)
    }

    var passed: Int { state.withLock(\.passed) }
    var connections: Int { state.withLock(\.connections) }

    private func path(_ address: ShareAddress) -> String {
        files.folder + "/" + address.path(below: FolderAsShare.root).text
    }

    /// Lets one piece pass.
    private func pass(_ count: Int) throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            if let first = state.breaks.first, state.passed + count > first.bytes {
                state.breaks.removeFirst()
                state.isAway = state.away
                return first.code
            }
            state.passed += count
            return nil
        }
        if let code { throw SystemFailure(code) }
    }

    private func answer() throws(SystemFailure) {
        let (isAway, onBreak) = state.withLock { state in
            defer { state.onBreak = nil }
            state.connections += 1
            state.isAway -= 1
            return (state.isAway >= 0, state.onBreak)
        }
        onBreak?()
        if isAway { throw SystemFailure(ENOTCONN) }
    }

    func read(
        _ file: ShareAddress, _ part: Range<Int>, to descriptor: Int32, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        let onRead = state.withLock { state in
            defer { state.onRead = nil }
            return state.onRead
        }
        onRead?()
        guard let bytes = FileManager.default.contents(atPath: path(file)) else { throw SystemFailure(ENOENT) }
        for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.piece) {
            let piece = Array(bytes.dropFirst(start).prefix(min(Self.piece, part.upperBound - start)))
            if piece.isEmpty { throw SystemFailure(EIO) }
            try pass(piece.count)
            pwrite(descriptor, piece, piece.count, off_t(start))
            onBytes(piece.count)
        }
    }

    func append(
        _ source: FilePath, _ part: Range<Int>, to file: ShareAddress, onBytes: (Int) -> Void
    ) throws(SystemFailure) {
        if !state.withLock(\.appends) { throw SystemFailure(ENOTSUP) }
        let bytes = Array(FileManager.default.contents(atPath: source.text) ?? Data())
        let calls = FileSystemCalls()
        let descriptor = try calls.open(
            path(file), part.lowerBound == 0 ? O_WRONLY | O_CREAT | O_EXCL : O_WRONLY)
        defer { Glibc.close(descriptor) }
        ftruncate(descriptor, off_t(part.lowerBound))
        for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.piece) {
            let piece = Array(bytes[start..<min(start + Self.piece, part.upperBound)])
            do throws(SystemFailure) { try pass(piece.count) } catch {
                ftruncate(descriptor, off_t(start - state.withLock(\.lost)))
                throw error
            }
            pwrite(descriptor, piece, piece.count, off_t(start))
            onBytes(piece.count)
        }
    }

    func copy(_ from: FilePath, to: FilePath, onBytes: (Int) -> Void) throws(SystemFailure) {
        guard state.withLock({ !$0.appends }) else { return try files.copy(from, to: to, onBytes: onBytes) }
        let size = try FileSystemCalls().status(from).stamp.size
        for start in stride(from: 0, to: size, by: Self.piece) {
            try pass(min(Self.piece, size - start))
            onBytes(min(Self.piece, size - start))
        }
        try files.copy(from, to: to) { _ in }
    }

    func connect(_ share: ShareAddress) throws(SystemFailure) { try answer() }

    func status(_ file: ShareAddress, followsLink: Bool) throws(SystemFailure) -> ShareEntry {
        let onQuestion = state.withLock { state in
            state.questions += 1
            defer { state.onQuestion = nil }
            return state.onQuestion
        }
        onQuestion?()
        return try files.status(file, followsLink: followsLink)
    }
    func entries(in folder: ShareAddress) throws(SystemFailure) -> [ShareEntry] { try files.entries(in: folder) }
    func statuses(of files: [ShareAddress]) throws(SystemFailure) -> [ShareEntry?] {
        try self.files.statuses(of: files)
    }
    func beginning(of file: ShareAddress, count: Int) throws(SystemFailure) -> EncodedBytes {
        try files.beginning(of: file, count: count)
    }
    func make(_ file: ShareAddress, of bytes: EncodedBytes) throws(SystemFailure) { try files.make(file, of: bytes) }
    func rename(_ from: ShareAddress, to: ShareAddress, replaces: Bool) throws(SystemFailure) {
        try files.rename(from, to: to, replaces: replaces)
    }
    func remove(_ file: ShareAddress) throws(SystemFailure) { try files.remove(file) }
    func makeFolder(_ folder: ShareAddress) throws(SystemFailure) { try files.makeFolder(folder) }
    func setModified(_ file: ShareAddress, _ time: Int64) throws(SystemFailure) {
        try files.setModified(file, time)
    }
    func room(at folder: ShareAddress) throws(SystemFailure) -> ShareRoom { try files.room(at: folder) }
}

struct ShareTransferTests {
    private static let size = 200_000
    private let shelf = PhotoShelf()
    private let long = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

    init() {
        shelf.scratch.write("from/long.jpg", long)
        shelf.scratch.folder("share")
        shelf.scratch.write("share/long.jpg", long)
    }

    /// What was told of an operation.
    private final class Told: Sendable {
        let progress = Mutex<[OperationProgress]>([])
        var waits: [Bool] {
            let all = progress.withLock { $0.map(\.isWaiting) }
            return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
        }
        var bytes: Int? { progress.withLock { $0.last?.bytes } }
    }

    private func perform(
        _ share: BreakingShare, isOut: Bool = false, moves: Bool = false, limit: Duration = .seconds(1000),
        told: Told = Told(), cancels: Bool = false
    ) async -> OperationOutcome {
        let control = OperationControl { progress in told.progress.withLock { $0.append(progress) } }
        let rules = TransferRules(longest: 100_000, limit: limit, tail: 8_000) { _ in
            if cancels { control.cancel() }
        }
        let calls = FileSystemCalls(shares: { _ in share }, transfers: rules)
        let root = FolderAsShare.root.path.appending("share")
        let (from, to) = isOut ? (FilePath(shelf.from), root.text) : (root, shelf.to)
        let photos = [PhotoFiles(path: from.appending("long.jpg"))]
        return await shelf.operations(calls: calls).perform(
            moves ? .move(photos, to: to, .keepBoth) : .copy(photos, to: to, .keepBoth), control: control)
    }

    private func share(_ state: sending BreakingShare.State) -> BreakingShare {
        BreakingShare(shelf.scratch.path, state)
    }

    private func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: shelf.scratch.path + "/" + path).map(Array.init)
    }

    private func names(_ folder: String) -> [String] { shelf.names(shelf.scratch.path + "/" + folder) }

    @Test(arguments: [ENOTCONN, ETIMEDOUT, EIO]) func aCopyToTheDiskGoesOnWhereItBroke(code: Int32) async {
        let share = share(.init(breaks: [(125_000, code), (170_000, code)], away: 2)), told = Told()
        let outcome = await perform(share, told: told)
        #expect(outcome.done == 1 && outcome.failures == [])
        #expect(bytes("to/long.jpg") == long && names("to") == ["long.jpg"])
        // No byte came twice.
        #expect(share.passed == Self.size && told.bytes == Self.size)
        #expect(share.connections == 6)
        #expect(told.waits == [true, false, true, false] || told.waits == [false, true, false, true, false])
    }

    @Test func aMoveToTheDiskThatBrokeLeavesTheOriginalNowhereElse() async {
        let outcome = await perform(share(.init(breaks: [(125_000, ENOTCONN)])), moves: true)
        #expect(outcome.done == 1)
        #expect(bytes("to/long.jpg") == long && names("to") == ["long.jpg"] && names("share") == [])
    }

    @Test func ofAnOriginalThatHasChangedMeanwhileNothingIsMixed() async {
        let other = [UInt8](repeating: 7, count: 150_000)
        let scratch = shelf.scratch
        let share = share(
            .init(breaks: [(125_000, ENOTCONN)], onBreak: { scratch.write("share/long.jpg", other) }))
        let outcome = await perform(share)
        #expect(outcome.done == 1)
        #expect(bytes("to/long.jpg") == other && names("to") == ["long.jpg"])
        #expect(share.passed == 120_000 + 150_000)
    }

    @Test(arguments: [false, true]) func ofAShareThatStaysAwayNothingIsLeft(isOut: Bool) async {
        let share = share(.init(breaks: [(125_000, ENOTCONN)], away: .max))
        if isOut { #expect(unlink(shelf.scratch.path + "/share/long.jpg") == 0) }
        let outcome = await perform(share, isOut: isOut, moves: true, limit: .zero)
        #expect(outcome.done == 0 && outcome.failures.map(\.reason) == [.noAnswer] && share.connections == 1)
        #expect(names(isOut ? "share" : "to") == [] && shelf.journals == [])
        #expect(bytes(isOut ? "from/long.jpg" : "share/long.jpg") == long)
    }

    @Test(arguments: [false, true]) func aCancelledWaitLeavesNothing(isOut: Bool) async {
        let share = share(.init(breaks: [(125_000, ETIMEDOUT)], away: .max))
        if isOut { #expect(unlink(shelf.scratch.path + "/share/long.jpg") == 0) }
        let outcome = await perform(share, isOut: isOut, cancels: true)
        #expect(outcome.done == 0 && outcome.isCancelled && share.connections == 0)
        #expect(names(isOut ? "share" : "to") == [] && shelf.journals == [])
    }

    @Test func aFileThatCannotBeReadFurtherIsNotTriedForEver() async {
        let share = share(.init(breaks: (0..<10).map { _ in (125_000, EIO) }))
        let outcome = await perform(share)
        #expect(outcome.done == 0 && outcome.failures.map(\.reason) == [.system(EIO)])
        #expect(share.connections == 3 && share.passed == 120_000 && names("to") == [])
    }

    @Test func aCopyToAShareGoesOnBeforeItsUncertainEnd() async {
        #expect(unlink(shelf.scratch.path + "/share/long.jpg") == 0)
        let share = share(.init(breaks: [(125_000, ENOTCONN)], away: 1, lost: 3_000)), told = Told()
        let outcome = await perform(share, isOut: true, told: told)
        #expect(outcome.done == 1 && outcome.failures == [])
        #expect(bytes("share/long.jpg") == long && names("share") == ["long.jpg"])
        #expect(share.passed == Self.size + 3_000 + 8_000 && told.bytes == Self.size)
    }

    @Test func aCopyToAShareThatAppendsNothingBeginsAnew() async {
        #expect(unlink(shelf.scratch.path + "/share/long.jpg") == 0)
        let share = share(.init(breaks: [(125_000, ENOTCONN)], away: 1, appends: false)), told = Told()
        let outcome = await perform(share, isOut: true, told: told)
        #expect(outcome.done == 1 && bytes("share/long.jpg") == long && names("share") == ["long.jpg"])
        #expect(share.passed == Self.size + 120_000 && told.bytes == Self.size)
    }

    // MARK: Listed states

    @Test func aPhotoOfAListedFolderIsAskedForOnce() async {
        let share = share(.init())
        #expect(await perform(share).done == 1)
        #expect(share.state.withLock(\.questions) == 1 && share.passed == Self.size)
    }

    @Test(arguments: [false, true])
    func aPhotoThatHasChangedSinceItsListingIsCopiedAsItIs(isRead: Bool) async {
        let other = [UInt8](repeating: 7, count: 20_000), scratch = shelf.scratch
        let change: @Sendable () -> Void = { scratch.write("share/long.jpg", other) }
        let share = share(isRead ? .init(onQuestion: change) : .init(onRead: change))
        let outcome = await perform(share)
        #expect(outcome.done == 1 && outcome.failures == [])
        #expect(bytes("to/long.jpg") == other && names("to") == ["long.jpg"] && shelf.journals == [])
    }

    // MARK: Segments

    @Test func whatIsWrittenWithoutAGapIsWholeInWhateverOrderItCame() throws {
        let path = shelf.scratch.path + "/segments", calls = FileSystemCalls()
        let file = try calls.open(path, O_RDWR | O_CREAT)
        defer { Glibc.close(file) }
        let segments = ShareSegments(5..<30, of: 10, width: 3, to: file)
        let taken = (0..<4).map { _ in segments.take(after: nil) }
        #expect(taken == [5..<15, 15..<25, 25..<30, nil])
        func write(_ count: Int, at place: Int, _ index: Int) throws {
            let bytes = (place..<place + count).map { UInt8($0) }
            try bytes.withUnsafeBytes { bytes throws in
                try segments.write(bytes, at: place, of: taken[index]!)
            }
        }
        try write(10, at: 15, 1)
        #expect(segments.whole == 0)
        try write(4, at: 5, 0)
        #expect(segments.whole == 4)
        try write(2, at: 25, 2)
        #expect(segments.whole == 4)
        try write(6, at: 9, 0)
        #expect(segments.whole == 22)
        segments.finish()
        #expect(throws: SystemFailure(ECANCELED)) { try write(3, at: 27, 2) }
        #expect(segments.whole == 22)
        #expect(bytes("segments")?.dropFirst(5) == ArraySlice((5..<27).map { UInt8($0) }))
    }

    @Test func threadsGoOnBehindTheirSegmentsAndDivideTheRest() {
        let segments = ShareSegments(0..<95, of: 10, width: 2, to: -1)
        // Ten segments in one row: the second thread begins in its middle.
        #expect(segments.take(after: nil) == 0..<10)
        #expect(segments.take(after: nil) == 50..<60)
        #expect(segments.take(after: 0..<10) == 10..<20)
        #expect(segments.take(after: 50..<60) == 60..<70)
        #expect(segments.take(after: 60..<70) == 70..<80)
        #expect(segments.take(after: 70..<80) == 80..<90)
        #expect(segments.take(after: 80..<90) == 90..<95)
        // It has come to the end: of the three that the first has not taken it takes the middle.
        #expect(segments.take(after: 90..<95) == 30..<40)
        #expect(segments.take(after: 30..<40) == 40..<50)
        #expect(segments.take(after: 40..<50) == nil)
        #expect(segments.take(after: 10..<20) == 20..<30)
        #expect(segments.take(after: 20..<30) == nil)
    }

    @Test func ofALongFileThreadsReadOneRowAfterTheOther() {
        let width = 2, row = width * ShareSegments.share
        let segments = ShareSegments(0..<3 * row, of: 1, width: width, to: -1)
        var last: [Range<Int>?] = [nil, nil], taken: [Int] = []
        // By turns, each as fast as the other.
        for turn in 0..<3 * row {
            last[turn % width] = segments.take(after: last[turn % width])
            taken += last[turn % width].map { [$0.lowerBound] } ?? []
        }
        #expect(taken.sorted() == Array(0..<3 * row))
        for (turn, place) in taken.enumerated() { #expect(abs(turn - place) <= row) }
    }
}
