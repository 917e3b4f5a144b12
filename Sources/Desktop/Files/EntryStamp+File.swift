// The stamps of operations and those of listings, each from the other.
import Glibc
import Photos

extension EntryStamp {
    init(_ stamp: FileStamp) {
        let second: Int64 = 1_000_000_000
        let (seconds, nanoseconds) = stamp.modified.quotientAndRemainder(dividingBy: second)
        let isEarlier = nanoseconds < 0
        device = Int(truncatingIfNeeded: stamp.device)
        inode = Int(truncatingIfNeeded: stamp.inode)
        size = Int(stamp.byteCount)
        self.seconds = Int(seconds) - (isEarlier ? 1 : 0)
        self.nanoseconds = Int(nanoseconds + (isEarlier ? second : 0))
    }

    /// The time of change, as the system has it.
    var time: timespec { timespec(tv_sec: seconds, tv_nsec: nanoseconds) }
}
