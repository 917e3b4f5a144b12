// The sample gallery's server as the program starts it: one process, which ends, and which may be started again.
import Foundation
import ImagePipeline
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.serialized, .timeLimit(.minutes(2)))
struct SampleServiceTests {
    /// What a service has reported.
    private final class Reports: Sendable {
        private let all = Mutex<[Bool]>([])
        var list: [Bool] { all.withLock { $0 } }
        func append(_ isAway: Bool) { all.withLock { $0.append(isAway) } }
    }

    /// The servers that this process has started and not waited for.
    private static var servers: [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { id in
            guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
                stat.contains("(tessera-lab)"),
                stat.split(separator: ")").last?.split(separator: " ")[1] == "\(getpid())"
            else { return false }
            let words = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
            return words.isEmpty || words.contains("--until-eof")
        }
    }

    private func until(_ condition: () async -> Bool) async throws {
        while await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Why there is no address.
    private func refusal(of service: SampleService) async -> LoadFailure.Reason? {
        do throws(LoadFailure) {
            _ = try await service.address()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func oneServerListsAndPaintsForAllWhoAsk() async throws {
        let service = SampleService(title: "Sample", program: try LabBinary.path())
        let http = HTTPLoader()
        let sources = try (0..<2).map { _ in try SampleSource(title: "Sample", service: service, transport: http) }
        async let first = sources[0].page(after: nil), second = sources[1].page(after: nil)
        let pages = try await [first, second]
        #expect(pages.map(\.photos.count) == [100, 100] && Self.servers.count == 1)

        let photo = try #require(pages[0].photos.first)
        let location = sources[0].location(of: photo, atLeast: PixelSize(square: 64), fit: .fill)
        guard case .remote(let url) = location else { throw CancellationError() }
        #expect(url.hasPrefix("sample:/id/"))
        let transport = SampleTransport(to: service, http: http, others: NetworkSwitch(over: http))
        let bytes = try await RemoteByteLoader(transport: transport).bytes(
            at: location, title: photo.title, priority: .visible)
        #expect(bytes.count > 500)

        service.close()
        #expect(Self.servers.isEmpty)
    }

    @Test func aServerThatHasEndedIsReportedAndStartedAgainWhenTheUserAsks() async throws {
        let reports = Reports()
        let service = SampleService(
            title: "Sample", program: try LabBinary.path(), pause: .seconds(3600), report: reports.append)
        let before = try await service.address()
        let server = try #require(Self.servers.first)
        kill(server, SIGKILL)
        try await until { reports.list == [true] }
        #expect(Self.servers.isEmpty)
        // Whatever else is asked for starts none so soon.
        #expect(await refusal(of: service) == .unreadable(SampleService.hasStopped))
        #expect(Self.servers.isEmpty)

        let source = try SampleSource(title: "Sample", service: service, transport: HTTPLoader())
        await source.refresh(.lookedAt)
        #expect(Self.servers.isEmpty)
        await source.refresh(.requested)
        try await until { reports.list == [true, false] }
        #expect(try await service.address() != before || Self.servers.first != server)
        #expect(try await source.page(after: nil).photos.count == 100)
        service.close()
        #expect(Self.servers.isEmpty)
        #expect(reports.list == [true, false])
    }

    @Test func afterThePauseAnyRequestStartsAServerAgain() async throws {
        let reports = Reports()
        let service = SampleService(
            title: "Sample", program: try LabBinary.path(), pause: .zero, report: reports.append)
        _ = try await service.address()
        kill(try #require(Self.servers.first), SIGKILL)
        try await until { reports.list == [true] }
        _ = try await service.address()
        #expect(Self.servers.count == 1)
        service.close()
        #expect(Self.servers.isEmpty)
    }

    @Test func aServerThatDoesNotStartIsAFailureThatSaysWhy() async throws {
        let absent = SampleService(title: "Sample", program: "/nonexistent/tessera-lab")
        guard case .unreadable(let message)? = await refusal(of: absent) else { throw CancellationError() }
        #expect(message.description == "/nonexistent/tessera-lab can't be started (No such file or directory)")
        // It ends without a word, with a word, and does not open its output's end.
        #expect(
            await refusal(of: SampleService(title: "Sample", program: "/bin/true"))
                == .unreadable(SampleService.hasStopped))
        #expect(
            await refusal(of: SampleService(title: "Sample", program: "/bin/echo"))
                == .unreadable(.verbatim("serve --until-eof")))
    }
}
