// A disk that holds up the thread that reads files until a test opens its gate.
import Fixtures
import ImagePipeline

@testable import Codecs
@testable import Desktop

extension FileByteLoader {
    /// Runs `body` while one of the threads that read files waits for the disk; `body` opens its gate.
    func withSlowDisk(_ body: (Gate) async throws -> Void) async throws {
        let busy = Gate()
        let slowDisk = Gate()
        async let first: Void = pool.run(priority: .visible) {
            busy.open()
            slowDisk.block()
        }
        await busy.opened()
        try await body(slowDisk)
        try await first
    }
}
