// A folder for one test, gone with its last user; what a killed run has left goes with the next one.
import FoundationEssentials
import Synchronization
import Testing

@testable import ImagePipeline

/// A path in the temporary directory, deleted with all that is there when the folder is let go of.
final class ScratchFolder: Sendable {
    let path: String

    init() {
        path = Self.root.path + "/\(UInt64.random(in: 0 ... .max))"
        Self.root.enter()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        Self.root.leave()
    }

    private static let root = Root(process: Int(ProcessInfo.processInfo.processIdentifier))

    /// The folder of one process, which holds those of its tests. Its name says which process, so that the next run can
    /// tell whether it is still there.
    final class Root: Sendable {
        private static let prefix = "tessera-disk-tests-"
        private static let parent = FileManager.default.temporaryDirectory.path()
        let path: String
        private let users = Mutex(0)

        init(process: Int) {
            path = "\(Self.parent)/\(Self.prefix)\(process)"
            Self.sweep()
        }

        func enter() {
            users.withLock { users in
                users += 1
                try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
        }

        func leave() {
            users.withLock { users in
                users -= 1
                if users == 0 { try? FileManager.default.removeItem(atPath: path) }
            }
        }

        /// Deletes what processes have left that are gone.
        static func sweep() {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
            where name.hasPrefix(prefix) {
                guard let process = Int(name.dropFirst(prefix.count)),
                    !FileManager.default.fileExists(atPath: "/proc/\(process)")
                else { continue }
                try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ScratchFolderTests {
    @Test func aFolderGoesWithTheLastWriteToItHoweverLate() async throws {
        let writer = JobQueue()
        let path: String
        do {
            let scratch = ScratchDisk()
            path = scratch.directory
            await scratch.open().put([1], 1)
            #expect(FileManager.default.fileExists(atPath: path))
            writer.hold()
            let disk = scratch.open(writer: writer)
            disk.store(StoredPhoto(bytes: EncodedBytes([2]), metadata: metadata()), for: photoKey(2))
            await eventually { writer.count > 0 }
        }
        #expect(FileManager.default.fileExists(atPath: path))
        writer.release()
        await eventually { !FileManager.default.fileExists(atPath: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func whatAKilledRunHasLeftGoesWithTheNext() throws {
        // No process has a number above 4,194,304.
        let left = ScratchFolder.Root(process: 5_000_000)
        try FileManager.default.createDirectory(atPath: left.path + "/1", withIntermediateDirectories: true)
        ScratchFolder.Root.sweep()
        #expect(!FileManager.default.fileExists(atPath: left.path))
    }
}
