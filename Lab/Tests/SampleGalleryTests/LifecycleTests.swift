// Starting and stopping.
import Testing

@testable import PicsumConformance
@testable import SampleGallery

extension WireTests {
    @Test func twentyServersLeaveNothingBehind() async throws {
        _ = try await start().stop()
        var threadCount: Int { Process.threadNames.count { $0.hasPrefix("sample-") } }
        let threads = threadCount
        let descriptors = Process.descriptorCount
        weak var last: SampleServer?
        for _ in 0..<20 {
            let server = try await start()
            // One connection idle, one in the middle of a picture.
            let idle = try RawConnection(to: server.baseURL)
            idle.get("/asdf")
            _ = await server.counters { $0.api.completed == 1 }
            #expect(try picture(Self.link, server).status == 200)
            last = server
            await server.stop()
            await server.stop()
        }
        #expect(last == nil)
        // Suites beside this one have servers and open files too, and close them. What one server left would stay
        // twenty times.
        #expect(threadCount < threads + 20)
        for _ in 0..<200_000 where Process.descriptorCount >= descriptors + 20 { await Task.yield() }
        #expect(Process.descriptorCount < descriptors + 20)
    }

    @Test func stoppingAbandonsWhatIsInFlight() async throws {
        let gate = Gate()
        let server = try await start(SampleConfiguration(painterThreads: 1), BlobPainter(gate: gate))
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.get(try target(Self.link, server))
        gate.waitForArrival()
        gate.open()
        await server.stop()
        #expect(server.counters.inFlight == 0)
        #expect(throws: (any Error).self) { try RawConnection(to: server.baseURL) }
    }

    @Test func serverThatIsDroppedStopsByItself() async throws {
        var server: SampleServer? = try await start()
        let url = try #require(server?.baseURL)
        let connection = try RawConnection(to: url)
        connection.get("/asdf")
        #expect(!connection.read(10).isEmpty)
        server = nil
        // The server's thread closes the connection on its way out.
        _ = connection.readToEnd()
        #expect(server == nil)
    }

    @Test func portThatIsTakenIsAnError() async throws {
        let first = try await start()
        let port = try #require(first.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
        await #expect(throws: SampleServerFailure.self) { _ = try await start(SampleConfiguration(port: port)) }
        await first.stop()
        let second = try await start(SampleConfiguration(port: port))
        #expect(second.baseURL == first.baseURL)
        await second.stop()
    }
}
