// Shares on a line that stalls or breaks, and servers that go away and come back.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

/// The program that is the line.
private let relayProgram = getenv("TESSERA_LAB").map { String(cString: $0) }

@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: ShareServers.running != nil && relayProgram != nil, "\(ShareServers.absence)"))
struct RealShareLinesTests {
    private static let kinds = servedKinds.filter { $0 != "wsgidav" }

    private let client = ShareClient { try await ShareMounting.shared.connect($0) }
    private let folder: ServedFolder

    init() throws { folder = try ServedFolder() }

    private func line(_ kind: String) throws -> ShareLine {
        let servers = try #require(ShareServers.running)
        return try ShareLine(
            to: try #require(servers.addresses[kind]), program: try #require(relayProgram))
    }

    private func listing(_ address: ShareAddress) -> ServedListing {
        ServedListing(ShareSource(address, shares: client, listings: KeptListings()))
    }

    private func whole(_ address: ShareAddress) async throws -> [UInt8] {
        let ticket = FetchTicket(title: address.name.shown, priority: .visible)
        return Array(try await client.whole(address, limit: 1 << 24, ticket: ticket).storage)
    }

    /// Stalls or cuts the line when so many bytes have arrived.
    /// - Returns: The number of bytes that have arrived then, of all time.
    private func fail(_ order: String, after bytes: Int, on line: ShareLine) -> Int {
        arrived(line.tell("\(order) \(bytes)")) + bytes
    }

    /// Returns when so many bytes have arrived.
    private func wait(for bytes: Int, on line: ShareLine) async {
        while arrived(line.tell("count")) < bytes { await Task.yield() }
    }

    private func arrived(_ counts: String) -> Int {
        let words = counts.split(separator: " ")
        return zip(words, words.dropFirst()).reduce(0) { $0 + ($1.0 == "up" || $1.0 == "down" ? Int($1.1) ?? 0 : 0) }
    }

    /// The threads that GLib has made for calls that block.
    private var blockingThreads: Int {
        var count = 0
        guard let tasks = opendir("/proc/self/task") else { return 0 }
        defer { closedir(tasks) }
        while let entry = readdir(tasks) {
            let number = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(cString: $0.bindMemory(to: CChar.self).baseAddress!)
            }
            var text: UnsafeMutablePointer<CChar>?
            if g_file_get_contents("/proc/self/task/\(number)/comm", &text, nil, nil) != 0, let text {
                if g_str_has_prefix(text, "pool-") != 0 { count += 1 }
                g_free(text)
            }
        }
        return count
    }

    // MARK: Stalls

    @Test(arguments: kinds) func readsOfASilentShareEndWithTheirTasksAndHoldNoThread(kind: String) async throws {
        let bytes = (0..<12).map { folder.write(FilePath("\($0).jpg"), 1_000_000 + $0) }
        let line = try line(kind)
        let address = try folder.address(below: line.address)
        try await listing(address).list()
        let threads = blockingThreads
        let end = fail("stall", after: 2_000_000, on: line)
        let readings = (0..<12).map { number in
            Task { try await whole(address.appending(path: FilePath("\(number).jpg"))) }
        }
        await wait(for: end, on: line)
        #expect(blockingThreads <= threads)
        for reading in readings { reading.cancel() }
        var ended = 0
        for reading in readings {
            do { _ = try await reading.value } catch is CancellationError { ended += 1 }
        }
        // Two megabytes are one file and a part of others.
        #expect(ended >= 10)
        line.tell("resume")
        for (number, bytes) in bytes.enumerated() {
            #expect(try await whole(address.appending(path: FilePath("\(number).jpg"))) == bytes)
        }
        while ShareStream.abandoned > 0 { await Task.yield() }
    }

    @Test(arguments: kinds) func listingsOfASilentShareEndWithTheirTasks(kind: String) async throws {
        for number in 0..<3000 { folder.write(FilePath("\(number).jpg"), 1) }
        let line = try line(kind)
        let address = try folder.address(below: line.address)
        _ = try await client.entry(at: address, asks: true)
        // By sftp some names have come by then.
        let end = fail("stall", after: kind == "sftp" ? 120_000 : 10_000, on: line)
        let listing = Task { try await client.list(address, asks: false) { _ in true } }
        await wait(for: end, on: line)
        listing.cancel()
        await #expect(throws: CancellationError.self) { try await listing.value }
        let asking = Task { try await client.entry(at: address, asks: false) }
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
        line.tell("resume")
        let whole = self.listing(address)
        try await whole.list()
        #expect(whole.ids.count == 3000)
    }

    // MARK: Cuts

    @Test(arguments: kinds) func aFileWhoseLineIsCutFailsInWordsAndOneRefreshListsAnew(kind: String) async throws {
        folder.write("a.jpg", 4_000_000)
        let line = try line(kind)
        let address = try folder.address(below: line.address)
        let listing = listing(address)
        try await listing.list()
        _ = fail("cut", after: 1_000_000, on: line)
        do {
            // WebDAV is asked again by GVfs itself.
            let bytes = try await whole(address.appending(path: "a.jpg"))
            #expect(kind == "dav" && bytes.count == 4_000_000)
        } catch let failure as LoadFailure {
            #expect(failure.stage == .fetch && failure.culprit == "a.jpg")
            guard case .unreachable(let message) = failure.reason else { throw failure }
            #expect(!message.description.isEmpty)
        }
        folder.write("b.jpg", 10)
        await listing.source.refresh(.requested)
        try await listing.read { $0.ids.count == 2 || $0.report.isAway }
        #expect(listing.ids == ["a.jpg", "b.jpg"])
    }

    @Test(arguments: kinds) func ofAListingThatIsCutNothingIsLostAndTheNextOneIsWhole(kind: String) async throws {
        for number in 0..<40 { for file in 0..<50 { folder.write(FilePath("\(number)/\(file).jpg"), 1) } }
        let line = try line(kind)
        let address = try folder.address(below: line.address)
        let listing = listing(address)
        try await listing.list()
        folder.write("b.jpg", 10)
        _ = fail("cut", after: 60_000, on: line)
        await listing.source.refresh(.requested)
        try await listing.read { $0.report.isAway || $0.ids.count == 2001 }
        #expect(listing.ids.count >= 2000 && listing.report.unreadable == [])
        await listing.source.refresh(.requested)
        try await listing.read { $0.ids.count == 2001 && !$0.report.isAway }
        #expect(listing.report.unreadable == [])
    }

    @Test(arguments: kinds) func aServerThatIsGoneIsSaidAndFoundAgain(kind: String) async throws {
        folder.write("a.jpg", 10)
        let line = try line(kind)
        let listing = listing(try folder.address(below: line.address))
        try await listing.list()
        line.tell("refuse")
        line.tell("cut")
        await listing.source.refresh(.requested)
        try await listing.read { $0.report.isAway }
        #expect(listing.ids == ["a.jpg"])
        folder.write("b.jpg", 10)
        line.tell("accept")
        await listing.source.refresh(.requested)
        try await listing.read { !$0.report.isAway }
        #expect(listing.ids == ["a.jpg", "b.jpg"])
    }

    @Test func aProcessThatGVfsHasNotSeenGoIsForgotten() async throws {
        folder.write("a.jpg", 10)
        let line = try line("sftp")
        defer { withExtendedLifetime(line) {} }
        let address = try folder.address(below: line.address)
        let others = SftpProcesses(serving: address)
        try await ShareMounting.shared.connect(address)
        // GVfs knows the process then, and has no connection to it that could break.
        #expect(await ShareMounting.shared.mount(of: address) != nil)
        let process = try #require(SftpProcesses(serving: address).gvfs.subtracting(others.gvfs).first)
        kill(process, SIGKILL)
        let listing = listing(address)
        try await listing.list()
        #expect(listing.ids == ["a.jpg"])
    }

    @Test func aListingWhoseProcessEndsUnderwayIsBegunAnew() async throws {
        folder.write("a.jpg", 10)
        let line = try line("sftp")
        let address = try folder.address(below: line.address)
        let others = SftpProcesses(serving: address)
        let listing = listing(address)
        try await listing.list()
        let process = try #require(SftpProcesses(serving: address).gvfs.subtracting(others.gvfs).first)
        folder.write("b.jpg", 10)
        let end = fail("stall", after: 1, on: line)
        await listing.source.refresh(.requested)
        await wait(for: end, on: line)
        kill(process, SIGKILL)
        line.tell("resume")
        try await listing.read { $0.ids.count == 2 || $0.report.isAway }
        #expect(listing.ids == ["a.jpg", "b.jpg"])
    }
}
