// What the image host says to caches, read off the wire.
import Testing

@testable import PicsumConformance
@testable import SampleGallery

extension WireTests {
    /// The status, the header block in lower case and the body that `fields` are answered with on a connection of its
    /// own.
    private func exchange(
        _ server: SampleServer, _ fields: String...
    ) throws -> (status: String, head: String, body: [UInt8]) {
        let path = try target(Self.link, server)
        let connection = try RawConnection(to: server.imageBaseURL)
        let lines = ["GET \(path) HTTP/1.1", "Host: test", "Connection: close"] + fields
        connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let bytes = connection.readToEnd().bytes
        let end = try #require(bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) })
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let status = String(head.split(separator: " ")[1])
        return (status, head.lowercased() + "\r\n", Array(bytes[(end + 4)...]))
    }

    private static let tag = "\"1-200x120.jpeg-0\""
    private static let modified = "Wed, 01 Jan 2020 00:00:00 GMT"

    @Test func withoutTheSwitchConditionsAndRangesAreIgnored() async throws {
        let server = try await start()
        let (status, head, body) = try exchange(
            server, "If-None-Match: *", "If-Modified-Since: \(Self.modified)", "Range: bytes=0-9")
        #expect(status == "200" && body.count == 1_000)
        for field in ["etag", "last-modified", "accept-ranges"] { #expect(!head.contains(field)) }
        #expect(head.contains("cache-control: public, max-age=2592000"))
        await server.stop()
    }

    @Test func aPictureSaysWhatItsBytesAreCalled() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "validators")
        let (status, head, body) = try exchange(server)
        #expect(status == "200" && body.count == 1_000)
        #expect(head.contains("\r\netag: \(Self.tag)\r\n"))
        #expect(head.contains("\r\nlast-modified: \(Self.modified.lowercased())\r\n"))
        #expect(head.contains("\r\naccept-ranges: bytes\r\n"))
        await server.stop()
    }

    @Test(arguments: [
        ("If-None-Match: \(tag)", "304"), ("If-None-Match: W/\(tag)", "304"), ("If-None-Match: \"x\", \(tag)", "304"),
        ("If-None-Match: *", "304"), ("If-None-Match: \"x\"", "200"),
        ("If-None-Match: \"x\"\r\nIf-Modified-Since: \(modified)", "200"),
        ("If-Modified-Since: \(modified)", "304"), ("If-Modified-Since: Tue, 31 Dec 2019 23:59:59 GMT", "200"),
        ("If-Modified-Since: yesterday", "200"),
    ])
    func whoHasThePictureIsToldSoWithoutIt(fields: String, expected: String) async throws {
        let painter = BlobPainter()
        let server = try await start(SampleConfiguration(), painter)
        server.faults = try Faults(spec: "validators")
        let (status, head, body) = try exchange(server, fields)
        #expect(status == expected)
        #expect(head.contains("\r\netag: \(Self.tag)\r\n"))
        #expect(head.contains("cache-control: "))
        if expected == "304" {
            #expect(body.isEmpty && painter.painted.isEmpty)
            #expect(!head.contains("content-length") && !head.contains("content-type"))
        }
        #expect(server.counters.image.statuses == [Int(expected)!: 1])
        #expect(server.counters.image.completed == 1)
        await server.stop()
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=800-", 800..<1000), ("bytes=-7", 993..<1000),
        ("bytes=990-5000", 990..<1000), ("bytes=-5000", 0..<1000),
    ])
    func aPartIsTheBytesThatWereAskedFor(range: String, expected: Range<Int>) async throws {
        let server = try await start()
        server.faults = try Faults(spec: "validators")
        let whole = try exchange(server).body
        for condition in [Self.tag, Self.modified] {
            let (status, head, body) = try exchange(server, "Range: \(range)", "If-Range: \(condition)")
            #expect(status == "206")
            #expect(
                head.contains("\r\ncontent-range: bytes \(expected.lowerBound)-\(expected.upperBound - 1)/1000\r\n"))
            #expect(head.contains("\r\ncontent-length: \(expected.count)\r\n"))
            #expect(head.contains("\r\netag: \(Self.tag)\r\n"))
            #expect(body == Array(whole[expected]))
        }
        #expect(server.counters.image.bytesSent == 1_000 + 2 * expected.count)
        await server.stop()
    }

    @Test func aRangeThatCannotBeGivenIsRefusedOrIgnored() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "validators")
        for range in ["bytes=1000-", "bytes=5000-6000", "bytes=-0"] {
            let (status, head, body) = try exchange(server, "Range: \(range)")
            #expect(status == "416" && body.isEmpty)
            #expect(head.contains("\r\ncontent-range: bytes */1000\r\n"))
        }
        for range in ["bytes=9-3", "bytes=0-1,5-6", "lines=1-2", "bytes=-", "bytes=x-3", "bytes=1"] {
            let (status, _, body) = try exchange(server, "Range: \(range)")
            #expect(status == "200" && body.count == 1_000)
        }
        for condition in ["\"x\"", "W/\(Self.tag)", "Wed, 01 Jan 2020 00:00:01 GMT"] {
            let (status, _, body) = try exchange(server, "Range: bytes=5-", "If-Range: \(condition)")
            #expect(status == "200" && body.count == 1_000)
        }
        await server.stop()
    }

    @Test func anotherEditionIsAnotherPictureUnderAnotherName() async throws {
        let painter = BlobPainter()
        let server = try await start(SampleConfiguration(), painter)
        server.faults = try Faults(spec: "validators")
        _ = try exchange(server)
        server.faults = try Faults(spec: "validators,edition=1")
        let (status, head, _) = try exchange(server, "If-None-Match: \(Self.tag)")
        #expect(status == "200")
        #expect(head.contains("\r\netag: \"1-200x120.jpeg-1\"\r\n"))
        #expect(head.contains("\r\nlast-modified: wed, 01 jan 2020 01:00:00 gmt\r\n"))
        #expect(head.contains("filename=\"1-200x120.jpg\"") && head.contains("\r\npicsum-id: 1\r\n"))
        #expect(Set(painter.painted.map(\.id)).count == 2)
        await server.stop()
    }

    @Test(arguments: [
        ("max-age=5", "max-age=5"), ("no-store", "no-store"),
        ("max-age=0,stale=60", "max-age=0, stale-while-revalidate=60"),
    ])
    func theCacheControlOfPicturesCanBeChosen(spec: String, expected: String) async throws {
        let server = try await start()
        server.faults = try Faults(spec: spec)
        #expect(try exchange(server).head.contains("\r\ncache-control: \(expected)\r\n"))
        await server.stop()
    }

    @Test func aCutPartEndsWithItsConnection() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "validators,truncate=30")
        let (status, head, body) = try exchange(server, "Range: bytes=900-")
        #expect(status == "206" && head.contains("\r\ncontent-length: 100\r\n") && body.count == 30)
        await server.stop()
    }
}
