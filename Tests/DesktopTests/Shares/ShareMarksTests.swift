// Marks and words in sidecars on a share: as on the disk, whatever call fails.
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct ShareMarksTests {
    private static let photo = ScriptedShareDisk.path("a.jpg")

    private let store = MarkStore(path: nil)

    private func marking(_ share: ScriptedShareDisk, _ sidecars: ShareSidecars = ShareSidecars()) -> PhotoMarking {
        PhotoMarking(store: store, engine: nil, shares: ShareMarkPlace(share, sidecars: sidecars))
    }

    private func marks(in bytes: [UInt8]?) throws -> StatedMarks? {
        try bytes.flatMap { try MarkReader().marks(in: Sidecar(path: "/a.xmp", content: $0)) }
    }

    @Test func aNewSidecarIsWrittenBesideThePhoto() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1]])
        let marking = marking(share)
        let first = await marking.set(.stars(4), of: Self.photo)
        #expect(first.place == .sidecar && first.marks == PhotoMarks(stars: 4))
        let both = await marking.set(.favourite(true), of: Self.photo)
        #expect(both.marks == PhotoMarks(stars: 4, isFavourite: true))
        #expect(share.names == ["a.jpg", "a.jpg.xmp"] && share.bytes("a.jpg") == [1])
        #expect(try marks(in: share.bytes("a.jpg.xmp")) == StatedMarks(stars: 4, isFavourite: true))
    }

    @Test func theSidecarOfAnotherProgramGetsTheMarkAndKeepsTheRest() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1], "a.xmp": Array(SidecarSamples.digiKam.utf8)])
        #expect(await marking(share).set(.stars(1), of: Self.photo).place == .sidecar)
        #expect(share.names == ["a.jpg", "a.xmp"])
        let text = String(decoding: share.bytes("a.xmp") ?? [], as: UTF8.self)
        #expect(try marks(in: share.bytes("a.xmp"))?.stars == 1 && text.contains("PickLabel"))
    }

    @Test func nothingIsWrittenWhereNothingChanges() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1]])
        #expect(await marking(share).set(.stars(0), of: Self.photo).place == .sidecar)
        #expect(share.names == ["a.jpg"] && !share.calls.contains("create"))
    }

    @Test func aListedFolderIsNotListedForAMark() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1], "a.jpg.xmp": Array(SidecarSamples.digiKam.utf8)])
        let sidecars = ShareSidecars()
        let listing = sidecars.listing(of: ScriptedShareDisk.folder)
        listing.set(FolderSidecars(of: try share.entries(in: ScriptedShareDisk.folder)), in: "")
        share.forgetCalls()
        let marking = marking(share, sidecars)
        #expect(await marking.set(.stars(2), of: Self.photo).place == .sidecar)
        // The photo, its sidecar, both read; the draft written and asked back; the sidecar once more, and the name.
        #expect(share.calls.count == 10 && !share.calls.contains("list"))
        // What was written is known without another listing.
        #expect(
            sidecars.sidecars(of: ScriptedShareDisk.folder.appending(path: "a.jpg"))?.map(\.byteCount)
                == share.bytes("a.jpg.xmp").map { [Int64($0.count)] })
    }

    @Test func aSidecarThatIsChangedMeanwhileIsChangedAsItIsThen() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1], "a.jpg.xmp": Array(SidecarSamples.digiKam.utf8)])
        let other = SidecarSamples.digiKam.replacing("digiKam:PickLabel=\"3\"", with: "digiKam:PickLabel=\"0\"")
        share.beforeCalls { [share] _, call in
            guard call == "create" else { return }
            share.beforeCalls(nil)
            share.set(Array(other.utf8), of: "a.jpg.xmp")
        }
        let outcome = await marking(share).set(.stars(1), of: Self.photo)
        #expect(outcome.place == .sidecar && outcome.marks == PhotoMarks(stars: 1))
        let stated = try marks(in: share.bytes("a.jpg.xmp"))
        #expect(stated?.stars == 1 && stated?.isFavourite != true)
        #expect(share.names == ["a.jpg", "a.jpg.xmp"])
    }

    @Test func anotherProgramsNewSidecarIsTheOneThatGetsTheMark() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1]])
        share.beforeCalls { [share] _, call in
            guard call == "create" else { return }
            share.beforeCalls(nil)
            share.set(Array(SidecarSamples.digiKam.utf8), of: "a.xmp")
        }
        #expect(await marking(share).set(.stars(1), of: Self.photo).place == .sidecar)
        #expect(share.names == ["a.jpg", "a.xmp"])
        #expect(try marks(in: share.bytes("a.xmp"))?.stars == 1)
    }

    // MARK: Faults

    @Test(arguments: [EACCES, EROFS]) func aReadOnlyShareHasItsMarksInTheDatabase(code: Int32) async throws {
        let share = ScriptedShareDisk(["a.jpg": [1], "b.jpg": [1]])
        share.fail { _, call in call == "create" ? .refused(code) : nil }
        let marking = marking(share)
        let kept = await marking.set(.stars(5), of: Self.photo)
        #expect(kept.place == .database && kept.marks == PhotoMarks(stars: 5))
        #expect(await marking.set(.favourite(true), of: Self.photo).marks == PhotoMarks(stars: 5, isFavourite: true))
        // Files on shares have no numbers: a copy is not taken for it.
        #expect(await marking.marks(of: FilePath(ScriptedShareDisk.path("b.jpg"))) == .none)
        let row = try #require(kept.change.flatMap { KeptChange($0.text) })
        #expect(row == kept.change && !share.calls.contains("delete"))
        share.fail(nil)
        #expect(await marking.set(.stars(2), of: Self.photo).place == .sidecar)
    }

    @Test func aFullShareLeavesThePhotoAsItWas() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1]])
        share.fail { _, call in call == "create" ? .refused(ENOSPC) : nil }
        let outcome = await marking(share).set(.stars(5), of: Self.photo)
        let reason = FileReplacement.Failure(code: ENOSPC).message
        #expect(outcome.place == .nowhere(.unwritable(reason)) && outcome.marks == .none)
        #expect(share.names == ["a.jpg"])
    }

    @Test func ofAShareThatIsAwayWhatIsKnownStays() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1]])
        share.fail { _, _ in .refused(ETIMEDOUT) }
        let before = PhotoMarks(stars: 3)
        let outcome = await marking(share).set(.stars(5), of: Self.photo, before: before)
        #expect(outcome.place == .nowhere(.unwritable(Message("the share does not answer"))))
        #expect(outcome.marks == before && outcome.change == nil)
        let edit = await marking(share).edit(.addKeywords(["sea"]), of: Self.photo)
        #expect(edit.failure == .unwritable(Message("the share does not answer")))
    }

    /// Every call of a mark and of its reversal is the last one that is answered, or is done without an answer.
    @Test(arguments: [ScriptedShareDisk.Fault.refused(ENOTCONN), .unanswered], [true, false])
    func aSidecarIsWholeWhereverTheShareGoesAway(fault: ScriptedShareDisk.Fault, isNew: Bool) async throws {
        let old = isNew ? nil : Array(SidecarSamples.digiKam.utf8)
        var number = 0, isDone = false
        while !isDone {
            let share = ScriptedShareDisk(["a.jpg": [1]])
            share.set(old, of: "a.jpg.xmp")
            let marking = marking(share)
            share.fail { [number] call, _ in call < number ? nil : call == number ? fault : .refused(ENOTCONN) }
            let outcome = await marking.set(.stars(1), of: Self.photo)
            isDone = share.calls.count < number
            share.fail(nil)
            let now = share.bytes("a.jpg.xmp")
            let isWritten = try marks(in: now)?.stars == 1
            #expect(now == old || isWritten, "\(number)")
            if case .sidecar = outcome.place { #expect(isWritten, "\(number)") }
            // The next writing has nothing left beside.
            #expect(await marking.set(.stars(2), of: Self.photo).place == .sidecar)
            #expect(share.names == ["a.jpg", "a.jpg.xmp"], "\(number)")
            number += 1
        }
        #expect(number > 8)
    }

    @Test(arguments: [FileReplacementCalls.Step.read, .open, .write, .close, .compare, .rename])
    func aSidecarIsAsItWasWhateverStepFails(step: FileReplacementCalls.Step) async throws {
        let old = Array(SidecarSamples.digiKam.utf8)
        let share = ScriptedShareDisk(["a.jpg": [1], "a.jpg.xmp": old])
        var calls = FileReplacementCalls()
        calls.failure = { $0 == step ? EIO : 0 }
        let place = ShareMarkPlace(share, sidecars: ShareSidecars())
        let marking = PhotoMarking(
            store: store, reader: MarkReader(engine: nil, place: place),
            replacement: FileReplacement(calls: calls, shares: ShareReplacement(place)))
        guard case .nowhere = await marking.set(.stars(1), of: Self.photo).place else {
            Issue.record("written")
            return
        }
        #expect(share.bytes("a.jpg.xmp") == old && share.names == ["a.jpg", "a.jpg.xmp"])
    }

    /// GVfs deletes what is replaced before the renaming, by some protocols.
    @Test func aFileWhoseReplacementStopsInTheMiddleIsThereWithTheNextWriting() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1], "a.jpg.xmp": Array(SidecarSamples.digiKam.utf8)])
        share.fail { _, call in call == "rename" ? .refused(ENOTCONN) : nil }
        share.beforeCalls { [share] _, call in if call == "rename" { share.set(nil, of: "a.jpg.xmp") } }
        let marking = marking(share)
        _ = await marking.set(.stars(1), of: Self.photo)
        share.fail(nil)
        share.beforeCalls(nil)
        #expect(share.bytes("a.jpg.xmp") == nil && share.names.count == 2)
        share.set([1], of: "b.jpg")
        _ = await marking.set(.stars(1), of: ScriptedShareDisk.path("b.jpg"))
        #expect(try marks(in: share.bytes("a.jpg.xmp"))?.stars == 1)
        #expect(share.names == ["a.jpg", "a.jpg.xmp", "b.jpg", "b.jpg.xmp"])
    }

    /// As libsmbclient does it, which deletes what is there when the renaming has failed for it, and says why it
    /// failed.
    @Test func aFileWhoseReplacementStopsInTheMiddleIsNoOtherProgramsNewOne() async throws {
        func share() -> ScriptedShareDisk {
            let share = ScriptedShareDisk(["a.jpg": [1], "a.jpg.xmp": Array(SidecarSamples.digiKam.utf8)])
            share.forgetCalls()
            return share
        }
        let usual = share(), share = share()
        _ = await marking(usual).set(.stars(1), of: Self.photo)
        let renaming = try #require(usual.calls.firstIndex(of: "rename"))
        share.beforeCalls { [share] number, _ in if number == renaming { share.set(nil, of: "a.jpg.xmp") } }
        share.fail { number, _ in number == renaming ? .refused(EEXIST) : nil }
        let outcome = await marking(share).set(.stars(1), of: Self.photo)
        #expect(outcome.place == .sidecar && share.names == ["a.jpg", "a.jpg.xmp"])
        let text = String(decoding: share.bytes("a.jpg.xmp") ?? [], as: UTF8.self)
        #expect(try marks(in: share.bytes("a.jpg.xmp"))?.stars == 1 && text.contains("PickLabel"))
    }

    // MARK: Starts

    /// The process ends between the writing of a draft and the name, or after the line has broken there.
    @Test(arguments: [true, false]) func theNextStartGivesADraftItsNameOrDeletesIt(isGone: Bool) async throws {
        let old = Array(SidecarSamples.digiKam.utf8), state = ScratchFolder()
        let share = ScriptedShareDisk(["a.jpg": [1], "a.jpg.xmp": old])
        func marking() -> PhotoMarking {
            PhotoMarking(
                store: store, engine: nil,
                shares: ShareMarkPlace(share, sidecars: ShareSidecars(), folder: state.path))
        }
        share.beforeCalls { [share] _, call in
            if call == "rename", isGone { share.set(nil, of: "a.jpg.xmp") }
        }
        share.fail { _, call in ["rename", "delete"].contains(call) ? .refused(ENOTCONN) : nil }
        _ = await marking().set(.stars(1), of: Self.photo)
        #expect(share.names.count == (isGone ? 2 : 3))
        share.beforeCalls(nil)
        share.fail(nil)
        // Looking is enough.
        _ = await marking().marks(of: FilePath(Self.photo))
        #expect(share.names == ["a.jpg", "a.jpg.xmp"])
        #expect(isGone ? try marks(in: share.bytes("a.jpg.xmp"))?.stars == 1 : share.bytes("a.jpg.xmp") == old)
        #expect(try FileSystemCalls().names(in: state.path).filter { $0.hasSuffix(".share-drafts") } == [])
    }

    // MARK: Reversals

    @Test(arguments: [true, false]) func aMarkIsTakenBackByteForByte(isNew: Bool) async throws {
        let old = isNew ? nil : Array(SidecarSamples.digiKam.utf8)
        let share = ScriptedShareDisk(["a.jpg": [1]])
        share.set(old, of: "a.jpg.xmp")
        let marking = marking(share)
        let change = try #require(await marking.set(.stars(1), of: Self.photo).change)
        let given = share.bytes("a.jpg.xmp")
        // As the history keeps it.
        let forward = try await marking.takeBack(try #require(KeptChange(change.text)))
        #expect(share.bytes("a.jpg.xmp") == old)
        let back = try await marking.takeBack(try #require(KeptChange(forward.text)))
        #expect(share.bytes("a.jpg.xmp") == given)
        share.set([7], of: "a.jpg.xmp")
        await #expect(throws: FileFailure.self) { try await marking.takeBack(back) }
        #expect(share.bytes("a.jpg.xmp") == [7])
        #expect(share.names == ["a.jpg", "a.jpg.xmp"])
    }

    @Test func wordsAreEditedAndTakenBack() async throws {
        let share = ScriptedShareDisk(["a.jpg": [1]])
        let marking = marking(share)
        let outcome = await marking.edit(.addKeywords(["sea", "Fähre"]), of: Self.photo)
        #expect(outcome.failure == nil && outcome.facts?.words.count == 2)
        #expect(share.names == ["a.jpg", "a.jpg.xmp"])
        _ = try await marking.takeBack(try #require(outcome.change))
        #expect(share.names == ["a.jpg"])
    }
}
