// Indexing under kill -9: nothing is read twice that was kept, and nothing is missing or damaged afterwards.
import Codecs
import Fixtures
import Foundation
import Photos
import Testing

@testable import Desktop

/// Kills `tessera-lab torture-catalogue`, whose help says what its lines mean, and looks at what it has left.
@Suite(.timeLimit(.minutes(10))) struct CatalogueTortureTests {
    private static let count = 2_000
    /// `TESSERA_KILLS` kills more often.
    private static let kills = ProcessInfo.processInfo.environment["TESSERA_KILLS"].flatMap(Int.init) ?? 20

    private let scratch = ScratchFolder()
    private var catalogue: String { scratch.path + "/data/catalogue.sqlite" }
    private var folder: String { scratch.path + "/photos" }

    @Test func killsAtRandomMomentsLoseNothingThatWasKept() async throws {
        scratch.folder("photos")
        for number in 0..<Self.count { scratch.write("photos/\(number)", Array("photo \(number)".utf8)) }
        var kept: [String: Int64] = [:]
        var readings = 0
        for run in 1...Self.kills {
            let lines = try await lines(killedAfter: Int.random(in: 0...1_200))
            readings += note(lines, in: &kept, run)
            let check = try Database(.file(catalogue), patience: 5_000).statement("PRAGMA integrity_check")
            try #require(try check.step())
            #expect(check.text(0) == "ok", "run \(run)")
            check.reset()
            // The next run has something to do: other content, and so another time of change.
            for _ in 0..<Self.count / 8 {
                let number = Int.random(in: 0..<Self.count)
                // In place: a file that is replaced waits for the disk.
                try Data("photo \(number) of run \(run)".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(number)"))
            }
        }
        let last = try await lines(killedAfter: nil)
        readings += note(last, in: &kept, 0)
        #expect(last.last == "done")
        // One more run finds nothing to read.
        #expect(try await lines(killedAfter: nil) == ["begin", "done"])
        #expect(readings > Self.count)
        let database = try Database(.file(catalogue), patience: 5_000)
        #expect(try database.number("SELECT count(*) FROM file") == Int64(Self.count))
        #expect(try database.number("SELECT count(DISTINCT name) FROM file") == Int64(Self.count))
        #expect(try ScratchFiles.names(in: scratch.path + "/data").allSatisfy { !$0.contains("damaged") })
    }

    /// Notes what was kept, and expects that nothing was read which was kept in its present state before.
    /// - Returns: files that were read.
    private func note(_ lines: [Substring], in kept: inout [String: Int64], _ run: Int) -> Int {
        let before = kept
        var readings = 0
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "read":
                readings += 1
                let modified = FilePath.status(of: folder + "/" + words[1]).map { FileStamp($0).modified }
                #expect(before[words[1]] != modified, "run \(run): \(words[1]) was kept and is read again")
            case "kept": kept[words[1]] = Int64(words[2])
            default: break
            }
        }
        return readings
    }

    /// Starts the program, kills it after so many lines, and gives the whole lines that it had printed.
    private func lines(killedAfter count: Int?) async throws -> [Substring] {
        let (binary, catalogue, folder) = (try LabBinary.path(), catalogue, folder)
        return try await withCheckedThrowingContinuation { continuation in
            // A thread of its own: it waits for the program.
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.run(binary, catalogue, folder, killedAfter: count) })
            }
        }
    }

    private static func run(
        _ binary: String, _ catalogue: String, _ folder: String, killedAfter count: Int?
    ) throws -> [Substring] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: binary)
        process.arguments = ["torture-catalogue", "--catalogue", catalogue, "--folder", folder]
        process.standardOutput = pipe
        try process.run()
        var output = Data()
        if let count {
            var seen = 0
            while seen < count {
                let more = pipe.fileHandleForReading.availableData
                if more.isEmpty { break }
                seen += more.count { $0 == 0x0a }
                output += more
            }
            // Anywhere in what comes next: a transaction takes a millisecond or two.
            for _ in 0..<Int.random(in: 0...4_000) { _ = Int.random(in: 0...9) }
            kill(process.processIdentifier, SIGKILL)
        }
        output += pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if count == nil { try #require(process.terminationStatus == 0) }
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return Array(lines.dropLast())
    }
}
