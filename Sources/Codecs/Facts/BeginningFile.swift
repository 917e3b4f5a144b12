// The beginning of a file elsewhere, as a file that the readers of files can read.
import CChannel
import CGLib
import Glibc
import ImagePipeline

/// The first bytes of a file in memory, with the file's time.
final class BeginningFile {
    let descriptor: Int32

    /// - Parameter modified: Nanoseconds since 1970 UTC.
    init?(_ bytes: EncodedBytes, modified: Int64) {
        var descriptor: Int32 = -1
        bytes.storage.withBytes { descriptor = tessera_memory_file_holding($0.baseAddress, UInt($0.count)) }
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        let (seconds, nanoseconds) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: max(0, Int(nanoseconds)))
        var times = (time, time)
        _ = withUnsafePointer(to: &times) {
            $0.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(descriptor, $0) }
        }
    }

    deinit { close(descriptor) }
}
