import Relay
import Testing

@Suite struct RelayTests {
    @Test func bytesComeThroughWholeInBothDirections() throws {
        let server = try EchoServer()
        let relay = try RunningRelay(to: server.port, megabits: 800)
        let client = try TestSocket(port: relay.port)
        let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let reader = client.sendAndReadToEnd(sent)
        #expect(reader == sent)
        #expect(relay.tell("count") == "open 0 accepted 1 up 300000 down 300000")
    }

    @Test func anEndIsPassedOnAndTheConnectionForgotten() throws {
        let server = try EchoServer()
        let relay = try RunningRelay(to: server.port)
        let client = try TestSocket(port: relay.port)
        #expect(client.sendAndReadToEnd([1, 2, 3]) == [1, 2, 3])
        #expect(relay.tell("count") == "open 0 accepted 1 up 3 down 3")
    }

    @Test func aStalledLineKeepsWhatIsUnderWayUntilItResumes() throws {
        let server = try EchoServer()
        let relay = try RunningRelay(to: server.port)
        let client = try TestSocket(port: relay.port)
        #expect(client.exchange([1]) == [1])
        #expect(relay.tell("stall") == "open 1 accepted 1 up 1 down 1")
        client.send([2, 3])
        // Each order is a turn of the relay's loop.
        for _ in 0..<20 { #expect(relay.tell("count") == "open 1 accepted 1 up 1 down 1") }
        _ = relay.tell("resume")
        #expect(client.read(2) == [2, 3])
    }

    @Test func aStallAfterAnAmountLetsExactlyThatMuchThrough() throws {
        let server = try EchoServer()
        let relay = try RunningRelay(to: server.port)
        let client = try TestSocket(port: relay.port)
        _ = relay.tell("stall 5")
        client.send([1, 2, 3, 4, 5, 6, 7, 8])
        while relay.tell("count").hasSuffix("up 0 down 0") {}
        for _ in 0..<20 { #expect(relay.tell("count") == "open 1 accepted 1 up 5 down 0") }
        _ = relay.tell("resume")
        #expect(client.read(8) == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func ordersThatComeTogetherAreCarriedOutOneByOne() throws {
        let relay = try RunningRelay(to: 9)
        #expect(relay.tell("count\nfly\ncount") == "open 0 accepted 0 up 0 down 0")
        #expect(relay.answer() == "unknown")
        #expect(relay.answer() == "open 0 accepted 0 up 0 down 0")
    }

    @Test func aCutResetsEveryConnectionAndTheNextOneWorks() throws {
        let server = try EchoServer()
        let relay = try RunningRelay(to: server.port)
        let clients = try (0..<3).map { _ in try TestSocket(port: relay.port) }
        for client in clients { #expect(client.exchange([9]) == [9]) }
        #expect(relay.tell("cut") == "open 0 accepted 3 up 3 down 3")
        for client in clients { #expect(client.isReset()) }
        let next = try TestSocket(port: relay.port)
        #expect(next.exchange([4]) == [4])
    }

    @Test func aRelayThatRefusesAcceptsAgainAtTheSamePort() throws {
        let server = try EchoServer()
        let relay = try RunningRelay(to: server.port)
        _ = relay.tell("refuse")
        #expect(throws: TestSocket.NoConnection.self) { try TestSocket(port: relay.port) }
        _ = relay.tell("accept")
        #expect(try TestSocket(port: relay.port).exchange([4]) == [4])
    }

    @Test func aServerThatIsNotThereBreaksTheConnection() throws {
        let port = try EchoServer().port
        let relay = try RunningRelay(to: port)
        // The kernel accepts before the relay does.
        if let client = try? TestSocket(port: relay.port) { #expect(client.isReset()) }
        #expect(relay.tell("count") == "open 0 accepted 0 up 0 down 0")
    }
}
