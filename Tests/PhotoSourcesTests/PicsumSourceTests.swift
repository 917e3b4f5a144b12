import Library
import PhotoSources
import Photos
import Testing

/// Paging, names and addresses of the Picsum client.
struct PicsumSourceTests {
    @Test func pagesFollowEachOtherUntilAShortOne() async throws {
        let transport = ScriptedTransport([
            "http://h/v2/list?page=1&limit=2": (listing(["0", "1"]), nil),
            "http://h/v2/list?page=2&limit=2": (listing(["2"]), nil),
        ])
        let source = try PicsumSource(base: "http://h/", title: "T", pageSize: 2, transport: transport)
        let first = try await source.page(after: nil)
        #expect(first.photos.map(\.id.text) == ["0", "1"])
        #expect(first.next == PageCursor("2"))
        let second = try await source.page(after: first.next)
        #expect(second.photos.map(\.id.text) == ["2"])
        #expect(second.next == nil)
    }

    @Test func anEmptyPageIsTheLastEvenWhenALinkNamesAnother() async throws {
        let link = #"<http://h/v2/list?page=2&limit=2>; rel="next""#
        let transport = ScriptedTransport(["http://h/v2/list?page=1&limit=2": ("[]\n", link)])
        let source = try PicsumSource(base: "http://h", title: "T", pageSize: 2, transport: transport)
        #expect(try await source.page(after: nil) == Page(photos: [], next: nil))
    }

    @Test func aPageIsNotShortWhenTheServerGivesFewerAPage() async throws {
        let link = #"<http://h/v2/list?page=2&limit=2>; rel="next""#
        let transport = ScriptedTransport(["http://h/v2/list?page=1&limit=100": (listing(["0", "1"]), link)])
        let source = try PicsumSource(base: "http://h", title: "T", transport: transport)
        #expect(try await source.page(after: nil).next == PageCursor("2"))
    }

    @Test func itemsWithoutAnIdStillCountTowardAFullPage() async throws {
        let transport = ScriptedTransport([
            "http://h/v2/list?page=1&limit=2": (#"[{"author":"x"},{"id":"7","width":3,"height":2}]"#, nil)
        ])
        let source = try PicsumSource(base: "http://h", title: "T", pageSize: 2, transport: transport)
        let page = try await source.page(after: nil)
        #expect(page.photos.map(\.id.text) == ["7"])
        #expect(page.next == PageCursor("2"))
    }

    @Test func aForeignCursorIsRefusedWithoutARequest() async throws {
        let transport = ScriptedTransport([:])
        let source = try PicsumSource(base: "http://h", title: "T", transport: transport)
        for text in ["", "x", "0", "-3", "1", "9223372036854775807", "99999999999999999999"] {
            await #expect(throws: LoadFailure.self) { try await source.page(after: PageCursor(text)) }
        }
        #expect(transport.requests == [])
    }

    @Test func aFailureOfTheTransportIsPassedOn() async throws {
        let source = try PicsumSource(base: "http://h", title: "Gallery", transport: ScriptedTransport([:]))
        await #expect(throws: LoadFailure(stage: .listing, culprit: "Gallery", reason: .httpStatus(404))) {
            try await source.page(after: nil)
        }
    }

    @Test(arguments: [
        ("https://picsum.photos", "picsum:https://picsum.photos"),
        ("HTTPS://Picsum.Photos:443//", "picsum:https://picsum.photos"),
        ("http://127.0.0.1:8080/Api/", "picsum:http://127.0.0.1:8080/Api"),
        ("http://[::1]:80", "picsum:http://[::1]"),
        ("http://[::1]", "picsum:http://[::1]"),
    ])
    func oneServiceHasOneIdentity(base: String, identity: String) throws {
        let source = try PicsumSource(base: base, title: "T", transport: ScriptedTransport([:]))
        #expect(source.identity == SourceID(identity))
    }

    @Test func anIdentityCanBeGivenForAPortThatChanges() throws {
        let source = try PicsumSource(
            base: "http://127.0.0.1:4711", title: "T", identity: SourceID("sample:1"), transport: ScriptedTransport([:])
        )
        #expect(source.identity == SourceID("sample:1"))
    }

    @Test(arguments: [
        "", "picsum.photos", "ftp://h", "http://", "http:///x", "http://h?x=1", "http://h/#f", "http://h:0",
        "http://h:65536", "http://h:x", "http://h h", "http://bücher.example", "http://[::1", "http://h\n",
    ])
    func anAddressThatCannotServeIsRefusedByName(base: String) {
        #expect {
            try PicsumSource(base: base, title: "T", transport: ScriptedTransport([:]))
        } throws: { error in
            (error as? PicsumSource.BaseURLError)?.address == base
        }
    }

    @Test func aPasswordIsRefusedAndNotRepeated() {
        #expect {
            try PicsumSource(base: "https://me:secret@h/x", title: "T", transport: ScriptedTransport([:]))
        } throws: { error in
            guard let error = error as? PicsumSource.BaseURLError else { return false }
            return !error.description.contains("secret") && !error.description.contains("me:")
                && error.description.contains("h/x")
        }
    }
}
