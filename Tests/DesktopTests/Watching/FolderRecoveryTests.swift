// What a watched folder does when events fail it: lost ones, none, too many, and a folder that is away.
import CGLib
import Codecs
import Fixtures
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(2)))
struct FolderRecoveryTests {
    @Test func photosOfAFolderThatIsAwayStayAndAreTheSameWhenItIsBack() async throws {
        let folder = try await FollowedFolder(["a.png", "x/b.png"])
        let refs = [await folder.ref("a.png"), await folder.ref("x/b.png")]
        folder.move("../root", "../elsewhere")
        try await folder.until { folder.report.isAway }
        #expect(folder.names == ["a.png", "x/b.png"])
        folder.move("../elsewhere/x/b.png", "../elsewhere/x/c.png")
        folder.move("../elsewhere", "../root")
        try await folder.until { !folder.report.isAway }
        try await folder.untilCurrent()
        #expect([await folder.ref("a.png"), await folder.ref("x/c.png")] == refs)
        folder.write("d.png")
        try await folder.until { folder.names == ["a.png", "d.png", "x/c.png"] }
    }

    @Test func aFolderThatIsDeletedAndMadeAgainIsFollowedAgain() async throws {
        let folder = try await FollowedFolder()
        #expect(rmdir(folder.root) == 0)
        try await folder.until { folder.report.isAway }
        folder.write("a.png")
        try await folder.until { folder.names == ["a.png"] && !folder.report.isAway }
        folder.write("b.png")
        try await folder.until { folder.names == ["a.png", "b.png"] }
    }

    @Test func aFolderThatVanishesWhileItIsListedIsAway() async throws {
        let scratch = ScratchFolder()
        for number in 0..<200 { scratch.folder("root/\(number)") }
        for number in 0..<200 { scratch.write("root/\(number)/a.png", [1]) }
        let source = FolderSource(
            absolute: FilePath(scratch.path + "/root"), timing: FollowedFolder.quick,
            makeQueue: { InotifyQueue() })
        let changes = source.changes().makeAsyncIterator()
        _ = try await changes.next()
        #expect(rename(scratch.path + "/root", scratch.path + "/gone") == 0)
        while let change = try await changes.next() {
            if case .reported(let report) = change, report.isAway { break }
        }
    }

    @Test func lostEventsAreMadeUpForByReading() async throws {
        let isLosing = Mutex(false)
        let folder = try await FollowedFolder(["a.png", "x/b.png", "y/c.png"]) {
            FaultyQueue(losesEvents: { isLosing.withLock { $0 } })
        }
        let (a, c) = (await folder.ref("a.png"), await folder.ref("y/c.png"))
        isLosing.withLock { $0 = true }
        folder.move("a.png", "x/a.png")
        folder.move("y", "z")
        folder.delete("x/b.png")
        folder.write("w/d.png")
        try await folder.untilCurrent()
        #expect(await folder.ref("x/a.png") == a)
        #expect(await folder.ref("z/c.png") == c)
    }

    @Test func aFileThatIsMovedWhileTheDiskIsReadIsTheSamePhoto() async throws {
        let isMoving = Mutex(false)
        let root = Mutex("")
        let moves = 500
        let folder = try await FollowedFolder(["0.png", "x/y.png"]) {
            var count = 0
            return FaultyQueue(afterEvents: {
                guard isMoving.withLock({ $0 }), count < moves else { return }
                let path = root.withLock { $0 }
                // Every second time into the other folder.
                let names = (count...count + 1).map { "\(path)/\($0 % 2 == 0 ? "" : "x/")\($0).png" }
                if rename(names[0], names[1]) == 0 { count += 1 }
            })
        }
        root.withLock { $0 = folder.root }
        let ref = await folder.ref("0.png")
        isMoving.withLock { $0 = true }
        folder.write("begin.png")
        try await folder.until { folder.names.contains("\(moves).png") }
        #expect(folder.names == ["\(moves).png", "begin.png", "x/y.png"])
        #expect(await folder.ref("\(moves).png") == ref)
    }

    /// Files are moved over each other while what has been told of is being read, so that a name is that of a file
    /// which has come and of another one which has left.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func filesThatTakeEachOthersNamesWhileTheDiskIsReadAreThereOnce(seed: UInt64) async throws {
        let moves = 300
        let root = Mutex(""), count = Mutex(0)
        let folder = try await FollowedFolder((0..<8).map { "\($0).png" } + ["x/y.png"]) {
            var random = SplitMix(seed: seed)
            return FaultyQueue(beforeEvents: {
                let root = root.withLock { $0 }
                guard !root.isEmpty, count.withLock({ $0 < moves }) else { return }
                func path() -> String { "\(root)/\(["", "x/"][Int(random.next() % 2)])\(random.next() % 6).png" }
                let (from, to) = (path(), path())
                if from != to, rename(from, to) == 0 { count.withLock { $0 += 1 } } else { close(creat(from, 0o600)) }
            })
        }
        root.withLock { $0 = folder.root }
        folder.write("begin.png")
        try await folder.until {
            #expect(Set(folder.names).count == folder.names.count)
            return count.withLock { $0 == moves }
        }
        try await folder.untilCurrent()
    }

    @Test func aFolderInWhosePlaceAnotherOneIsForAMomentIsWatched() async throws {
        let folder = try await FollowedFolder(["q/a.png"]) {
            var count = 0
            return FaultyQueue(aroundAdding: { path in
                guard path.hasSuffix("/p"), count < 2 else { return }
                let root = FilePath.folder(of: path)
                let moves = count == 0 ? [("p", "t"), ("q", "p")] : [("p", "q"), ("t", "p")]
                for (from, to) in moves { #expect(rename("\(root)/\(from)", "\(root)/\(to)") == 0) }
                count += 1
            })
        }
        let ref = await folder.ref("q/a.png")
        folder.write("p/b.png")
        // What is there in the middle of the moves is current for a moment, too.
        try await folder.until { folder.names == ["p/b.png", "q/a.png"] }
        #expect(await folder.ref("q/a.png") == ref)
        folder.write("p/c.png")
        folder.write("q/d.png")
        try await folder.until { folder.names == ["p/b.png", "p/c.png", "q/a.png", "q/d.png"] }
    }

    @Test func foldersWithoutWatchesAreReadWhenSomebodyLooks() async throws {
        let folder = try await FollowedFolder(["a.png", "x/b.png", "y/c.png"]) { FaultyQueue(limit: 2) }
        try await folder.until { folder.report.isUnwatched }
        let ref = await folder.ref("y/c.png")
        folder.move("y/c.png", "y/d.png")
        await folder.source.refresh(.lookedAt)
        try await folder.untilCurrent()
        #expect(await folder.ref("y/d.png") == ref)
    }

    @Test func whatIsToldOfWatchedFoldersIsReadWithThoseThatHaveNoWatches() async throws {
        let folder = try await FollowedFolder(["a.png", "x/b.png", "y/c.png"]) { FaultyQueue(limit: 2) }
        try await folder.until { folder.report.isUnwatched }
        folder.write("b.png")
        folder.write("z/d.png")
        await folder.source.refresh(.lookedAt)
        try await folder.untilCurrent()
        #expect(folder.names.count == 5)
    }

    @Test func withoutAnyWatchesEverythingIsReadWhenItIsAskedFor() async throws {
        let folder = try await FollowedFolder(["a.png"]) { nil }
        try await folder.until { folder.report.isUnwatched }
        folder.write("b.png")
        folder.write("x/c.png")
        try await folder.until {
            await folder.source.refresh(.requested)
            return folder.names == ["a.png", "b.png", "x/c.png"]
        }
    }

    @Test func tenThousandFilesThatChangeAtOnceAreAllFollowed() async throws {
        let folder = try await FollowedFolder((0..<10_000).map { "x/\($0).png" })
        for number in 0..<10_000 {
            switch number % 3 {
            case 0: folder.delete("x/\(number).png")
            case 1: folder.write("x/\(number).png", "more than before")
            default: folder.move("x/\(number).png", "x/y\(number).png")
            }
        }
        try await folder.untilCurrent()
        #expect(folder.names.count == 6_666)
    }

    /// Camera raw files come to images, images to raw files, and either leaves the other.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func afterAnyOperationsWithRawFilesTheCollectionIsWhatAFreshWalkFinds(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        // Few names, so that they meet.
        func name() -> String {
            ["", "p/", "q/"][pick(3)] + "\(pick(5))"
                + [".jpg", ".jpg", ".JPG", ".CR2", ".cr2", ".dng", ".png"][pick(7)]
        }
        let folder = try await FollowedFolder((0..<20).map { _ in name() } + ["p/x.png", "q/x.png"])
        var files = Set(try await FollowedFolder.filesOnDisk(folder.root))
        for step in 0..<300 {
            let (file, other) = (files.sorted()[pick(files.count)], name())
            switch pick(8) {
            case 0, 1, 2:
                folder.write(other, "new in step \(step)")
                files.insert(other)
            case 3, 4:
                guard files.count > 4 else { continue }
                folder.delete(file)
                files.remove(file)
            default:
                folder.folder(FilePath.folder(of: "/" + other))
                folder.move(file, other)
                files.remove(file)
                files.insert(other)
            }
            if step % 20 == 19 { try await folder.untilCurrent() }
        }
        try await folder.untilCurrent()
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func afterAnyOperationsTheCollectionIsWhatAFreshWalkFinds(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
        let folders = ["", "p/", "q/", "p/r/", "q/s/"]
        let folder = try await FollowedFolder(folders.flatMap { f in (0..<4).map { "\(f)\($0).png" } })
        var files = folder.names
        // The photos that were only renamed, by the names that they have now.
        var kept: [String: PhotoRef] = [:]
        for name in files { kept[name] = await folder.ref(name) }
        for step in 0..<300 {
            guard let name = files.isEmpty ? "0.png" : files[pick(files.count)] as String? else { continue }
            let other = folders[pick(folders.count)] + "n\(step).png"
            switch files.isEmpty ? 0 : pick(6) {
            case 0:
                folder.write(other, "new \(step)")
                files.append(other)
            case 1:
                folder.delete(name)
                files.removeAll { $0 == name }
                kept[name] = nil
            case 2:
                folder.write(name, "changed in step \(step)")
            default:
                folder.folder(String(other.dropLast(other.reversed().prefix { $0 != "/" }.count)))
                folder.move(name, other)
                files[files.firstIndex(of: name)!] = other
                kept[other] = kept.removeValue(forKey: name)
            }
            if step % 60 == 59 { try await folder.untilCurrent() }
        }
        try await folder.untilCurrent()
        #expect(folder.names == files.sorted())
        for (name, ref) in kept { #expect(await folder.ref(name) == ref, "\(name)") }
    }
}
