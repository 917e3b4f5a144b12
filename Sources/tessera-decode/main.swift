// The program that decodes for tessera: a fork server, and the confined processes that it forks. Started by tessera
// only.
import CForkServer
import Codecs
import Glibc

/// Bytes of private memory that a process may have, and of address space beside them: libraries, stacks, and the pixels
/// of the largest picture, which lie in memory shared with tessera.
private var limits = TesseraForkLimits(memory: guint64(DecodeProcesses.mostMemory), reserved: 1 << 30)

private enum Service {
    /// The loaders that processes forked from now on have.
    static let loaders = LoadedLoaders()
}

var status = stat()
guard CommandLine.argc == 1, fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
    let words = Array("tessera-decode is started by tessera, for pictures that are decoded in confinement.\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    exit(2)
}
// What every process takes is loaded once.
_ = TypeRegistration.decoding
tzset()
for type in ["image/jpeg", "image/png"] { Service.loaders.load(type) }

tessera_fork_server_run(
    &limits,
    { type in if let type { Service.loaders.load(String(cString: type)) } },
    { channel, confined, listener in
        DecodeServer(
            channel: channel, loaders: Service.loaders, limitDescriptors: tessera_fork_limit_descriptors,
            limitTime: { tessera_fork_limit_time(UInt32($0 + 1)) }, rest: tessera_fork_idle
        ).run(confined: confined, listener: listener)
    })
