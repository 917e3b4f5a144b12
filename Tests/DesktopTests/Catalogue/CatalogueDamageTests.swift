// A catalogue that is damaged, foreign, newer, locked, full, unwritable or lost: told once, and nothing else happens.
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
final class CatalogueDamageTests: Sendable {
    private let scratch = ScratchFolder()
    private var folder: String { scratch.path + "/data" }
    private var path: String { folder + "/catalogue.sqlite" }
    private let root = "/photos"
    private let files = (0..<400).map { CatalogueSamples.full("\($0 % 5)/\($0).jpg", inode: UInt64($0 + 1)) }

    private func catalogue(patience: Int = 2_000, limit: Int? = nil) -> Catalogue {
        Catalogue(
            path: path, patience: patience, limit: limit, executor: LoopExecutor(name: "read"),
            writer: LoopExecutor(name: "write"))
    }

    private func facts(in catalogue: Catalogue) async -> [PhotoFacts?] {
        await catalogue.facts(of: files.map { ($0.path.text, $0.stamp) }, below: root)
    }

    /// Keeps all files with one catalogue that has ended when this returns, its log written back.
    private func fill() async throws {
        await catalogue().keep(files, below: root)
        let database = try Database(.file(path), patience: 2_000)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func notices(of catalogue: Catalogue, count: Int) async -> [CatalogueNotice.Kind] {
        var iterator = catalogue.notices.makeAsyncIterator()
        var notices: [CatalogueNotice.Kind] = []
        while notices.count < count, let notice = await iterator.next() {
            #expect(notice.path == path)
            notices.append(notice.kind)
        }
        return notices
    }

    /// Expects that nothing is known, that what is kept from now on is, in this run and if it lasts the next, and that
    /// the user is told so once.
    private func expectRecovery(
        of catalogue: Catalogue, _ kind: CatalogueNotice.Kind, lasts: Bool, _ comment: String = ""
    ) async throws {
        // From both connections at once, several times.
        async let first = facts(in: catalogue)
        async let second = catalogue.keep([files[0]], below: root)
        _ = await (first, second)
        await catalogue.keep(files, below: root)
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) }, "\(comment)")
        #expect(await notices(of: catalogue, count: 1) == [kind], "\(comment)")
        let next = self.catalogue(patience: 50)
        #expect(await facts(in: next).contains(nil) == !lasts, "\(comment)")
    }

    private func aside(_ number: Int = 1) -> String { path + ".damaged-\(number)" }

    // MARK: Damage

    @Test func aFileThatIsNoDatabaseIsMovedAsideAndBegunAnew() async throws {
        let contents = [Array("no database, but longer than its header".utf8), [UInt8](repeating: 0xA5, count: 20_000)]
        for (number, bytes) in contents.enumerated() {
            scratch.folder("data")
            unlink(path)
            scratch.write("data/catalogue.sqlite", bytes)
            try await expectRecovery(of: catalogue(), .rebuilt(kept: aside(number + 1)), lasts: true)
            #expect(DamagedFile.bytes(aside(number + 1)) == bytes)
            unlink(path + "-wal")
            unlink(path + "-shm")
        }
    }

    @Test func aDatabaseOfAnotherProgramIsMovedAside() async throws {
        scratch.folder("data")
        scratch.write("data/catalogue.sqlite", [])
        try Database(.file(path), patience: 100).execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (7)")
        try await expectRecovery(of: catalogue(), .rebuilt(kept: aside()), lasts: true)
        #expect(try Database(.file(aside()), patience: 100).number("SELECT x FROM theirs") == 7)
    }

    @Test func aFolderAPipeOrADeadLinkInItsPlaceIsMovedAside() async throws {
        scratch.folder("data")
        scratch.folder("data/catalogue.sqlite")
        try await expectRecovery(of: catalogue(), .rebuilt(kept: aside(1)), lasts: true)
        DamagedFile.removeDatabase(path)
        try #require(mkfifo(path, 0o600) == 0)
        try await expectRecovery(of: catalogue(), .rebuilt(kept: aside(2)), lasts: true)
        DamagedFile.removeDatabase(path)
        scratch.link("data/catalogue.sqlite", to: "/nowhere/at/all")
        try await expectRecovery(of: catalogue(), .rebuilt(kept: aside(3)), lasts: true)
    }

    @Test func aTruncatedFileIsMovedAside() async throws {
        var number = 0
        for share in [0.9, 0.5, 0.02] {
            try await fill()
            let count = try #require(DamagedFile.bytes(path)).count
            DamagedFile.removeLog(path)
            try #require(truncate(path, off_t(Double(count) * share)) == 0)
            number += 1
            try await expectRecovery(of: catalogue(), .rebuilt(kept: aside(number)), lasts: true, "\(share)")
            DamagedFile.removeDatabase(path)
        }
    }

    @Test func anEmptyFileIsANewCatalogue() async throws {
        scratch.folder("data")
        scratch.write("data/catalogue.sqlite", [])
        let catalogue = catalogue()
        await catalogue.keep(files, below: root)
        #expect(await facts(in: self.catalogue()) == files.map { PhotoFacts(of: $0) })
        #expect(try ScratchFiles.names(in: folder).allSatisfy { !$0.contains("damaged") })
    }

    /// Every page in turn is overwritten. Whatever is answered is right or nothing, and what is kept later is found.
    @Test func noisePagesCostAtMostWhatWasKnown() async throws {
        try await fill()
        let whole = try #require(DamagedFile.bytes(path))
        DamagedFile.removeDatabase(path)
        for page in stride(from: 0, to: whole.count / 4096, by: 3) {
            var bytes = whole
            for offset in 0..<4096 { bytes[page * 4096 + offset] = UInt8(truncatingIfNeeded: offset &* 167 &+ page) }
            scratch.write("data/catalogue.sqlite", bytes)
            let catalogue = catalogue()
            let found = await facts(in: catalogue)
            for (fact, file) in zip(found, files) { #expect(fact == nil || fact?.byteCount == file.stamp.byteCount) }
            await catalogue.keep(files, below: root)
            await catalogue.keep(files, below: root)
            #expect(await facts(in: catalogue).filter { $0 != nil }.count == files.count, "page \(page)")
            DamagedFile.removeDatabase(path)
            for number in 1...3 { DamagedFile.removeDatabase(aside(number)) }
        }
    }

    @Test func damageThatHappensWhileItIsOpenIsMovedAside() async throws {
        try await fill()
        let catalogue = catalogue()
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) })
        let count = try #require(DamagedFile.bytes(path)).count
        // In place, as a failing disk does it; a part that is in memory may still be right.
        DamagedFile.overwrite(path, [UInt8](repeating: 0x5A, count: count))
        let others = files.map { CatalogueSamples.full($0.path.text + "x", inode: $0.stamp.inode) }
        for _ in 0..<2 { await catalogue.keep(others, below: root) }
        await catalogue.keep(files, below: root)
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) })
        let next = self.catalogue()
        await next.keep(files, below: root)
        #expect(await facts(in: next) == files.map { PhotoFacts(of: $0) })
    }

    @Test func aFileThatIsDamagedAgainAndAgainIsNotBegunForEver() async throws {
        let catalogue = catalogue()
        for _ in 0..<6 {
            await catalogue.keep(files, below: root)
            try Database(.file(path), patience: 1_000).execute("DROP TABLE IF EXISTS word; DROP TABLE IF EXISTS file")
        }
        await catalogue.keep(files, below: root)
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) })
        let asides = try ScratchFiles.names(in: folder).filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") }
        #expect(asides.count == 3)
    }

    // MARK: Newer, locked, unwritable, full

    @Test func aFileOfANewerVersionIsLeftAsItIs() async throws {
        try await fill()
        try Database(.file(path), patience: 1_000).execute("PRAGMA user_version = 99")
        DamagedFile.removeLog(path)
        let before = DamagedFile.bytes(path)
        try await expectRecovery(of: catalogue(), .newer, lasts: false)
        #expect(DamagedFile.bytes(path) == before)
    }

    @Test func aFileThatAnotherProgramKeepsLockedIsDoneWithout() async throws {
        try await fill()
        let other = try Database(.file(path), patience: 1_000)
        try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        try await expectRecovery(of: catalogue(patience: 50), .locked, lasts: false)
        try other.execute("COMMIT")
    }

    @Test func aShortLockIsWaitedFor() async throws {
        try await fill()
        let other = try Database(.file(path), patience: 1_000)
        try other.execute("BEGIN IMMEDIATE")
        let catalogue = catalogue(patience: 60_000)
        let file = CatalogueSamples.plain("late", inode: 5_000)
        async let kept = catalogue.keep([file], below: root)
        // The reader is not held up, so that its answer comes while the writer waits.
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) })
        try other.execute("COMMIT")
        _ = await kept
        #expect(await self.catalogue().facts(of: [("late", file.stamp)], below: root) == [PhotoFacts(of: file)])
    }

    @Test func aFolderOrAFileThatCannotBeWrittenIsDoneWithout() async throws {
        // A file where a folder has to be stops also the superuser, whom permissions do not.
        scratch.write("data", Array("a file".utf8))
        let catalogue = catalogue()
        await catalogue.keep(files, below: root)
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) })
        let notices = await notices(of: catalogue, count: 1)
        guard case .unwritable = notices.first else {
            Issue.record("\(notices)")
            return
        }
        #expect(DamagedFile.bytes(folder) == Array("a file".utf8))
    }

    @Test(arguments: [true, false])
    func permissionsAreRespected(isFolder: Bool) async throws {
        try await fill()
        DamagedFile.removeLog(path)
        chmod(isFolder ? folder : path, isFolder ? 0o500 : 0o400)
        chmod(scratch.path, 0o755)
        if !isFolder { chmod(folder, 0o777) } else { chmod(folder, 0o555) }
        if isFolder { chmod(path, 0o666) } else { chmod(path, 0o444) }
        let (reading, writing) = (LoopExecutor(name: "read"), LoopExecutor(name: "write"))
        // The superuser may write all the same.
        if getuid() == 0 { for executor in [reading, writing] { executor.post { DamagedFile.actAsNobody() } } }
        let catalogue = Catalogue(path: path, patience: 2_000, executor: reading, writer: writing)
        await catalogue.keep(files, below: root)
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) })
        let notices = await notices(of: catalogue, count: 1)
        guard case .unwritable = notices.first else {
            Issue.record("\(notices)")
            return
        }
        chmod(folder, 0o700)
        #expect(try !ScratchFiles.names(in: folder).contains { $0.contains("damaged") })
    }

    @Test func aFullDiskCostsOnlyWhatDoesNotFit() async throws {
        let catalogue = catalogue(limit: 200 << 10)
        let many = (0..<20).map { batch in
            (0..<200).map { CatalogueSamples.full("\(batch)/\($0).jpg", inode: UInt64(batch * 1000 + $0)) }
        }
        for batch in many { await catalogue.keep(batch, below: root) }
        #expect(await notices(of: catalogue, count: 1) == [.full])
        // What was written before is whole, and stays so.
        let next = Catalogue(path: path)
        func found(_ batch: Int, in catalogue: Catalogue) async -> [PhotoFacts?] {
            await catalogue.facts(of: many[batch].map { ($0.path.text, $0.stamp) }, below: root)
        }
        #expect(await found(0, in: next) == many[0].map { PhotoFacts(of: $0) })
        #expect(await found(19, in: next).allSatisfy { $0 == nil })
        // As soon as there is room again, it is used.
        await catalogue.forget(many[0].map(\.path.text) + many[1].map(\.path.text), below: root)
        await catalogue.keep(many[19], below: root)
        #expect(await found(19, in: catalogue) == many[19].map { PhotoFacts(of: $0) })
    }

    // MARK: Lost

    @Test(arguments: ["database", "database and log", "folder"])
    func aFileThatIsDeletedWhileItIsOpenIsBegunAnew(what: String) async throws {
        let catalogue = catalogue()
        await catalogue.keep(files, below: root)
        _ = await facts(in: catalogue)
        switch what {
        case "database": unlink(path)
        case "database and log": DamagedFile.removeDatabase(path)
        default:
            DamagedFile.removeDatabase(path)
            unlink(path + ".lock")
            try #require(rmdir(folder) == 0)
        }
        #expect(await facts(in: catalogue).allSatisfy { $0 == nil })
        await catalogue.keep(files, below: root)
        #expect(await facts(in: catalogue) == files.map { PhotoFacts(of: $0) })
        #expect(await notices(of: catalogue, count: 1) == [.lost])
        #expect(await facts(in: self.catalogue()) == files.map { PhotoFacts(of: $0) })
    }

    @Test func aFileThatAnotherProgramHasBegunAnewIsTakenOver() async throws {
        let first = catalogue(), second = catalogue()
        await first.keep(files, below: root)
        #expect(await facts(in: second) == files.map { PhotoFacts(of: $0) })
        DamagedFile.removeDatabase(path)
        await first.keep(Array(files.prefix(3)), below: root)
        #expect(await facts(in: second).filter { $0 != nil }.count == 3)
        await second.keep(Array(files.suffix(3)), below: root)
        #expect(await facts(in: first).filter { $0 != nil }.count == 6)
    }
}
