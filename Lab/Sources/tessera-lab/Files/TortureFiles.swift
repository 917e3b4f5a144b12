// tessera-lab torture-files: moves photos without end, for a test that kills it.
import ArgumentParser
import Desktop
import Glibc
import Library
import Photos

struct TortureFiles: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture-files",
        abstract: "Moves photos between two folders and the trash without end, until it is killed.",
        discussion: """
            The photos a (JPEG, raw file, sidecar) and b (JPEG, sidecar) are in one of the folders “from” and “to”, or in \
            the trash “data/Trash”; journals are in “state”. Prints a line before it begins.
            """, shouldDisplay: false)

    @Option(help: "Folder with the folders.")
    var directory: String
    @Flag(help: "Treats the two folders as two file systems.")
    var apart = false

    func run() async throws {
        ParentProcess.endWithIt()
        let isApart = apart
        let calls = FileSystemCalls { call throws(SystemFailure) in
            guard isApart, case .rename(let from, let to) = call else { return }
            let folders = [from, to].map { $0.split(separator: "/").dropLast().last ?? "" }
            if folders[0] != folders[1], !folders.contains("files") { throw SystemFailure(EXDEV) }
        }
        let operations = FileOperations(
            folder: directory + "/state", trash: directory + "/data/Trash", calls: calls)
        StandardStreams.say("begin")
        while true {
            for (from, to) in [("from", "to"), ("to", "from")] {
                let photos = self.photos(in: directory + "/" + from)
                _ = await operations.perform(.move(photos, to: directory + "/" + to, .keepBoth))
                _ = await operations.perform(.trash(self.photos(in: directory + "/" + to)))
                _ = await operations.undo()
            }
        }
    }

    private func photos(in folder: String) -> [PhotoFiles] {
        [
            PhotoFiles(path: FilePath(folder + "/a.jpg"), companions: ["a.cr2"]),
            PhotoFiles(path: FilePath(folder + "/b.jpg")),
        ]
    }
}
