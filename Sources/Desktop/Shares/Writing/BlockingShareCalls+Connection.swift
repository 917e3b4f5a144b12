// The connection of a share that has gone.
import CGLib
import Codecs
import Dispatch
import Photos

extension BlockingShareCalls {
    /// Connects a share by what is known of it: nothing is asked.
    func connect(_ share: ShareAddress) throws(SystemFailure) {
        try check(.connect(share))
        try run(share) { call throws(SystemFailure) in
            let file = share.makeFile(isFolder: true)
            defer { withExtendedLifetime(file) {} }
            let result = MountAnswer.wait { answer in
                g_file_mount_enclosing_volume(
                    file.pointer.opaque, G_MOUNT_MOUNT_NONE, nil, call.pointer,
                    { file, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_file_mount_enclosing_volume_finish(file?.opaque, result, &error) != 0
                        MountAnswer.take(context, isDone ? .success(()) : .failure(GLibError(adopting: error)))
                    }, answer)
            }
            if case .failure(let error) = result, !error.isIO(G_IO_ERROR_ALREADY_MOUNTED) {
                throw SystemFailure(ofShare: error)
            }
        }
    }

    /// Has GVfs forget the process of a mount that has gone. It does when its unmounting is asked for, which fails.
    func forgetProcess(of share: ShareAddress) {
        // Whether there is a mount is found out by the next call.
        try? begin(share) { call throws(SystemFailure) in
            let file = share.makeFile(isFolder: true)
            defer { withExtendedLifetime(file) {} }
            let mount = try call.object { g_file_find_enclosing_mount(file.pointer.opaque, call.pointer, $0) }
            defer { withExtendedLifetime(mount) {} }
            _ = MountAnswer.wait { answer in
                g_mount_unmount_with_operation(
                    mount.pointer.opaque, G_MOUNT_UNMOUNT_NONE, nil, call.pointer,
                    { mount, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_mount_unmount_with_operation_finish(mount?.opaque, result, &error) != 0
                        MountAnswer.take(context, isDone ? .success(()) : .failure(GLibError(adopting: error)))
                    }, answer)
            }
        }.wait()
    }

    /// The same for a caller that must not wait: on a thread that may.
    static func forgetProcess(of share: ShareAddress) async {
        let calls = BlockingShareCalls(patience: SharePatience(), closeRead: nil, before: nil)
        await withCheckedContinuation { isDone in
            DispatchQueue.global().async {
                calls.forgetProcess(of: share)
                isDone.resume()
            }
        }
    }

    /// What has become of a mount, for the thread that iterates the context to which GIO answers.
    private final class MountAnswer {
        private var result: Result<Void, GLibError>?

        /// Makes an asynchronous call, and waits for its answer.
        /// - Parameter begin: Makes the call with the pointer that its callback gives to `take`.
        static func wait(_ begin: (UnsafeMutableRawPointer) -> Void) -> Result<Void, GLibError> {
            let context = g_main_context_new(), answer = MountAnswer()
            g_main_context_push_thread_default(context)
            defer {
                g_main_context_pop_thread_default(context)
                g_main_context_unref(context)
            }
            begin(Unmanaged.passUnretained(answer).toOpaque())
            while true {
                if let result = answer.result { return result }
                g_main_context_iteration(context, 1)
            }
        }

        static func take(_ answer: UnsafeMutableRawPointer?, _ result: Result<Void, GLibError>) {
            guard let answer else { return }
            Unmanaged<MountAnswer>.fromOpaque(answer).takeUnretainedValue().result = result
        }
    }
}
