// Marks in sidecars on real servers: what is written there is what others read, and is taken back byte for byte.
import CGLib
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareMarksTests {
    private let client = ShareClient { try await ShareMounting.shared.connect($0) }
    private let store = MarkStore(path: nil)
    private let folder: ServedFolder

    init() throws { folder = try ServedFolder() }

    /// A photo with its address by way of a server, which is connected.
    private func photo(_ name: String, by kind: String) async throws -> String {
        folder.write(FilePath(name), 100)
        return try await path(name, below: try folder.address(by: kind))
    }

    private func path(_ name: String, below address: ShareAddress) async throws -> String {
        _ = try await client.entry(at: address, asks: true)
        return address.appending(path: FilePath(name)).path.text
    }

    private func marking(
        _ patience: SharePatience = SharePatience(), calls: FileReplacementCalls? = nil
    ) -> PhotoMarking {
        let disk = MountedShareDisk(patience: patience) { [client] in await client.closeFiles(on: $0) }
        let place = ShareMarkPlace(disk, sidecars: ShareSidecars())
        return PhotoMarking(
            store: store, reader: MarkReader(engine: nil, place: place),
            replacement: FileReplacement(
                calls: calls ?? FileReplacementCalls(), shares: ShareReplacement(place)))
    }

    private func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: folder.disk.path + "/" + name).map { Array($0) }
    }

    private func stars(_ name: String) throws -> Int? {
        try bytes(name).flatMap { try MarkReader().marks(in: Sidecar(path: "/a", content: $0)) }?.stars
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.disk.path)) ?? []).sorted()
    }

    @Test(arguments: servedKinds) func marksAndWordsAreWrittenAndTakenBack(kind: String) async throws {
        let photo = try await photo("a b%20#.jpg", by: kind)
        let marking = marking()
        let outcome = await marking.set(.stars(4), of: photo)
        #expect(outcome.place == .sidecar && outcome.marks == PhotoMarks(stars: 4))
        let first = bytes("a b%20#.jpg.xmp")
        #expect(try stars("a b%20#.jpg.xmp") == 4)
        let label = await marking.set(.label(.red), of: photo)
        let words = await marking.edit(.addKeywords(["Fähre"]), of: photo)
        #expect(label.marks == PhotoMarks(stars: 4, label: .red) && words.failure == nil)
        // What the disk's own reader says.
        let facts = try await FileFactsReader(width: 1).facts(of: folder.disk.path + "/a b%20#.jpg")
        #expect(facts?.marks == PhotoMarks(stars: 4, label: .red) && facts?.description.keywords == ["Fähre"])
        #expect(exiftool("a b%20#.jpg.xmp") == ["4", "Red", "Fähre"])
        let last = bytes("a b%20#.jpg.xmp")
        let forward = try await marking.takeBack(try #require(words.change))
        _ = try await marking.takeBack(try #require(label.change))
        #expect(bytes("a b%20#.jpg.xmp") == first)
        _ = await marking.set(.label(.red), of: photo)
        _ = try await marking.takeBack(forward)
        #expect(bytes("a b%20#.jpg.xmp") == last)
        #expect(names == ["a b%20#.jpg", "a b%20#.jpg.xmp"])
    }

    private func exiftool(_ name: String) -> [String] {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["exiftool", "-s3", "-Rating", "-Label", "-Subject", folder.disk.path + "/" + name]
        process.standardOutput = pipe
        do { try process.run() } catch { return [] }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: servedKinds) func aNewSidecarIsTakenBackByItsDeletion(kind: String) async throws {
        let photo = try await photo("a.jpg", by: kind)
        let marking = marking()
        let change = try #require(await marking.set(.rejection, of: photo).change)
        let given = bytes("a.jpg.xmp")
        let forward = try await marking.takeBack(change)
        #expect(names == ["a.jpg"])
        _ = try await marking.takeBack(forward)
        #expect(bytes("a.jpg.xmp") == given && names.count == 2)
    }

    @Test(arguments: servedKinds) func aSidecarOfAnotherNameThatIsChangedMeanwhileIsMerged(kind: String) async throws {
        let photo = try await photo("a.jpg", by: kind)
        folder.disk.write("a.xmp", Array(SidecarSamples.digiKam.utf8))
        let other = SidecarSamples.digiKam.replacing("digiKam:PickLabel=\"3\"", with: "digiKam:PickLabel=\"0\"")
        var calls = FileReplacementCalls()
        let path = folder.disk.path + "/a.xmp"
        calls.failure = { step in
            if step == .open, FileManager.default.contents(atPath: path) == Data(SidecarSamples.digiKam.utf8) {
                _ = FileManager.default.createFile(atPath: path, contents: Data(other.utf8))
            }
            return 0
        }
        let outcome = await marking(calls: calls).set(.stars(1), of: photo)
        #expect(outcome.place == .sidecar && outcome.marks == PhotoMarks(stars: 1))
        let text = String(decoding: bytes("a.xmp") ?? [], as: UTF8.self)
        #expect(try stars("a.xmp") == 1 && text.contains("digiKam:PickLabel=\"0\""))
        #expect(names == ["a.jpg", "a.xmp"])
    }

    @Test(arguments: servedKinds)
    func aSidecarIsAsItWasWhateverStepFails(kind: String) async throws {
        let photo = try await photo("a.jpg", by: kind), old = Array(SidecarSamples.digiKam.utf8)
        folder.disk.write("a.jpg.xmp", old)
        for step in [FileReplacementCalls.Step.read, .open, .write, .close, .compare, .rename] {
            var calls = FileReplacementCalls()
            calls.failure = { $0 == step ? EIO : 0 }
            guard case .nowhere = await marking(calls: calls).set(.stars(1), of: photo).place else {
                Issue.record("\(step)")
                continue
            }
            #expect(bytes("a.jpg.xmp") == old && names == ["a.jpg", "a.jpg.xmp"], "\(step)")
        }
    }

    /// Apache has no words for it but “Internal Server Error”.
    @Test(arguments: servedKinds.filter { $0 == "sftp" || $0 == "smb" })
    func aFolderThatCanOnlyBeReadHasItsMarksInTheDatabase(kind: String) async throws {
        let photo = try await photo("a.jpg", by: kind)
        chmod(folder.disk.path, 0o555)
        defer { chmod(folder.disk.path, 0o755) }
        let outcome = await marking().set(.stars(5), of: photo)
        #expect(outcome.place == .database && outcome.marks == PhotoMarks(stars: 5))
        #expect(await marking().marks(of: FilePath(photo)) == PhotoMarks(stars: 5))
        _ = try await marking().takeBack(try #require(outcome.change))
        #expect(await marking().marks(of: FilePath(photo)) == .none && names == ["a.jpg"])
    }

    @Test(arguments: servedKinds) func aFullDiskLeavesTheSidecarAsItWas(kind: String) async throws {
        let servers = try #require(ShareServers.running)
        let full = servers.folder + "/full"
        guard FileManager.default.fileExists(atPath: full) else { return }
        let scratch = ScratchFolder(in: full), name = FilePath(scratch.path).name
        let old = Array(SidecarSamples.digiKam.utf8)
        scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", old)
        let address = try #require(servers.addresses[kind].flatMap { ShareAddress($0) }).appending(path: "full")
        let photo = try await path("a.jpg", below: address.appending(path: FilePath(name.text)))
        // Whatever is left is taken.
        var room = 1 << 20
        while room > 0 {
            let file = open(full + "/fill\(kind)", O_WRONLY | O_CREAT | O_APPEND, 0o644)
            let bytes = [UInt8](repeating: 1, count: room)
            if write(file, bytes, room) < room { room /= 2 }
            close(file)
        }
        defer { unlink(full + "/fill\(kind)") }
        guard case .nowhere = await marking().set(.stars(1), of: photo).place else {
            Issue.record("written")
            return
        }
        let now = FileManager.default.contents(atPath: scratch.path + "/a.jpg.xmp").map { Array($0) }
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
        #expect(now == old && names == ["a.jpg", "a.jpg.xmp"])
    }
}
