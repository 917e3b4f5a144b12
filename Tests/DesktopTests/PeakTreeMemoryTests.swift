// The memory of the program with all that it has started.
import Foundation
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(1)))
struct PeakTreeMemoryTests {
    @Test func processesOfProcessesAreAmongThem() async throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "sleep 60 & echo $!; wait"]
        let pipe = Pipe()
        shell.standardOutput = pipe
        try shell.run()
        let said = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        let sleeper = try #require(Int32(said.trimmingCharacters(in: .whitespacesAndNewlines)))
        let processes = PeakTreeMemory.processes
        #expect(processes.first == String(getpid()))
        #expect(processes.contains(String(shell.processIdentifier)) && processes.contains(String(sleeper)))
        #expect(PeakTreeMemory.now > 1 << 20)
        kill(sleeper, SIGKILL)
        shell.waitUntilExit()
        #expect(!PeakTreeMemory.processes.contains(String(sleeper)))
    }

    @Test func thePeakStaysWhenMemoryIsFreed() {
        let memory = PeakTreeMemory()
        var pages: [UInt8]? = [UInt8](repeating: 1, count: 64 << 20)
        let full = memory.peak
        #expect(pages?.last == 1)
        pages = nil
        #expect(memory.peak >= full)
    }
}
