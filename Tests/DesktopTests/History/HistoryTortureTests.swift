// The history under kill -9: what was done until then is undone to the first state, byte for byte.
import Fixtures
import Foundation
import Glibc
import Testing

@testable import Desktop

/// Kills `tessera-lab torture-files` at 80 moments, undoes everything each time, and does all again.
@Suite(.timeLimit(.minutes(10))) struct HistoryTortureTests {
    @Test(arguments: [false, true])
    func afterAKillEverythingThatWasDoneIsUndone(isApart: Bool) async throws {
        let shelf = PhotoShelf(), lab = try LabBinary.path()
        func contents(_ folder: String) -> [String: [UInt8]] {
            let names = shelf.names(folder).map {
                ($0, FileManager.default.contents(atPath: folder + "/" + $0).map(Array.init) ?? [])
            }
            return Dictionary(uniqueKeysWithValues: names)
        }
        let before = contents(shelf.from)
        for run in 0..<40 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: lab)
            process.arguments = ["torture-files", "--directory", shelf.scratch.path] + (isApart ? ["--apart"] : [])
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            // It writes a line when it begins its work; from then on the kill comes at any of its moments.
            _ = output.fileHandleForReading.availableData
            usleep(UInt32(run * 997 % 30_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let operations = shelf.operations()
            await operations.recover()
            // The lab undoes some of its acts itself; killed in the middle of that, it leaves one of which a part is
            // undone.
            let isUndone = await operations.history.next().redo != nil
            let left = contents(shelf.from)
            var count = 0
            while let undone = await operations.undo() {
                #expect(undone.failures.isEmpty, "kill \(run): \(undone.failures)")
                if !undone.failures.isEmpty { return }
                count += 1
            }
            #expect(count < History.longest)
            #expect(
                contents(shelf.from) == before && contents(shelf.to).isEmpty && shelf.trashed.isEmpty, "kill \(run)")
            for _ in 0..<count {
                let redone = await operations.redo()
                #expect(redone?.failures.isEmpty == true, "kill \(run): \(String(describing: redone))")
                if redone?.failures.isEmpty != true { return }
            }
            if !isUndone {
                let rest = await operations.history.next().redo
                #expect(rest == nil && contents(shelf.from) == left, "kill \(run)")
            }
            while await operations.undo() != nil {}
            // Its own is there as long as it runs.
            #expect(shelf.journals.allSatisfy { $0.contains("-\(getpid())-") }, "kill \(run)")
        }
    }
}
