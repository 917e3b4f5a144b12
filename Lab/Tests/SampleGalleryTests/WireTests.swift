// The server on real sockets: what its tests share.
import Testing

@testable import PicsumConformance
@testable import SampleGallery

/// One test after another: some of them count threads and descriptors of the process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct WireTests {
    static let link = "/id/1/200/120"

    func start(
        _ configuration: SampleConfiguration = SampleConfiguration(), _ painter: BlobPainter = BlobPainter()
    ) async throws -> SampleServer {
        try await SampleServer.start(configuration: configuration, painter: painter)
    }

    /// The signed path on the image host for a path on the API host.
    func target(_ path: String, _ server: SampleServer) throws -> String {
        let location = try ProbeClient(timeoutSeconds: 5).send("GET", server.baseURL + path)["Location"]
        let url = try #require(location.flatMap(SplitURL.init))
        #expect(url.root == server.imageBaseURL)
        return url.path + "?" + url.query
    }

    func picture(_ path: String, _ server: SampleServer) throws -> ProbeResponse {
        try ProbeClient(timeoutSeconds: 5).send("GET", server.imageBaseURL + target(path, server))
    }
}
