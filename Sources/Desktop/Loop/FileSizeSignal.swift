// The signal of a file that may not grow further, which would end the process.
import Glibc

/// SIGXFSZ, which a write beyond the limit of the user (`ulimit -f`) sends.
public enum FileSizeSignal {
    /// Has such a write fail with EFBIG instead, as a write to a full disk fails. Call before there are threads. The
    /// programs that this one starts get the signal as usual: a handler, unlike a signal that is ignored, does not
    /// outlive `exec`.
    public static func becomesAnError() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        action.sa_flags = SA_RESTART
        sigaction(SIGXFSZ, &action, nil)
    }
}
