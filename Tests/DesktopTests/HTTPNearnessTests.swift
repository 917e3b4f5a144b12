// Where a redirect may lead: never nearer to this machine than the server that sends it.
import ImagePipeline
import PhotoSources
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct HTTPNearnessTests {
    private static let refusal = LoadFailure.Reason.unreachable(
        Message("it redirects to an address of this computer or of a private network"))

    @Test(arguments: [
        "localhost", "LOCALHOST", "a.localhost", "localhost.", "127.0.0.1", "127.255.0.3", "0.0.0.0", "0.1.2.3", "::1",
        "::",
        "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "::ffff:0:0",
    ])
    func thisMachineIsKnownHoweverItIsWritten(host: String) { #expect(HTTPNearness(host: host) == .machine) }

    @Test(arguments: [
        "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.0.1",
        "224.0.0.251", "255.255.255.255", "fc00::1", "fdff::1", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::fb",
        "::ffff:192.168.1.1", "64:ff9b::a00:1",
    ])
    func aPrivateNetworkIsKnownHoweverItIsWritten(host: String) { #expect(HTTPNearness(host: host) == .privateNetwork) }

    @Test(arguments: [
        "picsum.photos", "1.1.1.1", "172.15.0.1", "172.32.0.1", "192.169.1.1", "100.63.0.1", "100.128.0.1",
        "169.253.1.1",
        "2606:4700::1111", "::ffff:8.8.8.8", "fb00::1", "fe7f::1", "localhost.example", "127.0.0.1.example", "",
    ])
    func theRestIsTheWorld(host: String) { #expect(HTTPNearness(host: host) == .world) }

    /// Loopback addresses stand for all three: 127.0.0.2 for the world, 127.0.0.3 for a private network.
    private static func loader() -> HTTPLoader {
        var configuration = HTTPLoader.Configuration()
        configuration.nearness = { host in
            switch host {
            case "127.0.0.2": .world
            case "127.0.0.3": .privateNetwork
            case "127.0.0.1", "::1": .machine
            default: .world  // a name, "localhost" too
            }
        }
        return HTTPLoader(configuration: configuration)
    }

    private func reason(_ url: String, _ loader: HTTPLoader = loader()) async -> LoadFailure.Reason? {
        do {
            _ = try await loader.transfer(
                TransferRequest(url: url), ticket: FetchTicket(title: "Sea", priority: .visible))
            return nil
        } catch {
            return (error as? LoadFailure)?.reason
        }
    }

    @Test(arguments: [(2, 1), (2, 3), (3, 1)] as [(UInt8, UInt8)])
    func aRedirectThatLeadsNearerIsNotFollowed(from: UInt8, to: UInt8) async {
        let goal = ScriptedServer(host: to) { _ in [ScriptedServer.answer("200 OK", length: 1), .zeros(1)] }
        let server = ScriptedServer(host: from) { _ in [ScriptedServer.answer("302 Found", ["Location: \(goal.url)/x"])]
        }
        #expect(await reason(server.url + "/p") == Self.refusal)
        #expect(goal.counts.connections == 0)
    }

    @Test(arguments: [(1, 1), (1, 2), (1, 3), (2, 2), (3, 2), (3, 3)] as [(UInt8, UInt8)])
    func oneThatLeadsAsFarOrFartherIs(from: UInt8, to: UInt8) async {
        let goal = ScriptedServer(host: to) { _ in [ScriptedServer.answer("200 OK", length: 1), .zeros(1)] }
        let server = ScriptedServer(host: from) { _ in [ScriptedServer.answer("302 Found", ["Location: \(goal.url)/x"])]
        }
        #expect(await reason(server.url + "/p") == nil)
    }

    /// "localhost" is a name of the world here, which turns out to stand for this machine.
    @Test func aNameThatStandsForANearerAddressGetsNoRequest() async {
        let goal = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 1), .zeros(1)] }
        let server = ScriptedServer(host: 2) { _ in
            [ScriptedServer.answer("302 Found", ["Location: http://localhost:\(goal.port)/x"])]
        }
        let loader = Self.loader()
        #expect(await reason(server.url + "/p", loader) == Self.refusal)
        #expect(goal.counts.heads == [])
        // Neither on a connection that is there already, because its service is one that the user has named.
        #expect(await reason("http://localhost:\(goal.port)/named", loader) == nil)
        #expect(await reason(server.url + "/p", loader) == Self.refusal)
        #expect(goal.counts.heads.count == 1)
    }

    @Test func theWayBackFromTheWorldIsClosedToo() async {
        let goal = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 1), .zeros(1)] }
        let world = ScriptedServer(host: 2) { _ in [ScriptedServer.answer("302 Found", ["Location: \(goal.url)/x"])] }
        let start = ScriptedServer { _ in [ScriptedServer.answer("302 Found", ["Location: \(world.url)/x"])] }
        #expect(await reason(start.url + "/p") == Self.refusal)
        #expect(goal.counts.connections == 0)
    }

    @Test func aListingIsHeldToTheSame() async {
        let goal = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 2), .text("[]")] }
        let server = ScriptedServer(host: 2) { _ in [ScriptedServer.answer("302 Found", ["Location: \(goal.url)/x"])] }
        await #expect(throws: LoadFailure(stage: .listing, culprit: "Picsum", reason: Self.refusal)) {
            _ = try await (Self.loader() as any ListingTransport).listing(at: server.url + "/list", title: "Picsum")
        }
        #expect(goal.counts.connections == 0)
    }
}
