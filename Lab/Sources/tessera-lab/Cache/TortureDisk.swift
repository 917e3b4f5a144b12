// tessera-lab torture-disk: changes a disk cache endlessly and reports each finished change, for a test that kills it.
import ArgumentParser
import Desktop
import ImagePipeline
import Photos

struct TortureDisk: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture-disk",
        abstract: "Changes a disk cache without end, until it is killed.",
        discussion: """
            Prints a line before a change begins and one when it is finished, that is, when the cache's flush has \
            returned: “store ID VERSION”, “refresh ID”, “keep ID VERSION” (the first bytes of a photo), \
            “remove ID”, “forget ID” (such first bytes), each with “begin ” or “end ” before it. Byte N of version V \
            of photo I is the lowest byte of 167 V + 59 I + N (N / 256 + 1); a photo has 1 + 7919 V mod 60000 bytes, and of these half \
            are its first bytes. Versions grow from 1000 times the seed.
            """, shouldDisplay: false)

    @Option(help: "Folder of the cache.")
    var directory: String
    @Option(help: "Decides the changes.")
    var seed: Int

    func run() async throws {
        ParentProcess.endWithIt()
        let disk = DiskCache(
            folder: FileCacheFolder(path: directory), executor: LoopExecutor(name: "disk"),
            writer: LoopExecutor(name: "disk-write"))
        var random = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9_7f4a_7c15
        func draw(_ count: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % count
        }
        var version = seed * 1000
        while true {
            let id = draw(12)
            version += 1
            switch draw(8) {
            case 0:
                await change("remove \(id)", disk) { disk.remove(Self.key(id)) }
            case 1:
                await change("forget \(id)", disk) { disk.removePartial(for: Self.key(id)) }
            case 2:
                guard let photo = try await disk.photo(for: Self.key(id), priority: .visible) else { continue }
                await change("refresh \(id)", disk) {
                    disk.refresh(photo.with(Self.metadata(version)), for: Self.key(id))
                }
            case 3, 4:
                let bytes = Self.bytes(id, version)
                let partial = PartialTransfer(
                    bytes: EncodedBytes(Array(bytes.prefix((bytes.count + 1) / 2))), total: bytes.count + 1,
                    metadata: Self.metadata(version))
                await change("keep \(id) \(version)", disk) { disk.keep(partial, for: Self.key(id)) }
            default:
                let photo = StoredPhoto(
                    bytes: EncodedBytes(Self.bytes(id, version)), metadata: Self.metadata(version))
                await change("store \(id) \(version)", disk) { disk.store(photo, for: Self.key(id)) }
            }
        }
    }

    private func change(_ what: String, _ disk: DiskCache, _ body: () -> Void) async {
        StandardStreams.say("begin \(what)")
        body()
        await disk.flush()
        StandardStreams.say("end \(what)")
    }

    private static func key(_ id: Int) -> FetchKey {
        FetchKey(
            source: SourceID("torture"), photo: PhotoID("\(id)"), version: "", location: .remote("http://torture/\(id)")
        )
    }

    private static func metadata(_ version: Int) -> ResponseMetadata {
        ResponseMetadata(TransferHead(status: 200, headers: ["etag": "\"\(version)\""]), at: version)
    }

    private static func bytes(_ id: Int, _ version: Int) -> [UInt8] {
        (0..<(1 + 7919 * version % 60_000)).map {
            UInt8(truncatingIfNeeded: 167 * version + 59 * id + $0 * ($0 / 256 + 1))
        }
    }
}
