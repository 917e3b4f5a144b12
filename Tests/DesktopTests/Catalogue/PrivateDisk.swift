// A small file system that one thread alone sees.
import Fixtures
import Glibc

@testable import Desktop

/// Mounts of a thread's own (unshare(2), mount(2), which Swift does not import). They end with the thread.
enum PrivateDisk {
    /// Whether the system lets this user mount, as it does the superuser where nothing else forbids it.
    static func isAllowed() async -> Bool {
        let scratch = ScratchFolder()
        return await run(on: LoopExecutor(name: "mount")) { unshareMounts() && mount(scratch.path, bytes: 65_536) }
    }

    /// Runs `body` on the thread of `executor`.
    static func run(on executor: LoopExecutor, _ body: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { answer in executor.post { answer.resume(returning: body()) } }
    }

    /// Gives the calling thread mounts of its own.
    static func unshareMounts() -> Bool {
        typealias Unshare = @convention(c) (Int32) -> Int32
        guard let unshare = dlsym(nil, "unshare") else { return false }
        // CLONE_NEWNS; and no mount of this one is to appear elsewhere: MS_REC | MS_PRIVATE.
        return unsafeBitCast(unshare, to: Unshare.self)(0x20000) == 0 && mount(nil, "/", nil, 0x4000 | 1 << 18, nil)
    }

    /// Mounts an empty file system in memory at `folder`, or gives the one there another size.
    static func mount(_ folder: String, bytes: Int, again: Bool = false) -> Bool {
        mount("tmpfs", folder, "tmpfs", again ? 32 : 0, "size=\(bytes)")
    }

    private static func mount(
        _ source: String?, _ target: String, _ type: String?, _ flags: UInt, _ data: String?
    ) -> Bool {
        typealias Text = UnsafePointer<CChar>?
        typealias Mount = @convention(c) (Text, Text, Text, UInt, Text) -> Int32
        guard let mount = dlsym(nil, "mount") else { return false }
        func with(_ text: String?, _ body: (Text) -> Int32) -> Int32 { text.map { $0.withCString(body) } ?? body(nil) }
        let result = with(source) { source in
            with(target) { target in
                with(type) { type in
                    with(data) { unsafeBitCast(mount, to: Mount.self)(source, target, type, flags, $0) }
                }
            }
        }
        return result == 0
    }
}
