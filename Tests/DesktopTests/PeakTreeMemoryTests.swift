// The memory of the program with all that it has started.
import Glibc
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(1)))
struct PeakTreeMemoryTests {
    @Test func processesOfProcessesAreAmongThem() throws {
        let pipe = try #require(popen("sleep 60 & echo $$ $!; wait", "r"))
        var line = [CChar](repeating: 0, count: 64)
        let said = try #require(fgets(&line, Int32(line.count), pipe).map { String(cString: $0) })
        let below = said.split(whereSeparator: \.isWhitespace).map(String.init)
        try #require(below.count == 2)
        let processes = PeakTreeMemory.processes
        #expect(processes.first == String(getpid()))
        #expect(below.allSatisfy(processes.contains))
        #expect(PeakTreeMemory.now > 1 << 20)
        // Both: the shell may have inherited a thread's blocked signals, and then waits for ever.
        for process in below { kill(try #require(Int32(process)), SIGKILL) }
        pclose(pipe)
        #expect(!PeakTreeMemory.processes.contains(below[0]))
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
