// HTTP over TLS: who is trusted, and what is not followed.
import CGLib
import CSoup
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct HTTPSecureTests {
    private let scratch = ScratchFolder()

    private func transfer(_ url: String, over transport: HTTPLoader) async throws -> TransferAnswer {
        try await transport.transfer(TransferRequest(url: url), ticket: FetchTicket(title: "Sea", priority: .visible))
    }

    /// One that trusts the tests' certificate.
    private func trusting() async -> HTTPLoader {
        let transport = HTTPLoader()
        await transport.trust(scratch.write("trusted.pem", Array(SecureServer.pem.utf8)))
        return transport
    }

    @Test func whoNobodyVouchesForIsRefused() async throws {
        let server = SecureServer()
        let url = await server.start()
        await #expect {
            try await transfer(url + "/a", over: HTTPLoader())
        } throws: { error in
            guard let failure = error as? LoadFailure, case .unreachable = failure.reason else { return false }
            return failure.stage == .fetch
        }
        await server.stop()
    }

    @Test func aTrustedServersAnswerIsTaken() async throws {
        let server = SecureServer()
        let url = await server.start()
        let answer = try await transfer(url + "/a", over: await trusting())
        #expect(answer.head.status == 200 && answer.head.headers["etag"] == "\"e1\"" && answer.body.count == 10)
        await server.stop()
    }

    @Test func aStepFromHTTPSToHTTPIsNotTaken() async throws {
        let server = SecureServer()
        let url = await server.start()
        let transport = await trusting()
        await #expect(
            throws: LoadFailure(
                stage: .fetch, culprit: "Sea", reason: .unreachable(Message("it redirects from https to http")))
        ) { try await transfer(url + "/plain", over: transport) }
        await server.stop()
    }
}

extension HTTPLoader {
    /// The session of requests to this machine.
    var loopbackSession: UnsafeMutablePointer<SoupSession>? {
        sessions.session(for: try! HTTPAddress("http://127.0.0.1/"))
    }

    /// Trusts the certificates in a file, and no others.
    fileprivate func trust(_ path: String) {
        let database = g_tls_file_database_new(path, nil)!
        soup_session_set_tls_database(loopbackSession, database.cast())
        g_object_unref(database.object)
    }
}
