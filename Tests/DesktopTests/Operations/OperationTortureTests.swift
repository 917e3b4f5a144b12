// Operations under kill -9: what the next start finds is settled, and no photo is lost.
import Fixtures
import Foundation
import Glibc
import Testing

@testable import Desktop

/// Kills `tessera-lab torture-files` at 200 moments.
@Suite(.timeLimit(.minutes(5))) struct OperationTortureTests {
    @Test(arguments: [false, true])
    func aKillAtAnyMomentLeavesEachPhotoWholeInOnePlace(isApart: Bool) async throws {
        let shelf = PhotoShelf()
        let lab = try LabBinary.path()
        for run in 0..<100 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: lab)
            process.arguments = ["torture-files", "--directory", shelf.scratch.path] + (isApart ? ["--apart"] : [])
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            // It writes a line when it begins its work; from then on the kill comes at any of its moments.
            _ = output.fileHandleForReading.availableData
            usleep(UInt32(run * 397 % 20_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let report = await shelf.operations().recover()
            #expect(report.left.isEmpty)
            for work in report.interrupted { #expect(work.done + work.left == 2 && work.left > 0) }
            for letter in PhotoShelf.letters {
                let places = shelf.places(of: letter)
                #expect(places == 1, "photo \(letter) after kill \(run) in \(places ?? -1) places")
            }
            #expect(shelf.litter.isEmpty, "\(shelf.litter) after kill \(run)")
            #expect(shelf.journals.isEmpty)
        }
    }
}
