// The connection of a share that has gone.
import CGLib
import Codecs
import Photos

extension BlockingShareCalls {
    /// Connects a share by what is known of it: nothing is asked.
    func connect(_ share: ShareAddress) throws(SystemFailure) {
        try check(.connect(share))
        try run(share) { call throws(SystemFailure) in
            let context = g_main_context_new()
            g_main_context_push_thread_default(context)
            defer {
                g_main_context_pop_thread_default(context)
                g_main_context_unref(context)
            }
            let file = share.makeFile(isFolder: true)
            defer { withExtendedLifetime(file) {} }
            let answer = MountAnswer()
            g_file_mount_enclosing_volume(
                file.pointer.opaque, G_MOUNT_MOUNT_NONE, nil, call.pointer,
                { file, result, context in
                    guard let context else { return }
                    var error: UnsafeMutablePointer<GError>?
                    let isDone = g_file_mount_enclosing_volume_finish(file?.opaque, result, &error) != 0
                    let answer = Unmanaged<MountAnswer>.fromOpaque(context).takeUnretainedValue()
                    answer.result = isDone ? .success(()) : .failure(GLibError(adopting: error))
                }, Unmanaged.passUnretained(answer).toOpaque())
            while true {
                switch answer.result {
                case nil: g_main_context_iteration(context, 1)
                case .success?: return
                case .failure(let error)?:
                    if error.isIO(G_IO_ERROR_ALREADY_MOUNTED) { return }
                    throw SystemFailure(ofShare: error)
                }
            }
        }
    }

    /// What has become of a connection, for the thread that iterates the context to which GIO answers.
    private final class MountAnswer {
        var result: Result<Void, GLibError>?
    }
}
