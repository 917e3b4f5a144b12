// Shares that commands read: connected without a window, and so without questions.
import CGLib
import Codecs
import Desktop
import Library
import Photos

/// The reader of shares for commands. What the desktop has connected is used as it is; what it has not is connected
/// with what the keyring knows, or as a guest. A password that is asked for is refused.
actor ConnectedShares {
    /// The one of the program. Begins to iterate the default main context, for which some steps of GVfs's calls wait.
    static let client: ShareClient = {
        let thread = g_thread_new(
            "main loop",
            { _ in
                let loop = g_main_loop_new(nil, 0)
                g_main_loop_run(loop)
                g_main_loop_unref(loop)
                return nil
            }, nil)
        g_thread_unref(thread)
        let shares = ConnectedShares()
        return ShareClient { try await shares.connect($0) }
    }()

    private let executor = LoopExecutor(name: "mounting")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private func connect(_ address: ShareAddress) async throws {
        let operation = GObjectReference(adopting: UnsafeMutableRawPointer(g_mount_operation_new()))
        Self.answer(operation)
        try await ShareMount.connect(address, by: operation.pointer.cast())
    }

    /// Answers a question about the user with that it is a guest; GIO refuses all others by itself.
    private static func answer(_ operation: GObjectReference) {
        let guest:
            @convention(c) (
                UnsafeMutablePointer<GMountOperation>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
                UnsafePointer<CChar>?, UInt32, UnsafeMutableRawPointer?
            ) -> Void = { operation, _, _, _, flags, _ in
                let takesGuests = flags & G_ASK_PASSWORD_ANONYMOUS_SUPPORTED.rawValue != 0
                if takesGuests { g_mount_operation_set_anonymous(operation, 1) }
                g_mount_operation_reply(
                    operation, takesGuests ? G_MOUNT_OPERATION_HANDLED : G_MOUNT_OPERATION_ABORTED)
            }
        g_signal_connect_data(
            operation.pointer, "ask-password", unsafeBitCast(guest, to: GCallback.self), nil, nil,
            GConnectFlags(rawValue: 0))
    }
}

extension PhotoSource where Self == ShareSource {
    /// The photos below a folder on a share.
    static func share(
        _ address: ShareAddress, withHidden: Bool, listings: any ShareListings,
        sidecars: ShareSidecars = ShareSidecars()
    ) -> ShareSource {
        ShareSource(
            address, withHidden: withHidden, shares: ConnectedShares.client, listings: listings, sidecars: sidecars)
    }
}
