// tessera-lab copy: copies files as the program does, so that it can be measured without a window.
import ArgumentParser
import CGLib
import Codecs
import Desktop
import FoundationEssentials
import Glibc
import Library
import Photos
import Synchronization

struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copies the files of a folder by the program's own operation.",
        discussion: """
            Either folder may be one on a share, by its address (sftp://HOST/FOLDER), in the session of the desktop. \
            Subfolders stay. The time of the operation is said on standard error; with what it left undone, \
            if anything, the exit status is 1.
            """)

    @Argument(help: "The folder, or its address.", completion: .directory)
    var folder: String
    @Argument(help: "The folder that gets the copies, or its address.", completion: .directory)
    var target: String

    func run() async throws {
        let from = try await connected(folder), to = try await connected(target)
        let journals = URL.temporaryDirectory.appending(path: "tessera-lab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: journals, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: journals) }
        let photos = try await names(in: from).map { PhotoFiles(path: from.appending($0)) }
        let operations = FileOperations(folder: journals.path, trash: nil)
        let start = ContinuousClock.now
        let outcome = await operations.perform(.copy(photos, to: to.text, .keepBoth))
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        StandardStreams.warn("\(outcome.done) files, copied in \(milliseconds) ms")
        for failure in outcome.failures { StandardStreams.warn("\(failure.path): \(failure.reason)") }
        if outcome.done != photos.count { throw ExitCode.failure }
    }

    /// Returns the path of a folder, whose share is connected.
    private func connected(_ folder: String) async throws -> FilePath {
        guard let address = ShareAddress(folder) else {
            return FilePath(URL(filePath: folder).standardizedFileURL.path)
        }
        _ = try await ConnectedShares.client.entry(at: address, asks: true)
        return address.path
    }

    private func names(in folder: FilePath) async throws -> [FileName] {
        let names: [FileName]
        if let address = ShareAddress(folder) {
            let found = Mutex<[FileName]>([])
            try await ConnectedShares.client.list(address, asks: false) { entries in
                found.withLock { $0 += entries.filter(\.isRegular).map(\.name) }
                return true
            }
            names = found.withLock(\.self)
        } else {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.text).map { FileName($0) }
                .filter { folder.appending($0).status.map { $0.st_mode & S_IFMT == S_IFREG } == true }
        }
        return names.sorted()
    }
}
