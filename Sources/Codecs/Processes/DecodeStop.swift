import CChannel
import Glibc
// The reasons why a decode process was stopped over a picture.
import Photos

/// What a picture has done to the process that decoded it.
enum DecodeStop: Error, Hashable {
    /// It asked the kernel for something that a picture may not.
    case forbidden
    /// It took more processor time, or more time by the clock, than it may.
    case outOfTime
    case outOfMemory
    /// It ended, or sent an invalid answer.
    case crashed

    /// From the status of a process that ended by itself.
    init(status: Int32?) {
        // WIFSIGNALED, WTERMSIG, WIFEXITED and WEXITSTATUS are macros.
        let signal = (status ?? 0) & 0x7F
        switch (signal, ((status ?? 0) >> 8) & 0xFF) {
        case (SIGSYS, _): self = .forbidden
        case (SIGXCPU, _): self = .outOfTime
        case (0, Int32(TESSERA_FORK_OUT_OF_MEMORY_STATUS)): self = .outOfMemory
        default: self = .crashed
        }
    }

    /// Whether a second process may do better: time and memory are the same in every process.
    var mayPass: Bool { self == .crashed || self == .forbidden }

    /// The reason as it is shown with the picture.
    func reason(seconds: Int, memory: Int) -> LoadFailure.Reason {
        switch self {
        case .forbidden:
            .unreadable(Message("this picture was stopped: it tried to do what a picture must not"))
        case .outOfTime:
            .tooCostly(
                Message("it takes more than {count} second", many: "it takes more than {count} seconds", count: seconds)
            )
        case .outOfMemory:
            .tooCostly(Message("it takes more than {limit} MB of memory", ["limit": .count(memory >> 20)]))
        case .crashed: .unreadable(Message("this picture crashed the decoder"))
        }
    }
}
