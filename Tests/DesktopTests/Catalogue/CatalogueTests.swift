// The catalogue on the real file system: what is kept comes back, for files that have not changed.
import CGLib
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct CatalogueTests {
    private let scratch = ScratchFolder()
    private var path: String { scratch.path + "/data/catalogue.sqlite" }
    private let root = "/photos"

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func facts(
        _ files: [CataloguedFile], in catalogue: Catalogue, below root: String? = nil
    ) async -> [PhotoFacts?] {
        await catalogue.facts(of: files.map { ($0.path.text, $0.stamp) }, below: root ?? self.root)
    }

    @Test func whatIsKeptComesBackInAnotherRun() async throws {
        let files = [CatalogueSamples.full("summer/a.jpg", inode: 7), CatalogueSamples.plain("b", inode: .max)]
        await Catalogue(path: path).keep(files, below: root)
        let found = await facts(files, in: Catalogue(path: path))
        #expect(found == files.map { PhotoFacts(of: $0) })
        let first = try #require(found[0])
        #expect(first.taken == files[0].taken && first.taken?.hundredths == 42 && first.taken?.offset == -570)
        #expect(first.traits == .panorama && found[1]?.traits == [])
        #expect(
            first.camera == "Canon EOS R5" && first.lens == "RF35mm F1.8" && first.kind == "JPEG"
                && first.seconds == 3_753)
        #expect(first.marks == PhotoMarks(stars: 4, isFavourite: true) && found[1]?.marks == PhotoMarks.none)
    }

    @Test func everythingThatIsKnownOfAFileIsKept() async throws {
        let catalogue = Catalogue(path: path)
        await catalogue.keep([CatalogueSamples.full("a.jpg", inode: 7)], below: root)
        let database = try Database(.file(path), patience: 1_000)
        let row = try database.statement(
            """
            SELECT exposure, f_number, focal_length, latitude, longitude, altitude, iso, film_focal_length, \
            orientation, taken, utc_offset, origin, device, read FROM file JOIN folder ON folder.id = folder \
            WHERE folder.path = CAST('/photos' AS BLOB)
            """)
        try #require(try row.step())
        #expect((0..<6).map { row.real($0) } == [0.004, 2.8, 35, -33.8688, 151.2, -3.5])
        #expect((6..<12).map { row.number($0) } == [400, 52, 6, 2023_06_14_18_30_60_42, -570, 1])
        #expect(row.number(12) == -255 && abs((row.number(13) ?? 0) - Int64(time(nil))) < 600)
        #expect(try database.number("SELECT count(*) FROM word WHERE text IN ('Canon', 'Hand 1.0')") == 2)
    }

    /// An entry that has changed alone, or its sidecar: what is known holds until the file was looked at.
    @Test func aFileOfWhichTheEntryOrTheSidecarHasChangedIsKnownProvisionally() async {
        var file = CatalogueSamples.full("a.jpg", inode: 7)
        file.stamp.sidecar = 5
        let catalogue = Catalogue(path: path)
        await catalogue.keep([file], below: root)
        #expect(await facts([file], in: catalogue) == [PhotoFacts(of: file)])
        var expected = PhotoFacts(of: file)
        expected.isProvisional = true
        for sidecar in [0, 6] as [UInt32] {
            var other = file
            other.stamp.sidecar = sidecar
            #expect(await facts([other], in: catalogue) == [expected])
        }
        file.stamp.changed += 1
        #expect(await facts([file], in: catalogue) == [expected])
    }

    @Test func aFileThatHasChangedIsUnknown() async {
        let file = CatalogueSamples.full("a.jpg", inode: 7)
        let catalogue = Catalogue(path: path)
        await catalogue.keep([file], below: root)
        for change in [
            { $0.inode = 8 }, { $0.byteCount += 1 }, { $0.modified += 1 },
        ] as [(inout FileStamp) -> Void] {
            var stamp = file.stamp
            change(&stamp)
            #expect(await catalogue.facts(of: [("a.jpg", stamp)], below: root) == [nil])
        }
        // The number of a device changes with the order in which drives are found.
        var stamp = file.stamp
        stamp.device = 3
        #expect(await catalogue.facts(of: [("a.jpg", stamp)], below: root) == [PhotoFacts(of: file)])
    }

    @Test func aFileThatIsReadAgainReplacesWhatWasKnown() async throws {
        let catalogue = Catalogue(path: path)
        await catalogue.keep([CatalogueSamples.full("a.jpg", inode: 7)], below: root)
        let next = CatalogueSamples.plain("a.jpg", inode: 8)
        await catalogue.keep([next], below: root)
        #expect(await facts([next], in: catalogue) == [PhotoFacts(of: next)])
        #expect(try Database(.file(path), patience: 1_000).number("SELECT count(*) FROM file") == 1)
    }

    /// Names that are not UTF-8, hold newlines, quotes, or characters that stand for bytes.
    @Test func everyFileNameIsKeptAsItIs() async {
        let names: [[UInt8]] = [
            Array("a\nb".utf8), Array("'; DROP TABLE file; --".utf8), [0xFF], [0xE4, 0x2E], [0xF4, 0x8F, 0xBA, 0xBF],
            Array("ä".utf8), Array("a\u{308}".utf8), Array(" ".utf8), Array(String(repeating: "x", count: 255).utf8),
        ]
        let files = names.enumerated().flatMap { number, name in
            [name, [0xFE] + Array("/sub/".utf8) + name].enumerated().map { depth, path in
                CatalogueSamples.plain(FilePath.text(path), inode: UInt64(number * 2 + depth))
            }
        }
        let root = FilePath.text(Array("/\n".utf8) + [0xC3])
        await Catalogue(path: path).keep(files, below: root)
        let found = await facts(files, in: Catalogue(path: path), below: root)
        #expect(found == files.map { PhotoFacts(of: $0) })
        // Nothing was found by its identity alone, under another name.
        let other = await Catalogue(path: path).facts(of: [("\u{E4}", CatalogueSamples.stamp(inode: 999))], below: root)
        #expect(other == [nil])
    }

    @Test func aFolderIsTheSameFromWhereverItIsSeen() async {
        let catalogue = Catalogue(path: path)
        let file = CatalogueSamples.full("2023/june/a.jpg", inode: 7)
        await catalogue.keep([file], below: "/photos/")
        let found = await catalogue.facts(of: [("a.jpg", file.stamp)], below: "/photos/2023/june")
        #expect(found == [PhotoFacts(of: file)])
        let absolute = await catalogue.facts(of: [("/photos/2023/june/a.jpg", file.stamp)], below: "/")
        #expect(absolute == [PhotoFacts(of: file)])
        await catalogue.keep([CatalogueSamples.plain("x/y", inode: 8)], below: "/")
        #expect(await catalogue.facts(of: [("y", CatalogueSamples.stamp(inode: 8))], below: "/x/") != [nil])
    }

    /// Few of many and in any order, over the gaps after which the search begins anew.
    @Test func anySelectionOfALargeFolderIsFound() async {
        let catalogue = Catalogue(path: path)
        let files = (0..<3_000).map { CatalogueSamples.plain("\($0 % 7)/\($0)", inode: UInt64($0)) }
        await catalogue.keep(files, below: root)
        for step in [1, 2, 13, 17, 18, 400, 2_999] {
            var asked = stride(from: 0, to: files.count, by: step).map { files[$0] }
            asked.append(CatalogueSamples.plain("3/5000000", inode: 9_000_000))
            asked.append(CatalogueSamples.plain("nowhere/1", inode: 9_000_001))
            asked.shuffle()
            let found = await facts(asked, in: catalogue)
            #expect(found == asked.map { $0.stamp.inode < 3_000 ? PhotoFacts(of: $0) : nil })
        }
    }

    @Test func aFileIsKnownAgainUnderAnotherNameAndNotedThere() async throws {
        let file = CatalogueSamples.full("before/a.jpg", inode: 7)
        let catalogue = Catalogue(path: path)
        await catalogue.keep([file], below: root)
        #expect(await catalogue.facts(of: [("after/b.jpg", file.stamp)], below: root) == [PhotoFacts(of: file)])
        await catalogue.settle()
        await catalogue.forget(["before/a.jpg"], below: root)
        #expect(await catalogue.facts(of: [("after/b.jpg", file.stamp)], below: root) == [PhotoFacts(of: file)])
        // Another device has a file of the same number.
        var stamp = file.stamp
        stamp.device = 3
        #expect(await catalogue.facts(of: [("c.jpg", stamp)], below: root) == [nil])
    }

    @Test(arguments: [(10, true), (64, false)])
    func aFileIsLookedForAmongSoManyOfItsNames(count: Int, isFound: Bool) async {
        let catalogue = Catalogue(path: nil)
        // The times of these are not from their content: they say nothing about a file with another name.
        let names = (0..<count).map { CatalogueSamples.plain("\($0)", inode: 7) }
        await catalogue.keep(names + [CatalogueSamples.full("last", inode: 7)], below: root)
        let found = await catalogue.facts(of: [("other", CatalogueSamples.stamp(inode: 7))], below: root)
        #expect((found != [nil]) == isFound)
    }

    @Test func twoNamesOfOneFileAreKeptApart() async {
        let catalogue = Catalogue(path: path)
        let files = ["a.jpg", "x/b.jpg"].map { CatalogueSamples.full($0, inode: 7) }
        await catalogue.keep(files, below: root)
        await catalogue.forget(["a.jpg"], below: root)
        #expect(await facts([files[1]], in: catalogue) == [PhotoFacts(of: files[1])])
        await catalogue.keep([files[0]], below: root)
        await catalogue.rename([("x/b.jpg", "c.jpg")], below: root)
        let found = await catalogue.facts(of: [("a.jpg", files[0].stamp), ("c.jpg", files[1].stamp)], below: root)
        #expect(found == files.map { PhotoFacts(of: $0) })
    }

    @Test func filesThatAreGoneAreForgotten() async {
        let catalogue = Catalogue(path: path)
        let files = (0..<4).map { CatalogueSamples.plain("\($0)", inode: UInt64($0)) }
        await catalogue.keep(files, below: root)
        await catalogue.forget(["1", "3", "never"], below: root)
        await catalogue.forget(["0"], below: "/elsewhere")
        #expect(await facts(files, in: catalogue).map { $0 != nil } == [true, false, true, false])
    }

    @Test func renamedFilesKeepTheirFactsAlsoWhenTheyTakeEachOthersNames() async {
        let catalogue = Catalogue(path: path)
        let files = ["a", "b", "c"].enumerated().map { CatalogueSamples.full($1, inode: UInt64($0)) }
        await catalogue.keep(files, below: root)
        await catalogue.rename([("a", "b"), ("b", "a"), ("c", "new/d"), ("missing", "e")], below: root)
        let found = await catalogue.facts(
            of: [("b", files[0].stamp), ("a", files[1].stamp), ("new/d", files[2].stamp)], below: root)
        // Names that had another file are looked at once more, for its tile may still be kept.
        #expect(found.map { $0?.isProvisional } == [true, true, false])
        #expect(found.map { $0.map(certain) } == files.map { PhotoFacts(of: $0) })
        await catalogue.rename([("a", "b")], below: root)
        let over = await catalogue.facts(of: [("b", files[1].stamp)], below: root)
        #expect(over.map { $0.map(certain) } == [PhotoFacts(of: files[1])])
    }

    private func certain(_ facts: PhotoFacts) -> PhotoFacts {
        var certain = facts
        certain.isProvisional = false
        return certain
    }

    /// IMG_20230614_183000 says when it was taken, and holiday does not.
    @Test func aTimeThatANameHasSaidIsNotTakenToAnotherName() async {
        let catalogue = Catalogue(path: path)
        var file = CatalogueSamples.full("IMG_20230614_183000.jpg", inode: 7)
        file.taken = file.taken.map { TakenTime($0.time, origin: .fileName) }
        await catalogue.keep([file], below: root)
        #expect(await catalogue.facts(of: [("holiday.jpg", file.stamp)], below: root) == [nil])
        await catalogue.rename([(file.path.text, "new/" + file.path.text)], below: root)
        file.path = FilePath("new/" + file.path.text)
        #expect(await facts([file], in: catalogue) == [PhotoFacts(of: file)])
        await catalogue.rename([(file.path.text, "holiday.jpg")], below: root)
        #expect(await catalogue.facts(of: [("holiday.jpg", file.stamp)], below: root) == [nil])
        #expect(await facts([file], in: catalogue) == [nil])
    }

    @Test func asMuchOfATimeIsKeptAsIsKnown() async {
        var files: [CataloguedFile] = []
        let wall = WallTime(year: 1975, month: 6, day: 14, hour: 8, minute: 5, second: 9)
        for precision in TakenTime.Precision.allCases {
            for clock in TakenTime.Clock.allCases {
                for origin in TakenTime.Origin.allCases {
                    var file = CatalogueSamples.plain("\(files.count)", inode: UInt64(files.count))
                    file.taken = wall.map {
                        TakenTime($0, hundredths: 3, offset: 60, precision: precision, origin: origin, clock: clock)
                    }
                    files.append(file)
                }
            }
        }
        let catalogue = Catalogue(path: path)
        await catalogue.keep(files, below: root)
        #expect(await facts(files, in: catalogue) == files.map { PhotoFacts(of: $0) })
        let first = await catalogue.first(100, by: .taken, isDescending: false, below: root)
        let precisions = first.compactMap { file in files.first { $0.path.text == file.path }?.taken?.precision }
        #expect(precisions == precisions.sorted() && precisions.count == files.count)
    }

    /// What the name has told of the zone, and what a sidecar tells, belongs to that name.
    @Test func aTimeThatMoreThanTheFileHasSaidIsNotTakenToAnotherName() async {
        let catalogue = Catalogue(path: path)
        var (named, beside) = (CatalogueSamples.full("a", inode: 7), CatalogueSamples.full("b", inode: 8))
        named.taken = named.taken.map { TakenTime($0.time, origin: .metadata, clock: .file) }
        beside.taken = beside.taken.map { TakenTime($0.time, origin: .sidecar) }
        let own = CatalogueSamples.full("c", inode: 9)
        await catalogue.keep([named, beside, own], below: root)
        let found = await catalogue.facts(
            of: [("x", named.stamp), ("y", beside.stamp), ("z", own.stamp)], below: root)
        #expect(found == [nil, nil, PhotoFacts(of: own)])
    }

    @Test func fileAndFolderAreTheUsersAlone() async {
        let before = umask(0)
        defer { umask(before) }
        let catalogue = Catalogue(path: path)
        await catalogue.keep([CatalogueSamples.plain("a", inode: 1)], below: root)
        #expect(mode(scratch.path + "/data") == 0o700)
        for suffix in ["", "-wal", "-shm", ".lock"] { #expect(mode(path + suffix) == 0o600, "\(suffix)") }
        chmod(path, 0o644)
        await Catalogue(path: path).keep([CatalogueSamples.plain("b", inode: 2)], below: root)
        #expect(mode(path) == 0o600)
    }

    /// Readers and writers of several programs at once: everything is there afterwards, once.
    @Test func severalAtOnceLoseNothing() async throws {
        let path = path, root = root
        await withTaskGroup(of: Void.self) { group in
            for instance in 0..<4 {
                group.addTask {
                    let catalogue = Catalogue(path: path)
                    for batch in 0..<10 {
                        // Half of the files are everybody's.
                        let files = (0..<20).map { number in
                            let inode = UInt64(batch * 100 + number + (number < 10 ? 0 : 10_000 * (instance + 1)))
                            return CatalogueSamples.full("\(batch)/\(inode)", inode: inode)
                        }
                        await catalogue.keep(files, below: root)
                        let found = await catalogue.facts(of: files.map { ($0.path.text, $0.stamp) }, below: root)
                        #expect(!found.contains(nil))
                    }
                }
            }
        }
        let database = try Database(.file(path), patience: 1_000)
        #expect(try database.number("SELECT count(*) FROM file") == 10 * (10 + 4 * 10))
        #expect(try database.number("SELECT count(*) FROM folder") == 10)
        let check = try database.statement("PRAGMA integrity_check")
        try #require(try check.step())
        #expect(check.text(0) == "ok")
        #expect(try ScratchFiles.names(in: scratch.path + "/data").allSatisfy { !$0.contains("damaged") })
    }

    /// A reader sees what was written last and does not wait, however long a change takes.
    @Test func readingDoesNotWaitForWriting() async throws {
        let file = CatalogueSamples.full("a.jpg", inode: 7)
        let catalogue = Catalogue(path: path)
        await catalogue.keep([file], below: root)
        let other = try Database(.file(path), patience: 0)
        try other.execute("BEGIN IMMEDIATE; DELETE FROM file")
        #expect(await facts([file], in: catalogue) == [PhotoFacts(of: file)])
        try other.execute("ROLLBACK")
    }

    @Test func withoutAFileNothingIsLeftBehind() async {
        let catalogue = Catalogue(path: nil)
        let files = [CatalogueSamples.full("a.jpg", inode: 7)]
        await catalogue.keep(files, below: root)
        #expect(await facts(files, in: catalogue) == files.map { PhotoFacts(of: $0) })
        #expect(await facts(files, in: Catalogue(path: nil)) == [nil])
    }
}
