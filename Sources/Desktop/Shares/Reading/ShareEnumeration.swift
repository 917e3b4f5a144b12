// The reading of one folder on a share, in pieces.
import CGLib
import Codecs
import Library

/// A GFileEnumerator of a folder. Its calls may be made on any thread; one call at a time.
///
/// GVfs hands entries over in the default main context, wherever they were asked for, and guards them against other
/// threads in part only (read in its sources, and seen with 1.50): a request that is cancelled on another thread while
/// it is being answered is freed twice, one that was cancelled before waits for its own lock, which is that of all
/// folders of the process, and the last reference elsewhere frees the enumerator beneath a message that is being
/// delivered to it. So everything is begun, answered, cancelled (`ShareCall`) and released in that context.
final class ShareEnumeration: Sendable {
    private let entries: Unmanaged<GObjectReference>

    private init(adopting entries: UnsafeMutableRawPointer) {
        self.entries = Unmanaged.passRetained(GObjectReference(adopting: entries))
    }

    /// The last reference to an enumerator closes it, which by GVfs asks nothing of the share.
    deinit { DefaultContext.post { [entries] in entries.release() } }

    /// Begins to read a folder, with the attributes of `ShareEntry`.
    /// - Parameter folder: A GFile.
    /// - Throws: `GLibError`, or `CancellationError`.
    static func begin(
        _ folder: GObjectReference, _ call: ShareCall, isolation: isolated (any Actor)? = #isolation
    ) async throws -> ShareEnumeration {
        try await inContext(of: call) { context in
            g_file_enumerate_children_async(
                folder.pointer.opaque, ShareEntry.attributes, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, call.pointer,
                { file, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let entries = g_file_enumerate_children_finish(file?.opaque, result, &error)
                    Reply<ShareEnumeration>.take(context)?.resume(
                        with: entries.map { .success(ShareEnumeration(adopting: UnsafeMutableRawPointer($0))) }
                            ?? .failure(GLibError(adopting: error)))
                }, context)
        }
    }

    /// Returns the next entries, at most `count`, with nil for those that are left out; none at the end.
    /// - Throws: `GLibError`, or `CancellationError`.
    func next(
        _ count: Int32, _ call: ShareCall, isolation: isolated (any Actor)? = #isolation
    ) async throws -> [ShareEntry?] {
        try await Self.inContext(of: call) { [self] context in
            g_file_enumerator_next_files_async(
                entries.takeUnretainedValue().pointer.cast(), count, G_PRIORITY_DEFAULT, call.pointer,
                { entries, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let list = g_file_enumerator_next_files_finish(entries?.cast(), result, &error)
                    Reply<[ShareEntry?]>.take(context)?.resume(
                        with: error.map { .failure(GLibError(adopting: $0)) }
                            ?? .success(ShareEnumeration.take(list)))
                }, context)
        }
    }

    /// Makes a call in the default main context unless it was cancelled before.
    /// - Parameter make: Makes it, and passes on what its callback is given.
    private static func inContext<Value: Sendable>(
        of call: ShareCall, isolation: isolated (any Actor)? = #isolation,
        _ make: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            DefaultContext.post {
                if g_cancellable_is_cancelled(call.pointer) != 0 {
                    continuation.resume(throwing: CancellationError())
                } else {
                    make(Reply(continuation).retained())
                }
            }
        }
    }

    /// Reads the entries of a list and frees it.
    private static func take(_ list: UnsafeMutablePointer<GList>?) -> [ShareEntry?] {
        var entries: [ShareEntry?] = []
        var node = list
        while let current = node {
            node = current.pointee.next
            guard let info = current.pointee.data else { continue }
            entries.append(ShareEntry(OpaquePointer(info)))
            g_object_unref(info)
        }
        g_list_free(list)
        return entries
    }
}
