// Where a request may go: http and https, however a server or a listing spells it.
import ImagePipeline
import PhotoSources
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct HTTPAddressTests {
    private let transport = HTTPLoader()

    private func failure(_ url: String) async -> String? {
        do {
            _ = try await transport.transfer(
                TransferRequest(url: url), ticket: FetchTicket(title: "Sea", priority: .visible))
            return nil
        } catch let failure as LoadFailure {
            guard case .unreachable(let text) = failure.reason else { return "\(failure.reason)" }
            return text.description
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("http://localhost/", true), ("http://LOCALHOST:8080/x", true), ("http://127.0.0.1:9/", true),
        ("http://127.9.8.7/", true), ("https://[::1]:3/", true), ("http://user@127.0.0.1/", true),
        ("http://128.0.0.1/", false), ("http://[::2]/", false), ("http://localhost.example/", false),
        ("https://picsum.photos/", false), ("http://127.0.0.1.example/", false),
    ])
    func theProxyIsPassedByForThisMachineAlone(url: String, isLoopback: Bool) throws {
        #expect(try HTTPAddress(url).isLoopback == isLoopback)
    }

    private static let foreign = [
        "file://host/etc/passwd", "file:///etc/passwd", "FILE://host/x", "ws://127.0.0.1:9/", "wss://127.0.0.1:9/",
        "ftp://127.0.0.1:9/", "httpx://127.0.0.1:9/", "resource://x/y", "data:image/png;base64,AAAA",
        "javascript:alert(1)", "sftp:x",
    ]

    @Test(arguments: foreign)
    func aRedirectToAnotherSchemeIsNotFollowed(target: String) async {
        let server = ScriptedServer { _ in [ScriptedServer.answer("302 Found", ["Location: \(target)"])] }
        let scheme = target.prefix { $0 != ":" }.lowercased()
        #expect(
            await failure(server.url + "/p")
                == "it redirects to an address that is neither http nor https but “\(scheme)”")
        #expect(server.counts.heads.count == 1)
    }

    @Test(arguments: foreign)
    func anAddressOfAnotherSchemeIsNotAsked(url: String) async {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        #expect(await failure(url) == "its address is neither http nor https but “\(scheme)”")
    }

    @Test(arguments: [
        ("http:///path", "names no host"), ("https:", "names no host"),
        ("http://someone@127.0.0.1:9/", "has a user name"), ("http://a:b@127.0.0.1:9/", "has a user name"),
        ("http://127.0.0.1%0d%0aX-Evil:9/", "has control characters in its host"),
        ("http://127.0.0.1:99999/", "is not a URL"), ("http://[::1/", "is not a URL"),
    ])
    func aRedirectToAStrangeAddressIsNotFollowed(target: String, why: String) async {
        let server = ScriptedServer { _ in [ScriptedServer.answer("302 Found", ["Location: \(target)"])] }
        let text = await failure(server.url + "/p")
        #expect(
            text == "it redirects to an address that \(why)" || (text == "it redirects to an address that is not a URL")
        )
        #expect(server.counts.heads.count == 1)
    }

    @Test func redirectsOfEveryHonestFormAreFollowed() async throws {
        let goal = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 3), .text("abc")] }
        let place = goal.url.dropFirst("http:".count)
        for location in ["HTTP:\(place)/a", "\(place)/b", "\(goal.url)?c=d", "\(goal.url)/#part"] {
            let server = ScriptedServer { _ in [ScriptedServer.answer("307 There", ["Location: \(location)"])] }
            #expect(await failure(server.url + "/p") == nil, "\(location)")
        }
        #expect(goal.counts.heads.map { $0.split(separator: " ")[1] } == ["/a", "/b", "/?c=d", "/"])
        let relative = ScriptedServer { path in
            path == "/x/y?z"
                ? [ScriptedServer.answer("200 OK", length: 1), .zeros(1)]
                : [ScriptedServer.answer("302 Found", ["Location: ../x/y?z"])]
        }
        #expect(await failure(relative.url + "/a/b") == nil)
    }

    @Test func aListingIsHeldToTheSame() async {
        let server = ScriptedServer { _ in [ScriptedServer.answer("302 Found", ["Location: file://host/etc/passwd"])] }
        let reason = LoadFailure.Reason.unreachable(
            Message(
                "it redirects to an address that is neither http nor https but “{scheme}”", ["scheme": .text("file")]))
        await #expect(throws: LoadFailure(stage: .listing, culprit: "Picsum", reason: reason)) {
            _ = try await (transport as any ListingTransport).listing(at: server.url + "/list", title: "Picsum")
        }
    }
}
