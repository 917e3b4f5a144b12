// The disk cache under kill -9: no finished entry is lost, and none is served torn.
import Foundation
import ImagePipeline
import Photos
import Testing

@testable import Desktop

/// Kills `tessera-lab torture-disk`, whose help says what its lines mean, and looks at what it has left.
@Suite(.timeLimit(.minutes(5))) final class DiskTortureTests: Sendable {
    /// What may be found of a photo or of a photo's first bytes: nil for nothing.
    private struct Belief {
        var finished: Int?
        /// A change that had begun and was not finished; from then on either may be found.
        var begun: Int??
        var allowed: Set<Int?> { begun.map { [finished, $0] } ?? [finished] }
    }

    private let folder = FileManager.default.temporaryDirectory.path + "/torture-\(UInt64.random(in: 0 ... .max))"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func twoHundredKillsLoseNothingThatWasFinishedAndServeNothingTorn() async throws {
        var photos: [Int: Belief] = [:]
        var partials: [Int: Belief] = [:]
        var finishedChanges = 0
        for run in 1...200 {
            let lines = try await linesUntilKilled(seed: run)
            for line in lines {
                let words = line.split(separator: " ")
                let id = try #require(Int(words[2]))
                let version = words.count > 3 ? Int(words[3]) : nil
                let isEnd = words[0] == "end"
                finishedChanges += isEnd ? 1 : 0
                switch words[1] {
                case "store", "remove": Self.note(version, isEnd, &photos[id, default: Belief()])
                case "keep", "forget": Self.note(version, isEnd, &partials[id, default: Belief()])
                default: break
                }
            }
            let disk = DiskCache(folder: FileCacheFolder(path: folder), executor: Self.reading, writer: Self.writing)
            for id in photos.keys {
                let found = try await disk.photo(for: Self.key(id), priority: .visible)?.bytes
                let version = try Self.version(of: found, id, isWhole: true, among: photos[id]?.allowed, run)
                photos[id] = Belief(finished: version)
            }
            for id in partials.keys {
                let found = try await disk.partial(for: Self.key(id), priority: .visible)?.bytes
                let version = try Self.version(of: found, id, isWhole: false, among: partials[id]?.allowed, run)
                partials[id] = Belief(finished: version)
            }
            // Nothing damaged was met, so nothing was deleted; what a kill left unfinished is no entry.
            await disk.flush()
        }
        #expect(finishedChanges > 400)
    }

    /// A test run that is killed leaves nothing behind that works on for ever.
    @Test func itEndsWithTheProcessThatStartedIt() async throws {
        let (binary, folder) = (try LabBinary.path(), folder)
        let lines = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let process = Process()
                        let pipe = Pipe()
                        process.executableURL = URL(fileURLWithPath: "/bin/sh")
                        process.arguments = [
                            "-c", "\"$0\" torture-disk --directory \"$1\" --seed 1 & wait", binary, folder,
                        ]
                        process.standardOutput = pipe
                        try process.run()
                        let first = pipe.fileHandleForReading.availableData
                        kill(process.processIdentifier, SIGKILL)
                        process.waitUntilExit()
                        // Ends once nobody can write any more.
                        return first + pipe.fileHandleForReading.readDataToEndOfFile()
                    })
            }
        }
        #expect(!lines.isEmpty)
    }

    // As threads of the whole suite, because each costs one.
    private static let reading = LoopExecutor(name: "torture-read")
    private static let writing = LoopExecutor(name: "torture-write")

    private static func note(_ version: Int?, _ isEnd: Bool, _ belief: inout Belief) {
        belief = isEnd ? Belief(finished: version) : Belief(finished: belief.finished, begun: .some(version))
    }

    /// The version whose bytes these are, whole, which must be one of `allowed`.
    private static func version(
        of found: EncodedBytes?, _ id: Int, isWhole: Bool, among allowed: Set<Int?>?, _ run: Int
    ) throws -> Int? {
        let allowed = try #require(allowed)
        guard let found else {
            #expect(allowed.contains(nil), "run \(run): photo \(id) is lost, one of \(allowed) was finished")
            return nil
        }
        var bytes: [UInt8] = []
        found.storage.withBytes { bytes = Array($0) }
        let version = allowed.compactMap { $0 }.first { version in
            let whole = Self.bytes(id, version)
            return bytes == (isWhole ? whole : Array(whole.prefix((whole.count + 1) / 2)))
        }
        #expect(version != nil, "run \(run): photo \(id) is served torn or outdated")
        return version
    }

    private static func key(_ id: Int) -> FetchKey {
        FetchKey(
            source: SourceID("torture"), photo: PhotoID("\(id)"), version: "", location: .remote("http://torture/\(id)")
        )
    }

    private static func bytes(_ id: Int, _ version: Int) -> [UInt8] {
        (0..<(1 + 7919 * version % 60_000)).map {
            UInt8(truncatingIfNeeded: 167 * version + 59 * id + $0 * ($0 / 256 + 1))
        }
    }

    /// Starts the program, kills it at a random point of its work, and gives the whole lines that it had printed.
    private func linesUntilKilled(seed: Int) async throws -> [Substring] {
        let (binary, folder) = (try LabBinary.path(), folder)
        return try await withCheckedThrowingContinuation { continuation in
            // A thread of its own: it waits for the program.
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.runAndKill(binary, folder, seed) })
            }
        }
    }

    private static func runAndKill(_ binary: String, _ folder: String, _ seed: Int) throws -> [Substring] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: binary)
        process.arguments = ["torture-disk", "--directory", folder, "--seed", "\(seed)"]
        process.standardOutput = pipe
        try process.run()
        var output = Data()
        let enough = Int.random(in: 1...12)
        while output.count(where: { $0 == 0x0a }) < enough {
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { break }
            output += more
        }
        // Anywhere in the next change: a write takes some hundred microseconds.
        for _ in 0..<Int.random(in: 0...2000) { _ = Int.random(in: 0...9) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        output += pipe.fileHandleForReading.readDataToEndOfFile()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return Array(lines.dropLast())
    }
}
