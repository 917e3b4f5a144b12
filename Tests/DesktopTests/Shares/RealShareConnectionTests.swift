// Connecting to real servers: by a password, with a host's key that is not known or another's, and by a path.
import Codecs
import Fixtures
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareConnectionTests {
    private static let passworded = ["sftp-password", "smb-password", "dav-password", "wsgidav"].filter {
        ShareServers.running?.addresses[$0] != nil
    }
    private static let withRoot = ShareServers.running?.addresses["sftp-unknown-host"] != nil

    /// Lists a folder after it was disconnected, with these answers to what is asked.
    private func ids(_ address: ShareAddress, _ answers: ShareMounting.Answers) async throws -> [String] {
        try await ShareMounting.shared.disconnect(address)
        let client = ShareClient { try await ShareMounting.shared.connect($0, answers) }
        let listing = ServedListing(ShareSource(address, shares: client, listings: KeptListings()))
        try await listing.list()
        return listing.ids
    }

    @Test(arguments: passworded) func aPasswordIsAskedForAndListsTheFolder(server: String) async throws {
        let folder = try ServedFolder()
        folder.write("a.jpg", 10)
        let address = try folder.address(by: server)
        #expect(try await ids(address, ShareMounting.Answers()) == ["a.jpg"])
        // It is connected now.
        #expect(try await ShareMounting.shared.connect(address) == 0)
    }

    @Test(arguments: passworded) func aWrongPasswordAndNoneFailInWords(server: String) async throws {
        let address = try ServedFolder().address(by: server)
        var answers = ShareMounting.Answers()
        answers.password = "wrong"
        for patience in [4, 0] {
            answers.patience = patience
            do {
                _ = try await ids(address, answers)
                Issue.record("listed")
            } catch let failure as LoadFailure {
                #expect(failure.stage == .listing && failure.culprit == address.shown)
                // Or with the words of the server.
                if failure.reason == .notSignedIn { continue }
                guard case .unreachable = failure.reason else { throw failure }
            }
        }
    }

    @Test(arguments: passworded) func withoutAQuestionNothingIsConnected(server: String) async throws {
        let address = try ServedFolder().address(by: server)
        try await ShareMounting.shared.disconnect(address)
        let client = ShareClient { _ in Issue.record("asked") }
        let reason = LoadFailure.Reason.unreachable(Message("it is not connected"))
        await #expect(throws: LoadFailure(stage: .listing, culprit: address.name.shown, reason: reason)) {
            try await client.list(address, asks: false) { _ in true }
        }
    }

    @Test(.enabled(if: withRoot)) func aHostWhoseKeyIsNotKnownIsAskedAbout() async throws {
        let folder = try ServedFolder()
        folder.write("a.jpg", 10)
        let address = try folder.address(by: "sftp-unknown-host")
        var answers = ShareMounting.Answers()
        await #expect(throws: LoadFailure.self) { try await ids(address, answers) }
        answers.trustsHost = true
        #expect(try await ids(address, answers) == ["a.jpg"])
    }

    @Test(.enabled(if: withRoot)) func aHostWithAnotherKeyFailsInWordsWithoutAQuestion() async throws {
        let address = try ServedFolder().address(by: "sftp-other-host")
        do {
            var answers = ShareMounting.Answers()
            answers.trustsHost = true
            _ = try await ids(address, answers)
            Issue.record("listed")
        } catch let failure as LoadFailure {
            #expect(failure.reason == .otherHostKey)
        }
    }

    @Test(arguments: servedKinds) func thePathOfAFileManagerLeadsToTheAddress(server: String) async throws {
        let folder = try ServedFolder()
        folder.write("a b%.jpg", 10)
        let root = try folder.address(by: server), address = root.appending(path: "a b%.jpg")
        try await ShareMounting.shared.connect(root)
        let path = try #require(await ShareMounting.shared.path(of: address))
        #expect(await MountedShares.address(of: FilePath(path)) == address)
        #expect(await MountedShares.address(of: FilePath(folder.disk.path)) == nil)
    }
}
