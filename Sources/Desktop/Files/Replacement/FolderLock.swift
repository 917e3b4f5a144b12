// The lock by which processes and threads of this program replace files of one folder one after another.
import Glibc

/// A lock on a folder itself, which leaves no file in it. It holds those apart who take it: other programs do not.
enum FolderLock {
    /// Milliseconds after which the caller goes on without: another program may hold such a lock for hours.
    private static let patience = 2_000

    /// Waits for the lock on an open folder, which ends when the descriptor is closed.
    static func take(_ folder: Int32) {
        guard folder >= 0 else { return }
        for _ in 0..<patience {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { return }
            // Some file systems have no locks.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
            nanosleep(&pause, nil)
        }
    }
}
