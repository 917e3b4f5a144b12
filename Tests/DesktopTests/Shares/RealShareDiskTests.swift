// What is done with files on real servers: names, bytes, errors, and lines that stall.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareDiskTests {
    private let disk = MountedShareDisk()
    private let folder: ServedFolder

    init() throws { folder = try ServedFolder() }

    private func connected(_ kind: String) async throws -> ShareAddress {
        let address = try folder.address(by: kind)
        try await ShareMounting.shared.connect(address)
        return address
    }

    private func code(_ body: () throws(SystemFailure) -> Void) -> Int32 {
        do throws(SystemFailure) { try body() } catch { return error.code }
        return 0
    }

    @Test(arguments: servedKinds) func filesAreMadeReadRenamedAndDeleted(kind: String) async throws {
        let address = try await connected(kind)
        func at(_ name: String) -> ShareAddress { address.appending(path: FilePath(name)) }
        let bytes = folder.write("a b%.jpg", 700_000), other = folder.write("other.jpg", 3)
        #expect(try disk.status(at("a b%.jpg"), followsLink: false).byteCount == 700_000)
        #expect(Array(try disk.contents(of: at("a b%.jpg"), limit: 1 << 20).storage) == bytes)
        #expect(code { () throws(SystemFailure) in _ = try disk.contents(of: at("a b%.jpg"), limit: 1000) } == EFBIG)
        try disk.make(at("new.jpg"), of: EncodedBytes(bytes))
        #expect(Array(try disk.contents(of: at("new.jpg"), limit: 1 << 20).storage) == bytes)
        #expect(code { () throws(SystemFailure) in try disk.make(at("other.jpg"), of: EncodedBytes(bytes)) } == EEXIST)
        #expect(
            code { () throws(SystemFailure) in try disk.rename(at("new.jpg"), to: at("other.jpg"), replaces: false) }
                == EEXIST)
        #expect(Array(try disk.contents(of: at("other.jpg"), limit: 100).storage) == other)
        try disk.rename(at("new.jpg"), to: at("other.jpg"), replaces: true)
        #expect(Array(try disk.contents(of: at("other.jpg"), limit: 1 << 20).storage) == bytes)
        try disk.makeFolder(at("sub"))
        #expect(code { () throws(SystemFailure) in try disk.makeFolder(at("sub")) } == EEXIST)
        try disk.rename(at("other.jpg"), to: at("a (b)%.jpg"), replaces: false)
        let moved = code { () throws(SystemFailure) in
            try disk.rename(at("a (b)%.jpg"), to: at("sub/other.jpg"), replaces: false)
        }
        if address.isRenamedByName {
            #expect(moved == EXDEV)
            try disk.copy(at("a (b)%.jpg").path, to: at("sub/other.jpg").path) { _ in }
            try disk.remove(at("a (b)%.jpg"))
        } else {
            #expect(moved == 0)
        }
        #expect(code { () throws(SystemFailure) in try disk.remove(at("sub")) } == ENOTEMPTY)
        try disk.remove(at("sub/other.jpg"))
        try disk.remove(at("sub"))
        #expect(try disk.entries(in: address).map(\.name) == ["a b%.jpg"])
        #expect(try !disk.exists(at("sub")))
        #expect(code { () throws(SystemFailure) in try disk.remove(at("gone.jpg")) } == ENOENT)
        let isTimeTaken = code { () throws(SystemFailure) in
            try disk.setModified(at("a b%.jpg"), 1_000_000_000_000_000_000)
        }
        #expect(isTimeTaken == (kind == "sftp" || kind == "smb" ? 0 : ENOTSUP))
        if isTimeTaken == 0 {
            #expect(
                try disk.status(at("a b%.jpg"), followsLink: false).modified / 1_000_000_000 == 1_000_000_000)
        }
    }

    /// More than connections that GVfs has to a WebDAV server.
    @Test(arguments: servedKinds) func aShareAnswersAfterManyRenamings(kind: String) async throws {
        let address = try await connected(kind)
        func at(_ name: String) -> ShareAddress { address.appending(path: FilePath(name)) }
        folder.write("0.jpg", 10)
        for number in 0..<40 {
            try disk.rename(at("\(number).jpg"), to: at("\(number + 1).jpg"), replaces: number % 2 == 0)
        }
        #expect(try disk.entries(in: address).map(\.name) == ["40.jpg"])
    }

    @Test(arguments: servedKinds) func aFullShareIsSaid(kind: String) async throws {
        guard let root = ShareServers.running?.addresses[kind].flatMap({ ShareAddress($0) }) else { return }
        try await ShareMounting.shared.connect(root)
        let file = root.appending(path: "full/big \(kind).jpg")
        let failed = code { () throws(SystemFailure) in
            try disk.make(file, of: EncodedBytes([UInt8](repeating: 7, count: 3 << 20)))
        }
        // By sftp GVfs does not say why a write has failed, and has freed the room when it is asked for it.
        #expect(failed == ENOSPC || kind == "sftp" && failed == EIO)
        if try disk.exists(file) { try disk.remove(file) }
    }

    @Test func aSilentShareEndsItsCallsAndHoldsCountedThreadsOnly() async throws {
        folder.write("a.jpg", 3_000_000)
        let servers = try #require(ShareServers.running)
        let program = try #require(getenv("TESSERA_LAB").map { String(cString: $0) })
        for kind in ["sftp", "smb"] {
            guard let server = servers.addresses[kind] else { continue }
            let line = try ShareLine(to: server, program: program)
            let address = try folder.address(below: line.address), file = address.appending(path: "a.jpg")
            try await ShareMounting.shared.connect(address)
            line.tell("stall")
            let flag = OperationControl(), disk = MountedShareDisk(patience: SharePatience { flag.isCancelled })
            let thread = Task.detached {
                try await Task.sleep(for: .milliseconds(100))
                flag.cancel()
            }
            #expect(code { () throws(SystemFailure) in _ = try disk.contents(of: file, limit: 1 << 24) } == ECANCELED)
            try await thread.value
            line.tell("resume")
            #expect(try self.disk.contents(of: file, limit: 1 << 24).count == 3_000_000)
            while ShareThreads.shared.left > 0 { await Task.yield() }
        }
    }
}
