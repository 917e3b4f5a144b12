// Symbolic links to photos, whose targets come, change and go without an event where the links are.
import CGLib
import Codecs
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LinkedPhotosTests {
    @Test func aLinkGoesAndComesWithItsTarget() async throws {
        let folder = try await FollowedFolder(["x/a.png", "y/b.png"])
        folder.link("y/link.png", to: "../x/a.png")
        try await folder.until { folder.names == ["x/a.png", "y/b.png", "y/link.png"] }
        folder.delete("x/a.png")
        try await folder.until { folder.names == ["y/b.png"] }
        try await folder.until { folder.report.unreadable.count == 1 }
        folder.write("x/a.png", "again")
        try await folder.until {
            folder.names == ["x/a.png", "y/b.png", "y/link.png"] && folder.report.unreadable.isEmpty
        }
        try await folder.untilCurrent()
    }

    @Test func aLinkThatWasThereFromTheStartIsFollowed() async throws {
        let folder = try await FollowedFolder(["x/a.png"], before: { $0.link("link.png", to: "x/a.png") })
        #expect(folder.names == ["link.png", "x/a.png"])
        folder.delete("x/a.png")
        try await folder.until { folder.names.isEmpty }
    }

    @Test func aLinkChangesWithItsTarget() async throws {
        let folder = try await FollowedFolder(["x/a.png", "b.png"])
        folder.link("link.png", to: "x/a.png")
        try await folder.untilCurrent()
        folder.write("x/a.png", "longer than before")
        try await folder.until { folder.changed.contains("link.png") }
        // As editors write: beside, then over it.
        folder.write("x/.new", "longer than that, too")
        folder.move("x/.new", "x/a.png")
        try await folder.untilCurrent()
    }

    @Test func aLinkGoesWithTheFolderOfItsTarget() async throws {
        let folder = try await FollowedFolder(["x/y/a.png", "b.png"])
        folder.link("link.png", to: "x/y/a.png")
        try await folder.untilCurrent()
        folder.move("x", "z")
        try await folder.until { folder.names == ["b.png", "z/y/a.png"] }
        folder.move("z", "x")
        try await folder.until { folder.names == ["b.png", "link.png", "x/y/a.png"] }
    }

    @Test func aLinkOutOfTheFolderIsLookedAtWhenSomebodyLooks() async throws {
        let folder = try await FollowedFolder(["a.png"])
        folder.write("../elsewhere/b.png")
        folder.link("link.png", to: "../elsewhere/b.png")
        try await folder.until { folder.names == ["a.png", "link.png"] }
        folder.delete("../elsewhere/b.png")
        await folder.source.refresh(.lookedAt)
        try await folder.until { folder.names == ["a.png"] }
        folder.write("../elsewhere/b.png")
        await folder.source.refresh(.lookedAt)
        try await folder.until { folder.names == ["a.png", "link.png"] }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func afterAnyOperationsTheLinksAreWhatAFreshWalkFinds(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        // Few names, so that links lead to links, to nothing, to themselves and to what has replaced their targets.
        func name() -> String { ["", "p/", "q/", "p/r/"][pick(4)] + "\(pick(5)).png" }
        let folder = try await FollowedFolder((0..<20).map { _ in name() } + ["p/r/x.png", "q/x.png"])
        for step in 0..<200 {
            let (a, b) = (name(), name())
            switch pick(6) {
            case 0: folder.replace(a, "new in step \(step)")
            case 1, 2:
                folder.remove(a)
                folder.link(a, to: folder.root + "/" + b)
            case 3: folder.remove(a)
            default: _ = FilePath.withC(folder.path(a)) { from in FilePath.withC(folder.path(b)) { rename(from, $0) } }
            }
            if step % 20 == 19 { try await folder.untilCurrent() }
        }
        try await folder.untilCurrent()
    }
}

extension FollowedFolder {
    fileprivate func link(_ name: String, to target: String) {
        g_mkdir_with_parents(FilePath.folder(of: path(name)), 0o700)
        let result = FilePath.withC(path(name)) { name in FilePath.withC(target) { symlink($0, name) } }
        precondition(result == 0, "\(name): \(errno)")
    }

    /// Deletes a file or a link, if it is there.
    fileprivate func remove(_ name: String) { _ = FilePath.withC(path(name), unlink) }

    /// Writes a file that is no link.
    fileprivate func replace(_ name: String, _ content: String) {
        remove(name)
        write(name, content)
    }
}
