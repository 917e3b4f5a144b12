// What happens to shares in the middle of what is done there, and where.
import Codecs
import Fixtures
import Foundation
import Glibc
import Photos
import Synchronization
import Testing

@testable import Desktop

enum ShareFault: String, CaseIterable {
    /// The process at the server's end of the line is killed, and the server takes no connections for the moment.
    case killed
    /// The line breaks; a new connection is possible at once.
    case cut
    /// Nothing arrives any more, until somebody gives up or for a moment.
    case stalled
    /// The disk that is written to has no more room.
    case full

    /// Those that happen to a line.
    static let ofLines = [killed, cut, stalled]

    /// How often each happens in each act; more by scripts/test-shares --faults.
    static let rounds = getenv("TESSERA_SHARE_FAULTS").flatMap { Int(String(cString: $0)) } ?? 1

    /// The minutes in which one test has to come to its end.
    static let minutes = rounds > 10 ? 240 : 5
}

/// A line to a share on which a fault happens once a number of bytes have arrived, in both directions together.
final class FaultyLine {
    /// The address of the folder of all servers, by way of the line.
    let address: String

    private let line: ShareLine
    private let servers: ShareServers
    private let server: String
    private final class End: Sendable { let isReached = Atomic(false) }

    init(_ kind: String) throws {
        servers = try #require(ShareServers.running)
        server = try #require(servers.addresses[kind])
        line = try ShareLine(to: server, program: try #require(getenv("TESSERA_LAB").map { String(cString: $0) }))
        address = line.address
    }

    /// The number of bytes that have arrived, of all time.
    var passed: Int { Self.arrived(line.tell("count")) }

    private static func arrived(_ counts: String) -> Int {
        let words = counts.split(separator: " ")
        return zip(words, words.dropFirst()).reduce(0) { $0 + ($1.0 == "up" || $1.0 == "down" ? Int($1.1) ?? 0 : 0) }
    }

    /// Has a fault happen while something is done.
    /// - Parameters:
    ///   - isShort: Whether a line that stalls goes on by itself.
    ///   - giveUp: Called when the line has stalled, where it does not go on by itself.
    /// - Returns: The result, and whether the fault happened before it.
    func strike<Value: Sendable>(
        _ fault: ShareFault, after bytes: Int, isShort: Bool, giveUp: () -> Void,
        _ body: @escaping @Sendable () async -> Value
    ) async throws -> (Value, wasMet: Bool) {
        let point = Self.arrived(line.tell("\(fault == .cut ? "cut" : "stall") \(bytes)")) + bytes
        let end = End()
        async let value = {
            let value = await body()
            end.isReached.store(true, ordering: .releasing)
            return value
        }()
        var wasMet = false
        while !wasMet, !end.isReached.load(ordering: .acquiring) {
            wasMet = passed >= point
            if !wasMet { try await Task.sleep(for: .milliseconds(1)) }
        }
        if wasMet {
            switch fault {
            case .killed:
                line.tell("refuse")
                servers.killConnections(of: server)
                line.tell("resume")
            case .stalled:
                if isShort { line.tell("resume") } else { giveUp() }
            case .cut, .full: break
            }
        }
        let result = await value
        // What is cut off ends at once.
        return (result, wasMet || passed >= point)
    }

    /// Has nothing arrive any more.
    func stall() { line.tell("stall") }

    /// Connections that were made, of all time.
    var connections: Int {
        let words = line.tell("count").split(separator: " ")
        return words.firstIndex(of: "accepted").flatMap { Int(words[$0 + 1]) } ?? 0
    }

    /// Has everything arrive again.
    func mend() {
        line.tell("resume")
        line.tell("accept")
    }

    /// Connects a share by way of the line, also while GVfs calls a line that has broken unmounting, and where its
    /// process does not answer after that (WebDAV, GVfs 1.50).
    func connect(_ share: ShareAddress) async throws {
        let start = ContinuousClock.now
        while true {
            do {
                try await ShareMounting.shared.connect(share)
                // A mount whose line has broken fails the next call.
                let disk = MountedShareDisk(patience: SharePatience(answering: .seconds(5)))
                _ = try disk.status(share, followsLink: false)
                return
            } catch let error as SystemFailure where error.code == ETIMEDOUT {
                try await ShareMounting.shared.disconnect(share)
            } catch {
                if start.duration(to: .now) > .seconds(20) { throw error }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}

/// The disk of 1 MB that the servers serve.
struct SmallDisk {
    let path: String

    init?() {
        guard let folder = ShareServers.running?.folder, FilePath.isThere(folder + "/full") else { return nil }
        path = folder + "/full"
    }

    /// Takes all room but so many bytes.
    func fill(leaving bytes: Int) {
        unlink(path + "/fill")
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return }
        let room = Int(status.f_bavail) * Int(status.f_frsize)
        let file = open(path + "/fill", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        posix_fallocate(file, 0, max(1, room - bytes))
        close(file)
    }

    /// Makes room again.
    func drain() { unlink(path + "/fill") }

    /// Makes room again, also of what was undone: it is in the disk's trash.
    func empty() {
        drain()
        try? FileManager.default.removeItem(atPath: path + "/.Trash-\(getuid())")
    }
}

extension FilePath {
    static func isThere(_ path: String) -> Bool { FilePath.status(of: path) != nil }
}

/// How the rounds of a test have ended.
struct FaultTally: CustomStringConvertible {
    var rounds = 0
    /// Those in which the fault happened before the end.
    var met = 0
    var done = 0
    /// Those in which a draft or a journal was left for the next start.
    var left = 0
    var undone = 0
    private let start = ContinuousClock.now

    var description: String {
        let seconds = start.duration(to: .now) / .seconds(1)
        return "\(rounds) rounds, fault met in \(met), done in \(done), left for the next start in \(left), "
            + "undone \(undone); \((seconds * 10).rounded() / 10) s"
    }

    /// Says the result where it is of interest.
    func tell(_ what: String) {
        if ShareFault.rounds > 1 { print("faults: \(what): \(self)") }
    }
}
