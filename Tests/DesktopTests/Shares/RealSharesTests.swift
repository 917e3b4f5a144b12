// Folders and files on real servers, through GVfs: as on the disk.
import Codecs
import Fixtures
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

/// The servers by which folders are read without a test of passwords; those that TESSERA_SHARE_KINDS names, if it does.
let servedKinds = ["sftp", "smb", "dav", "wsgidav"].filter { kind in
    let asked = getenv("TESSERA_SHARE_KINDS").map { String(cString: $0).split(separator: ",").map(String.init) }
    return ShareServers.running?.addresses[kind] != nil && asked?.contains(kind) ?? true
}

@Suite(.timeLimit(.minutes(5)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealSharesTests {
    private let client = ShareClient { try await ShareMounting.shared.connect($0) }
    private let listings = KeptListings()

    private func listing(_ address: ShareAddress) -> ServedListing {
        ServedListing(ShareSource(address, shares: client, listings: listings))
    }

    private func whole(_ address: ShareAddress, limit: Int = 1 << 24) async throws -> [UInt8] {
        let ticket = FetchTicket(title: address.name.shown, priority: .visible)
        return Array(try await client.whole(address, limit: limit, ticket: ticket).storage)
    }

    // MARK: Listing

    @Test(arguments: servedKinds) func aFolderIsListedAsOnTheDisk(kind: String) async throws {
        let folder = try ServedFolder()
        var names = [
            "b.jpg", "a 2.JPG", "a 10.JPG", "a 2.CR2", "100%25.png", "#1 + &.jpg", "caf\u{E9}.jpg", "cafe\u{301}.jpg",
            "note.txt", "film.mp4", ".hidden.jpg", "noextension", String(repeating: "x", count: 196) + ".jpg",
            "sub folder/c.webp", "sub folder/deep%/#/d.jpg", ".hidden/e.jpg", "\u{5E9}/f.jpg", "left out/.nomedia",
            "left out/g.jpg",
        ]
        // Samba gives a name with this character a short one.
        if kind != "smb" { names.append("what?.jpg") }
        for (count, name) in names.enumerated() { folder.write(FilePath(name), count * 10) }
        // The others do not show such a name, or no name beside it.
        if kind == "sftp" { folder.write(FilePath(FilePath.text([0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67])), 5) }
        folder.disk.folder("empty")
        // By WebDAV links are not listed.
        if kind == "sftp" || kind == "smb" {
            folder.disk.link("photo.jpg", to: folder.disk.path + "/b.jpg")
            folder.disk.link("nowhere.jpg", to: folder.disk.path + "/gone.jpg")
        }
        let disk = ServedListing(FolderSource(path: folder.disk.path)), share = listing(try folder.address(by: kind))
        try await disk.list()
        try await share.list()
        #expect(share.items == disk.items)
        #expect(share.ids.count == (kind == "sftp" ? 15 : 13))
        #expect(share.report.unreadable == [])
    }

    @Test(arguments: servedKinds) func aFolderIsToldFromAPhotoWhateverItsName(kind: String) async throws {
        let folder = try ServedFolder()
        folder.disk.folder("folder.jpg")
        folder.write("empty.jpg", 0)
        let bytes = folder.write("photo.jpg", 100_000)
        let address = try folder.address(by: kind)
        #expect(try await client.file(at: address.appending(path: "folder.jpg")) == nil)
        #expect(try await client.file(at: address.appending(path: "empty.jpg"))?.byteCount == 0)
        let photo = address.appending(path: "photo.jpg")
        let file = try #require(try await client.file(at: photo))
        let beginning = try await client.beginning(of: photo, count: 1 << 16, name: "photo.jpg", for: .preview)
        #expect(Array(beginning.storage) == Array(bytes.prefix(1 << 16)))
        await #expect(throws: LoadFailure.self) {
            try await client.file(at: address.appending(path: "missing.jpg"))
        }
        // What was found is read on, once.
        let long = folder.write("long.jpg", 2_500_000)
        for (name, bytes) in [("photo.jpg", bytes), ("long.jpg", long)] {
            let address = address.appending(path: FilePath(name))
            _ = try await client.file(at: address)
            for _ in 0..<2 { #expect(try await whole(address) == bytes) }
            _ = try await client.file(at: address)
            await client.closeFiles(on: address.root)
            #expect(try await whole(address) == bytes)
        }
        // What is loaded of the opened photo is not loaded again once its folder is listed.
        let listed = Mutex<[ShareEntry]>([])
        try await client.list(address, asks: false) { entries in
            listed.withLock { $0 += entries }
            return true
        }
        #expect(listed.withLock { $0.first { $0.name == "photo.jpg" } }?.status() == file.status())
    }

    @Test(arguments: servedKinds) func anEmptyFolderIsListedAsEmpty(kind: String) async throws {
        let folder = try ServedFolder()
        let share = listing(try folder.address(by: kind))
        try await share.list()
        #expect(share.ids == [])
    }

    @Test(arguments: servedKinds) func manyFilesAreAllThere(kind: String) async throws {
        let folder = try ServedFolder()
        for number in 0..<1200 { folder.write(FilePath("\(number).jpg"), 1) }
        let share = listing(try folder.address(by: kind))
        try await share.list()
        #expect(share.ids == (0..<1200).map { "\($0).jpg" })
    }

    /// A link to a folder is one by sftp; other servers show a folder in its place.
    @Test func aLinkToAFolderIsNotFollowed() async throws {
        let folder = try ServedFolder()
        folder.write("a/1.jpg", 10)
        folder.disk.link("a/loop", to: folder.disk.path)
        folder.disk.link("z", to: folder.disk.path + "/a")
        let share = listing(try folder.address(by: "sftp"))
        try await share.list()
        #expect(share.ids == ["a/1.jpg"])
    }

    @Test(arguments: servedKinds) func whatHasChangedComesAsADifference(kind: String) async throws {
        let folder = try ServedFolder()
        for name in ["same.jpg", "sub/same.jpg"] { folder.write(FilePath(name), 30) }
        folder.write("changed.jpg", 10)
        folder.write("sub/removed.jpg", 10)
        folder.write("gone/removed.jpg", 10)
        let share = listing(try folder.address(by: kind))
        try await share.list()
        await listings.wait(for: 1)
        folder.write("changed.jpg", 20)
        folder.write("sub/added.jpg", 10)
        folder.write("new/added.jpg", 10)
        folder.remove("sub/removed.jpg")
        folder.remove("gone/removed.jpg")
        #expect(FilePath(folder.disk.path).appending("gone").withC(rmdir) == 0)
        await share.source.refresh(.requested)
        let ids = ["changed.jpg", "same.jpg", "new/added.jpg", "sub/added.jpg", "sub/same.jpg"]
        try await share.read { $0.ids == ids && !$0.changed.isEmpty }
        #expect(share.changed == [PhotoID("changed.jpg")])
        #expect(share.items.first?.byteCount == 20)
    }

    /// The user of the tests may read everything where the repository is another's: WsgiDAV runs as that user.
    @Test(arguments: servedKinds.filter { $0 != "wsgidav" })
    func aFolderThatIsDeniedIsNamedAndItsNeighboursAreListed(kind: String) async throws {
        let folder = try ServedFolder()
        for name in ["a/1.jpg", "denied/2.jpg", "z/3.jpg"] { folder.write(FilePath(name), 10) }
        let denied = folder.disk.path + "/denied"
        chmod(denied, 0)
        defer { chmod(denied, 0o700) }
        let share = listing(try folder.address(by: kind))
        try await share.read { $0.isListed && !$0.report.unreadable.isEmpty }
        #expect(share.ids == ["a/1.jpg", "z/3.jpg"])
        #expect(share.report.unreadable.count == 1 && share.report.unreadable[0].path == "denied")
        #expect("\(share.report.unreadable[0])".contains("permission") && !share.report.isAway)
    }

    // MARK: Files

    @Test(arguments: servedKinds) func wholeFilesAndBeginningsAreThoseOfTheDisk(kind: String) async throws {
        let folder = try ServedFolder()
        let address = try folder.address(by: kind)
        for (count, name) in [
            (0, "empty.jpg"), (1, "a b.jpg"), (65_535, "caf\u{E9} %41#.jpg"), (65_536, "x"), (65_537, "y"),
            (3_000_000, "large.jpg"),
        ] {
            let bytes = folder.write(FilePath(name), count)
            let file = address.appending(path: FilePath(name))
            #expect(try await whole(file) == bytes, "\(name)")
            let beginning = try await client.beginning(of: file, count: 65_536, name: name, for: .facts)
            #expect(Array(beginning.storage) == Array(bytes.prefix(65_536)), "\(name)")
            let entry = try await client.entry(at: file, asks: false)
            #expect(entry.isRegular && !entry.isFolder && entry.byteCount == Int64(count))
        }
        #expect(try await client.entry(at: address, asks: false).isFolder)
        #expect(try await whole(address.appending(path: "x"), limit: 65_536).count == 65_536)
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "y", reason: .tooManyBytes(limit: 65_536))) {
            try await whole(address.appending(path: "y"), limit: 65_536)
        }
    }

    @Test(arguments: servedKinds) func aLengthThatLiesCutsNoFile(kind: String) async throws {
        let folder = try ServedFolder()
        let address = try folder.address(by: kind)
        for (count, lie) in [
            (100_000, 10), (100_000, 99_999), (100_000, 65_536), (300, 5_000_000), (300, 299), (300, 300),
            (2_500_000, 2_500_000), (2_500_001, 2_500_000), (4_000_000, 2_500_000), (2_000_000, 2_500_000),
            (1_250_000, 2_500_000), (1_000_000, 2_500_000),
        ] {
            let name = "\(count) \(lie)"
            let bytes = folder.write(FilePath(name), count)
            client.note([ShareEntry(name: FileName(name), byteCount: Int64(lie))], of: address)
            let file = address.appending(path: FilePath(name))
            #expect(try await whole(file) == bytes, "\(name)")
            let beginning = try await client.beginning(of: file, count: 65_536, name: name, for: .preview)
            #expect(Array(beginning.storage) == Array(bytes.prefix(65_536)), "\(name)")
        }
    }

    @Test(arguments: servedKinds) func manyFilesAreReadAtOnce(kind: String) async throws {
        let folder = try ServedFolder()
        let address = try folder.address(by: kind)
        try await listing(address).list()
        var expected: [String: [UInt8]] = [:]
        for number in 0..<40 { expected["\(number)"] = folder.write(FilePath("\(number)"), 20_000 + number * 10_000) }
        let read = try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
            for name in expected.keys {
                group.addTask { (name, try await whole(address.appending(path: FilePath(name)))) }
            }
            return try await group.reduce(into: [String: [UInt8]]()) { $0[$1.0] = $1.1 }
        }
        #expect(read == expected)
    }

    // MARK: Failures

    @Test(arguments: servedKinds) func whatIsNotThereFailsInWords(kind: String) async throws {
        let folder = try ServedFolder()
        folder.write("a.jpg", 10)
        let address = try folder.address(by: kind)
        let gone = address.appending(path: "gone")
        await #expect(throws: LoadFailure(stage: .listing, culprit: "gone", reason: .notFound)) {
            try await listing(gone).list()
        }
        await #expect(throws: LoadFailure(stage: .listing, culprit: "gone", reason: .notFound)) {
            try await client.entry(at: gone, asks: true)
        }
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "gone", reason: .notFound)) { try await whole(gone) }
        // WsgiDAV lists a file as an empty folder, and Apache calls the request bad: a file is told by its entry.
        #expect(try await client.entry(at: address.appending(path: "a.jpg"), asks: true).isFolder == false)
        if kind == "sftp" || kind == "smb" {
            await #expect(throws: LoadFailure(stage: .listing, culprit: "a.jpg", reason: .notFound)) {
                try await listing(address.appending(path: "a.jpg")).list()
            }
        }
        await #expect(throws: LoadFailure.self) { try await whole(address) }
    }

    @Test(arguments: servedKinds) func aFileThatIsDeniedFailsInWords(kind: String) async throws {
        let folder = try ServedFolder()
        folder.write("a.jpg", 10)
        let address = try folder.address(by: kind)
        try await listing(address).list()
        chmod(folder.disk.path + "/a.jpg", 0)
        // Where the user may read everything, so may WsgiDAV.
        guard kind != "wsgidav" || access(folder.disk.path + "/a.jpg", R_OK) != 0 else { return }
        let reason = LoadFailure.Reason.unreadable(Message("you have no permission to read it"))
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "a.jpg", reason: reason)) {
            try await whole(address.appending(path: "a.jpg"))
        }
    }

    @Test(arguments: ["sftp", "smb", "dav"]) func aHostThatRefusesConnectionsFailsInWords(scheme: String) async throws {
        // Port 1 of loopback: tcpmux, which nothing serves.
        let address = try #require(ShareAddress("\(scheme)://127.0.0.1:1/photos/2020"))
        do {
            try await listing(address).list()
            Issue.record("listed")
        } catch let failure as LoadFailure {
            guard case .unreachable(let message) = failure.reason else { throw failure }
            #expect(failure.stage == .listing && failure.culprit.hasPrefix("\(scheme)://127.0.0.1:1"))
            #expect(message.description.contains("refused"))
        }
    }
}
