// Folders on shares: listed by enumeration, kept, listed again by difference, away and back.
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(2)))
struct ShareSourceTests {
    private let listings = KeptListings()

    private func source(_ share: ScriptedShare, isDeep: Bool = true) -> ShareSource {
        ShareSource(ScriptedShare.root, withSubfolders: isDeep, shares: share, listings: listings)
    }

    /// What a reader of the changes knows.
    private struct Reader {
        private var changes: SourceChanges.AsyncIterator
        var photos: [String: Photo] = [:]
        var report = SourceReport()
        var isListed = false
        var renamed: [String: String] = [:]

        init(_ source: ShareSource) { self.init(source.changes().makeAsyncIterator()) }

        init(_ changes: SourceChanges.AsyncIterator) { self.changes = changes }

        var ids: [String] { photos.keys.sorted() }

        mutating func read() async throws {
            guard let change = try await changes.next() else { return }
            switch change {
            case .added(let page, let isLast):
                for photo in page.photos { photos[photo.id.text] = photo }
                isListed = isListed || isLast
            case .removed(let ids): for id in ids { photos[id.text] = nil }
            case .changed(let listed): for photo in listed { photos[photo.photo.id.text] = photo.photo }
            case .renamed(let renamings):
                for renaming in renamings {
                    photos[renaming.before.text] = nil
                    photos[renaming.after.photo.id.text] = renaming.after.photo
                    renamed[renaming.before.text] = renaming.after.photo.id.text
                }
            case .reported(let report): self.report = report
            }
        }

        /// Reads changes until something holds.
        mutating func read(until isEnough: (Reader) -> Bool) async throws {
            while !isEnough(self) { try await read() }
        }
    }

    @Test func aFailureThatNobodyHasReadIsNotThatOfTheNextTry() async throws {
        let share = ScriptedShare(["": ["a.jpg"]]), source = source(share)
        await share.fail(.unreachable(.verbatim("no")), in: "")
        var reader = Reader(source)
        await #expect(throws: LoadFailure.self) { try await reader.read() }
        // Fails once more while the page shows the first failure.
        await source.refresh(.requested)
        while await share.lists.count < 2 { await Task.yield() }
        await source.listing?.value
        await share.fail(nil, in: "")
        try await reader.read { $0.isListed }
        #expect(reader.ids == ["a.jpg"])
    }

    @Test func theFirstListingIsNotRepeatedWhenTheWindowComesToTheFront() async throws {
        let share = ScriptedShare(["": ["a.jpg"]]), source = source(share)
        await share.hold()
        var reader = Reader(source)
        try await reader.read { !$0.photos.isEmpty }
        await source.refresh(.lookedAt)
        await share.release()
        try await reader.read { $0.isListed }
        await source.listing?.value
        #expect(await share.lists == [""])
    }

    @Test func aFolderIsListedWithItsSubfoldersByOneEnumerationEach() async throws {
        let share = ScriptedShare([
            "": ["b.jpg", "a.JPG", "note.txt", "sub/", ".hidden/", ".x.jpg", "film.mp4", "a.CR2"],
            "sub": ["c.png", "deep/"], "sub/deep": ["d.webp"], ".hidden": ["e.jpg"],
        ])
        var reader = Reader(source(share))
        try await reader.read { $0.isListed }
        #expect(reader.ids == ["a.JPG", "b.jpg", "film.mp4", "sub/c.png", "sub/deep/d.webp"])
        #expect(reader.photos["a.JPG"]?.companions == ["a.CR2"])
        #expect(await share.lists.sorted() == ["", "sub", "sub/deep"])
        #expect(await share.asked == 1)
    }

    @Test func aFlatOneIsListedAlone() async throws {
        let share = ScriptedShare(["": ["a.jpg", "sub/"], "sub": ["b.jpg"]])
        var reader = Reader(source(share, isDeep: false))
        try await reader.read { $0.isListed }
        #expect(reader.ids == ["a.jpg"])
        #expect(await share.lists == [""])
    }

    @Test func theFirstPhotosComeBeforeAllNamesAreThere() async throws {
        let share = ScriptedShare(["": (0..<20).map { "\($0).jpg" }])
        await share.deliver(by: 5)
        await share.hold()
        var reader = Reader(source(share))
        try await reader.read { !$0.photos.isEmpty }
        #expect(reader.photos.count == 5 && !reader.isListed)
        await share.release()
        try await reader.read { $0.isListed }
        #expect(reader.photos.count == 20)
    }

    @Test func aReaderWhoLeavesEndsTheListingAndTheNextReadBeginsItAnew() async throws {
        let share = ScriptedShare(["": ["a.jpg", "sub/"], "sub": ["b.jpg"]])
        await share.hold()
        let source = source(share)
        let changes = source.changes().makeAsyncIterator()
        var reader = Reader(changes)
        try await reader.read { !$0.photos.isEmpty }
        let waiting = Task { while try await changes.next() != nil {} }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await share.release()
        try await reader.read { $0.isListed }
        #expect(reader.ids == ["a.jpg", "sub/b.jpg"])
        #expect(await share.lists.filter { $0 == "" }.count == 2)
    }

    @Test func links_andMarkedFolders_areLeftOut() async throws {
        let share = ScriptedShare(["": ["a.jpg", "marked/"], "marked": [".nomedia", "b.jpg"]])
        await share.set(
            [
                ScriptedShare.entry("a.jpg"), ScriptedShare.entry("marked/"),
                ShareEntry(name: "loop", isFolder: true, isRegular: false, isLink: true),
            ], in: "")
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        #expect(reader.ids == ["a.jpg"])
        #expect(await share.lists.sorted() == ["", "marked"])
        await source.setShowsExcluded(true)
        try await reader.read { $0.photos.count == 2 }
        #expect(reader.ids == ["a.jpg", "marked/b.jpg"])
    }

    @Test func aSecondStartShowsWhatWasListedBeforeTheShareAnswers() async throws {
        let share = ScriptedShare(["": ["a.jpg", "sub/"], "sub": ["b.jpg"]])
        var first = Reader(source(share))
        try await first.read { $0.isListed }
        await listings.wait(for: 1)
        let away = ScriptedShare()
        await away.fail(.unreachable(.verbatim("no route")), in: "")
        let source = source(away)
        var second = Reader(source)
        try await second.read { $0.isListed }
        #expect(second.photos == first.photos)
        try await second.read { $0.report.isAway }
        #expect(second.report.reached == 0)
        // Back, with one photo less and one more.
        await away.fail(nil, in: "")
        await away.set([ScriptedShare.entry("c.jpg"), ScriptedShare.entry("sub/")], in: "")
        await away.set([ScriptedShare.entry("b.jpg")], in: "sub")
        await source.refresh(.requested)
        try await second.read { !$0.report.isAway && $0.ids == ["c.jpg", "sub/b.jpg"] }
        // Pictures that have failed meanwhile are tried again, once.
        #expect(second.report.reached == 1)
        await source.refresh(.requested)
        await away.set([ScriptedShare.entry("d.jpg")], in: "")
        await source.refresh(.requested)
        try await second.read { $0.ids == ["d.jpg"] }
        #expect(second.report.reached == 1)
    }

    @Test func aShareOfWhichNothingIsKnownFailsInWordsAndIsTriedAgain() async throws {
        let share = ScriptedShare(["": ["a.jpg"]])
        await share.fail(.unreachable(.verbatim("no route")), in: "")
        var reader = Reader(source(share))
        let failure = LoadFailure(stage: .listing, culprit: "photos", reason: .unreachable(.verbatim("no route")))
        await #expect(throws: failure) { try await reader.read { $0.isListed } }
        await #expect(throws: failure) { try await reader.read { $0.isListed } }
        await share.fail(nil, in: "")
        try await reader.read { $0.isListed }
        #expect(reader.ids == ["a.jpg"])
    }

    @Test func changesComeByDifferenceAndUnchangedListingsAreNotWrittenAgain() async throws {
        let share = ScriptedShare(["": ["a.jpg", "b.jpg"]])
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        await listings.wait(for: 1)
        await source.refresh(.requested)
        await share.set(
            [
                ShareEntry(name: "a.jpg", byteCount: 10, modified: ScriptedShare.time, tag: "2"),
                ScriptedShare.entry("c.jpg"),
            ], in: "")
        await source.refresh(.requested)
        let before = try #require(reader.photos["a.jpg"])
        try await reader.read { $0.ids == ["a.jpg", "c.jpg"] && $0.photos["a.jpg"] != before }
        await listings.wait(for: 2)
        #expect(await listings.times == 2)
    }

    @Test func aGlanceListsAgainOnlyAfterAWhileAndAsksNothing() async throws {
        let share = ScriptedShare(["": ["a.jpg"]])
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        await listings.wait(for: 1)
        await source.refresh(.lookedAt)
        await source.refresh(.lookedAt)
        #expect(await share.lists == [""])
        #expect(await share.asked == 1)
    }

    @Test func whatTheProgramHasDoneIsListedAtOnce() async throws {
        let share = ScriptedShare(["": ["a.jpg", "b.jpg"]])
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        await listings.wait(for: 1)
        await share.set([ScriptedShare.entry("b.jpg")], in: "")
        await source.refresh(.changed)
        try await reader.read { $0.ids == ["b.jpg"] }
        #expect(await share.asked == 1)
    }

    @Test func aPhotoThatTheProgramHasRenamedIsTheSameWhereNoOtherMayBe() async throws {
        func entry(_ name: String, _ length: Int64) -> ShareEntry {
            ShareEntry(name: FileName(name), byteCount: length, modified: ScriptedShare.time)
        }
        let share = ScriptedShare()
        await share.set([entry("a.jpg", 1), entry("b.jpg", 2), entry("c.jpg", 3), entry("d.jpg", 3)], in: "")
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        await listings.wait(for: 1)
        // Of the last two, either may be the one that is left.
        await share.set([entry("b.jpg", 2), entry("x.jpg", 1), entry("y.jpg", 3)], in: "")
        await source.refresh(.changed)
        try await reader.read { $0.ids == ["b.jpg", "x.jpg", "y.jpg"] }
        #expect(reader.renamed == ["a.jpg": "x.jpg"])
        await source.listing?.value
        // What others have done is not guessed.
        await share.set([entry("c.jpg", 2), entry("x.jpg", 1), entry("y.jpg", 3)], in: "")
        await source.refresh(.requested)
        try await reader.read { $0.ids == ["c.jpg", "x.jpg", "y.jpg"] }
        #expect(reader.renamed.count == 1)
    }

    @Test func aFolderThatCannotBeReadKeepsItsPhotosAndOneThatIsGoneDoesNot() async throws {
        let share = ScriptedShare(["": ["a/", "b/"], "a": ["1.jpg", "x/"], "a/x": ["2.jpg"], "b": ["3.jpg"]])
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        await listings.wait(for: 1)
        await share.fail(.unreadable(.verbatim("denied")), in: "a")
        await share.set(nil, in: "b")
        await source.refresh(.requested)
        try await reader.read { !$0.report.unreadable.isEmpty }
        #expect(reader.ids == ["a/1.jpg", "a/x/2.jpg"])
        // What is not whole is not kept.
        #expect(await listings.times == 1)
    }

    @Test func aShareThatGoesAwayWhileItIsListedIsAwayAndItsFoldersAreNotNamed() async throws {
        let share = ScriptedShare(["": ["a/", "b/"], "a": ["1.jpg"], "b": ["2.jpg"]])
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        await listings.wait(for: 1)
        await share.hold()
        await source.refresh(.requested)
        while await share.lists.count < 4 { await Task.yield() }
        for path in ["", "a", "b"] { await share.fail(.unreachable(.verbatim("no route")), in: FilePath(path)) }
        await share.release()
        try await reader.read { $0.report.isAway }
        #expect(reader.report.unreadable.isEmpty && reader.ids == ["a/1.jpg", "b/2.jpg"])
    }

    @Test func aShareThatDoesNotAnswerForAFileIsAwayUntilItIsListedAgain() async throws {
        let share = ScriptedShare(["": ["a.jpg"]])
        var source: ShareSource? = source(share)
        var reader = Reader(try #require(source))
        try await reader.read { $0.isListed && $0.report.reached == 1 }
        await listings.wait(for: 1)
        await share.hold()
        share.silences.note(ShareAddress("sftp://other/photos")!)
        share.silences.note(ScriptedShare.root.appending(path: "a.jpg"))
        try await reader.read { $0.report.isAway }
        #expect(reader.ids == ["a.jpg"])
        while await share.lists.count < 2 { await Task.yield() }
        await share.release()
        try await reader.read { !$0.report.isAway }
        #expect(reader.report.reached == 2)
        // Who is not there any more is told nothing.
        #expect(share.silences.count == 1)
        reader = Reader(self.source(ScriptedShare()))
        source = nil
        while share.silences.count > 0 { await Task.yield() }
    }

    @Test func aFolderThatDoesNotAnswerOnAShareThatDoesIsNamedAfterASecondTry() async throws {
        let share = ScriptedShare(["": ["a/", "b/"], "a": ["1.jpg"], "b": ["2.jpg"]])
        await share.fail(.unreachable(.verbatim("broken")), in: "a")
        var reader = Reader(source(share))
        try await reader.read { $0.isListed && !$0.report.unreadable.isEmpty }
        #expect(!reader.report.isAway && reader.ids == ["b/2.jpg"] && reader.report.unreadable.count == 1)
        #expect(await share.lists.sorted() == ["", "a", "a", "b"])
    }

    @Test func photosAreAtTheAddressesOfTheirFiles() async throws {
        let source = source(ScriptedShare())
        let photo = Photo(id: PhotoID("a b/\u{E9}.jpg"), title: "x")
        #expect(source.original(of: photo) == .remote("sftp://nas/photos/a%20b/%C3%A9.jpg"))
        #expect(source.identity.text == "share:sftp://nas/photos" && source.title == "photos" && source.root == nil)
        #expect(ShareSource.isOfPhoto(try #require(ShareAddress("sftp://nas/a.jpg"))))
        #expect(!ShareSource.isOfPhoto(try #require(ShareAddress("sftp://nas/a.txt"))))
    }

    // MARK: Tags

    private func tagged(_ tags: [String]) -> [ShareEntry] {
        tags.enumerated().map { number, tag in
            ShareEntry(name: FileName("\(number).jpg"), byteCount: 10, modified: ScriptedShare.time, tag: tag)
        }
    }

    /// The versions of a share's photos after a first and after a second listing.
    private func versions(_ first: [String], _ second: [String]) async throws -> (before: [String], after: [String]) {
        let share = ScriptedShare()
        await share.set(tagged(first), in: "")
        let source = source(share)
        var reader = Reader(source)
        try await reader.read { $0.isListed }
        await listings.wait(for: 1)
        func versions() -> [String] { reader.ids.compactMap { reader.photos[$0]?.version } }
        let before = versions()
        await share.set(tagged(second) + [ScriptedShare.entry("new.jpg")], in: "")
        await source.refresh(.requested)
        try await reader.read { $0.photos["new.jpg"] != nil }
        // What is said of it comes with the listing that holds the new photo, before that.
        return (before, versions().dropLast())
    }

    @Test func aTagThatChangesAloneIsAnotherPhoto() async throws {
        let (before, after) = try await versions(["a", "b", "c", "d"], ["a", "b", "x", "d"])
        #expect(after.count == 4 && zip(before, after).map { $0 == $1 } == [true, true, false, true])
    }

    @Test func tagsThatDifferAtEachQuestionAreNoChange() async throws {
        let (before, after) = try await versions(["a", "b", "c", "d"], ["1", "2", "3", "d"])
        #expect(after.count == 4 && before == after)
        // The next question finds the same to compare with.
        await listings.wait(for: 2)
        #expect(await listings.kept.first?.entries.map(\.tag) == ["a", "b", "c", "d", ""])
    }
}
