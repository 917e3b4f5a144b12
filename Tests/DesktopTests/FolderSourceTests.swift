// Folders: the order people expect, hidden things hidden, loops survived, failures named.
import CGLib
import Codecs
import Fixtures
import Glibc
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct FolderSourceTests {
    private let scratch = ScratchFolder()

    private func all(_ source: some PhotoSource) async throws -> [Photo] {
        var photos: [Photo] = []
        for try await case .added(let page, let isLast) in source.changes() {
            photos += page.photos
            if isLast { break }
        }
        return photos
    }

    private func ids(_ source: some PhotoSource) async throws -> [String] { try await all(source).map(\.id.text) }

    @Test func filesComeInNaturalOrderThenSubfolders() async throws {
        for name in [
            "b/img2.png", "b/img10.png", "a10.jpg", "a2.JPG", "c.txt", "a/deep/x.webp", "a/1.jpeg", "noextension",
        ] {
            if let slash = name.lastIndex(of: "/") { scratch.folder(String(name[..<slash])) }
            scratch.write(name, [1])
        }
        let found = try await ids(FolderSource(path: scratch.path))
        #expect(found == ["a2.JPG", "a10.jpg", "a/1.jpeg", "a/deep/x.webp", "b/img2.png", "b/img10.png"])
    }

    @Test func cameraRawBesideAnImageIsOnePhotoWithItAndAloneAPhoto() async throws {
        for name in ["a.JPG", "a.CR2", "b.CR2", "c.jpg", "C.cr2", "x/a.dng", "x/a.png"] {
            if name.hasPrefix("x/") { scratch.folder("x") }
            scratch.write(name, [1])
        }
        // The order of capital letters is that of the locale.
        let photos = try await all(FolderSource(path: scratch.path)).sorted { $0.id.text < $1.id.text }
        #expect(photos.map(\.id.text) == ["C.cr2", "a.JPG", "b.CR2", "c.jpg", "x/a.png"])
        #expect(photos.map(\.companions) == [[], ["a.CR2"], [], [], ["a.dng"]])
        #expect(photos.map(\.badge) == [.raw, .rawBeside, .raw, nil, .rawBeside])
        #expect(try await FolderSurvey().count(FilePath(scratch.path), withSubfolders: true).photos == 5)
        let named = FileListSource(paths: ["b.CR2", "a.CR2", "x/a.png", "a.JPG"].map { scratch.path + "/" + $0 })
        let listed = try await all(named)
        #expect(listed.map(\.title) == ["b.CR2", "a.png", "a.JPG"])
        #expect(listed.map(\.companions) == [[], [], ["a.CR2"]])
    }

    @Test func aNamedImageThatIsMissingHidesNoRawFile() async throws {
        for name in ["a.CR2", "b.CR2", "b.JPG", "c.CR2", "c.heic"] { scratch.write(name, [1]) }
        let names = ["a.JPG", "a.CR2", "b.CR2", "b.JPG", "c.jpg", "c.heic", "c.CR2"]
        let source = FileListSource(paths: names.map { scratch.path + "/" + $0 })
        let listed = try await all(source)
        #expect(listed.map(\.title) == ["a.JPG", "a.CR2", "b.JPG", "c.jpg", "c.heic"])
        #expect(listed.map(\.companions) == [[], [], ["b.CR2"], [], ["c.CR2"]])
        #expect(source.title == "5 pictures")
    }

    @Test func aRawFileThatIsNamedIsThePhotoItBelongsTo() async throws {
        for name in ["a.JPG", "b.CR2", "b.JPG", "c.CR2"] { scratch.write(name, [1]) }
        let source = FolderSource(path: scratch.path)
        let listed = try await all(source)
        #expect(await source.photo(of: "b.CR2")?.photo == listed[1])
        #expect(await source.photo(of: "c.CR2")?.photo == listed[2])
        // Only for a raw file the folder is read.
        #expect(await source.photo(of: "b.JPG")?.photo.id == listed[1].id)
    }

    @Test func videosAreListedAsVideosAndNothingElseIs() async throws {
        for name in ["a.jpg", "b.MP4", "c.webm", "d.ts", "e.cr2", "f.lrv", ".g.mp4"] { scratch.write(name, [1]) }
        let source = FolderSource(path: scratch.path)
        let photos = try await all(source)
        #expect(photos.map(\.id.text) == ["a.jpg", "b.MP4", "c.webm", "e.cr2"])
        #expect(photos.map(\.isVideo) == [false, true, true, false])
        #expect(photos.map { source.original(of: $0).isVideo } == [false, true, true, false])
        #expect(await source.report.unshown == ["lrv": 1])
        let named = FileListSource(paths: ["b.MP4", "a.jpg"].map { "\(scratch.path)/\($0)" })
        #expect(try await all(named).map(\.isVideo) == [true, false])
    }

    @Test func aFolderCanBeShownWithoutItsSubfolders() async throws {
        for name in ["b.png", "a/1.jpeg"] {
            if let slash = name.lastIndex(of: "/") { scratch.folder(String(name[..<slash])) }
            scratch.write(name, [1])
        }
        let alone = FolderSource(path: scratch.path, withSubfolders: false)
        #expect(try await ids(alone) == ["b.png"])
        #expect(alone.identity == FolderSource(path: scratch.path).identity)
    }

    @Test func namesThatAreNotUTF8AreListedAndLeadToTheirFiles() async throws {
        let names: [[UInt8]] = [
            [0x61, 0xE9, 0xFF], [0x61, 0xEA], Array("a\u{10FEE9}".utf8), Array("a\nb\u{1B}[31m".utf8),
        ]
        let folder = scratch.folder("album") + "/" + FilePath.text([0xFF])
        #expect(FilePath.withC(folder) { mkdir($0, 0o700) } == 0)
        var paths: Set<String> = []
        for (number, name) in names.enumerated() {
            let path = folder + "/" + FilePath.text(name + Array(".png".utf8))
            let bytes = [UInt8](repeating: 7, count: number + 1)
            #expect(
                FilePath.withC(path) { g_file_set_contents($0, String(decoding: bytes, as: UTF8.self), -1, nil) } != 0)
            paths.insert(path)
        }
        let source = FolderSource(path: scratch.path + "/album")
        let photos = try await all(source)
        #expect(Set(photos.map { source.original(of: $0) }) == Set(paths.map { ImageLocation.file(FilePath($0)) }))
        #expect(await source.report.unreadable.isEmpty)
        #expect(
            Set(photos.map(\.title)) == [
                "a\u{FFFD}\u{FFFD}.png", "a\u{FFFD}.png", "a\u{10FEE9}.png", "a\u{240A}b\u{241B}[31m.png",
            ])
        #expect(Set(photos.map(\.version)).count == 4 && Set(photos.map(\.id)).count == 4)
        // By each of them, and by its folder.
        let lengths = try await withThrowingTaskGroup { group in
            for path in paths {
                group.addTask {
                    let photo = try await FileListSource(paths: [path]).page(after: nil).photos[0]
                    let key = FetchKey(
                        source: SourceID("files"), photo: photo.id, version: "", location: .file(FilePath(path)))
                    let ticket = FetchTicket(title: photo.title, priority: .visible)
                    let bytes = try await FileByteLoader().bytes(for: key, ticket: ticket).bytes
                    return (bytes.count, try await FileFactsReader().facts(of: path)?.byteCount)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(lengths.map(\.0).sorted() == [1, 2, 3, 4] && lengths.allSatisfy { $0.0 == $0.1 })
        let named = FolderSource(path: folder)
        let photo = await named.photo(of: FileName(FilePath.text([0x61, 0xEA] + Array(".png".utf8))))?.photo
        #expect(photo?.title == "a\u{FFFD}.png" && named.title == "\u{FFFD}")
        #expect(try await all(named).contains { $0 == photo })
    }

    @Test func pathsAndNamesThatAreTooLongAreNamedWithTheReason() async throws {
        for path in [
            scratch.path + "/" + String(repeating: "x", count: 256), "/" + String(repeating: "abc/", count: 2000),
        ] {
            do {
                _ = try await FolderSource(path: path).changes().makeAsyncIterator().next()
                Issue.record("a path that is too long was read")
            } catch let failure as LoadFailure {
                #expect(failure.reason == .unreadable(.verbatim("File name too long")))
            }
        }
        let longest = String(repeating: "x", count: 251) + ".png"
        let file = creat(scratch.path + "/" + longest, 0o600)
        #expect(file >= 0 && close(file) == 0)
        #expect(try await ids(FolderSource(path: scratch.path)) == [longest])
    }

    @Test func hiddenFilesAndFoldersAreSkipped() async throws {
        scratch.folder(".thumbnails")
        scratch.write(".thumbnails/a.png", [1])
        scratch.write(".b.png", [1])
        scratch.write("c.png", [1])
        #expect(try await ids(FolderSource(path: scratch.path)) == ["c.png"])
    }

    @Test func linksAreFollowedAndLoopsEnd() async throws {
        scratch.folder("album/inner")
        scratch.write("album/a.png", [1])
        scratch.write("album/inner/b.png", [1])
        scratch.link("album/inner/up", to: scratch.path)
        scratch.link("self", to: ".")
        scratch.link("twice", to: "album")
        scratch.link("z.png", to: "album/a.png")
        scratch.link("gone.png", to: "nowhere.png")
        let source = FolderSource(path: scratch.path)
        #expect(try await ids(source) == ["z.png", "album/a.png", "album/inner/b.png"])
        let warnings = await source.report.unreadable
        #expect(warnings.count == 1 && warnings[0].path.contains("gone.png"))
    }

    @Test func pagesAreSixtyFourThenFiveHundredAndTwelveWithoutGapOrRepeat() async throws {
        for number in 0..<700 { scratch.write("p\(number).png", [1]) }
        let changes = FolderSource(path: scratch.path).changes().makeAsyncIterator()
        var pages: [PackedPage] = []
        while case .added(let page, let isLast) = try await changes.next() {
            pages.append(page)
            if isLast { break }
        }
        #expect(pages.map(\.count) == [64, 512, 124])
        #expect(pages.flatMap(\.photos).map(\.id.text) == (0..<700).map { "p\($0).png" })
    }

    @Test func aSecondReaderBeginsAnewAndEndsTheFirst() async throws {
        for number in 0..<100 { scratch.write("p\(number).png", [1]) }
        let source = FolderSource(path: scratch.path)
        let first = source.changes().makeAsyncIterator()
        let page = try await first.next()
        #expect(try await source.changes().makeAsyncIterator().next() == page)
        #expect(try await first.next() == nil)
    }

    @Test func aCancelledPageCanBeAskedAgain() async throws {
        for number in 0..<100 { scratch.write("p\(number).png", [1]) }
        let changes = FolderSource(path: scratch.path).changes().makeAsyncIterator()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await changes.next()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        guard case .added(let page, isLast: false) = try await changes.next() else {
            Issue.record("the first page was lost")
            return
        }
        #expect(page.photos.map(\.id.text) == (0..<64).map { "p\($0).png" })
    }

    @Test func photosComeWithTheStampsOfTheirFiles() async throws {
        let path = scratch.write("a.png", [1, 2, 3])
        var status = stat()
        #expect(stat(path, &status) == 0)
        for source in [FolderSource(path: scratch.path) as any PhotoSource, FileListSource(paths: [path])] {
            let change = try await source.changes().makeAsyncIterator().next()
            let id = PhotoID(source is FileListSource ? path : "a.png")
            let photo = try #require(try await all(source).first { $0.id == id })
            #expect(change == .added(PackedPage(listed: [ListedPhoto(photo, stamp: FileStamp(status))]), isLast: true))
        }
    }

    @Test func aPhotoCarriesTitleAndVersion() async throws {
        let path = scratch.write("a b.png", [1, 2, 3])
        let source = FolderSource(path: scratch.path + "/")
        let photo = try #require(try await all(source).first)
        #expect(photo.title == "a b.png")
        #expect(source.original(of: photo) == .file(FilePath(path)))
        #expect(photo.version.count == 8)
        scratch.write("a b.png", [1, 2, 3, 4])
        #expect(try await all(source).first?.version != photo.version)
    }

    @Test func anEmptyFolderIsAnEmptyLastPage() async throws {
        let change = try await FolderSource(path: scratch.path).changes().makeAsyncIterator().next()
        #expect(change == .added(PackedPage([]), isLast: true))
    }

    @Test func theFolderItselfFailsTheListing() async throws {
        func reason(_ path: String) async -> LoadFailure.Reason? {
            do {
                _ = try await FolderSource(path: path).changes().makeAsyncIterator().next()
                return nil
            } catch {
                #expect((error as? LoadFailure)?.stage == .listing)
                return (error as? LoadFailure)?.reason
            }
        }
        #expect(await reason(scratch.path + "/missing") == .notFound)
        #expect(await reason(scratch.write("a.png", [1])) == .unreadable(Message("it is not a folder")))
    }

    @Test func anUnreadableSubfolderIsLeftOutAndNoted() async throws {
        scratch.write("a.png", [1])
        // A chain of links that leads nowhere is unreadable for root as well.
        scratch.link("loop1.png", to: "loop2.png")
        scratch.link("loop2.png", to: "loop1.png")
        let locked = scratch.folder("locked")
        scratch.write("locked/b.png", [1])
        chmod(locked, 0)
        defer { chmod(locked, 0o700) }
        let source = FolderSource(path: scratch.path)
        let found = try await ids(source)
        let warnings = await source.report.unreadable
        #expect(warnings.count(where: { "\($0)".contains("loop") }) == 2)
        if getuid() == 0 {
            #expect(found == ["a.png", "locked/b.png"])  // nothing is locked to root
        } else {
            #expect(found == ["a.png"])
            #expect(warnings.contains { $0.path.contains("locked") })
        }
    }

    @Test func namedFilesKeepTheirOrderAndMissingOnesAreListed() async throws {
        let b = scratch.write("b.png", [1])
        let a = scratch.write("a.png", [1])
        let source = FileListSource(paths: [b, a, b, scratch.path + "/missing.png"])
        #expect(try await ids(source) == [b, a, scratch.path + "/missing.png"])
        #expect(source.title == "3 pictures")
        #expect(FileListSource(paths: [b]).title == "b.png")
    }
}

@Suite(.timeLimit(.minutes(5)))
struct NamedPhotoTests {
    private let scratch = ScratchFolder()

    @Test func itIsWhatTheListingHasWithItsStamp() async throws {
        for number in 0..<300 { scratch.write("p\(number).png", [1]) }
        let source = FolderSource(path: scratch.path)
        let named = try #require(await source.photo(of: "p250.png"))
        let changes = source.changes().makeAsyncIterator()
        guard case .added(let first, _) = try await changes.next(),
            case .added(let second, _) = try await changes.next()
        else {
            Issue.record("the folder was not listed")
            return
        }
        #expect(first.count == 64)
        #expect((first.photos + second.photos)[250] == named.photo)
        #expect(await source.look(for: [PhotoID("p250.png")]) == [named])
        #expect(source.original(of: named.photo) == .file(FilePath(scratch.path + "/p250.png")))
    }

    @Test(arguments: [".hidden.png", "letter.txt", "noextension"])
    func aFileThatFoldersDoNotListIsNone(name: String) async throws {
        scratch.write(name, [1])
        #expect(await FolderSource(path: scratch.path).photo(of: FileName(name)) == nil)
    }

    @Test func oneThatIsGoneHasNoStamp() async throws {
        let named = await FolderSource(path: scratch.path).photo(of: "b.png")
        #expect(named?.photo.title == "b.png" && named?.stamp == nil)
    }

    @Test func aListOfFilesKnowsItsOwn() async throws {
        let file = scratch.write("letter.txt", [1])
        let source = FileListSource(paths: [file])
        let change = try await source.changes().makeAsyncIterator().next()
        let looked = await source.look(for: [PhotoID(file), PhotoID("/elsewhere")])
        #expect(looked.count == 1 && looked.first?.stamp != nil)
        #expect(change == .added(PackedPage(listed: looked), isLast: true))
    }
}
