// Shares that tests connect, and the answers to the questions that the desktop would ask the user.
import CGLib
import Codecs
import Fixtures
import Photos
import Synchronization

@testable import Desktop

/// Mounts shares by GIO, without a window.
actor ShareMounting {
    /// What the user would say.
    struct Answers: Sendable {
        var user = ShareServers.running?.user ?? "", password = ShareServers.running?.password ?? ""
        /// How often the password is given before the user gives up.
        var patience = 1
        /// Whether a host whose key is not known is taken for what it says it is.
        var trustsHost = false
    }

    static let shared = ShareMounting()

    private let executor = LoopExecutor(name: "mounting")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Connects a share, as `ShareClient.Connect`.
    /// - Returns: The number of questions.
    @discardableResult
    func connect(_ address: ShareAddress, _ answers: Answers = Answers()) async throws -> Int {
        let operation = GObjectReference(adopting: UnsafeMutableRawPointer(g_mount_operation_new()))
        let user = User(answers)
        connect(operation, to: user)
        let file = file(address)
        do {
            let _: Bool = try await withCheckedThrowingContinuation { continuation in
                self.assertIsolated()
                g_file_mount_enclosing_volume(
                    file.pointer.opaque, G_MOUNT_MOUNT_NONE,
                    operation.pointer.assumingMemoryBound(to: GMountOperation.self),
                    nil,
                    { file, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_file_mount_enclosing_volume_finish(file?.opaque, result, &error) != 0
                        Reply<Bool>.take(context)?.resume(
                            with: isDone ? .success(true) : .failure(GLibError(adopting: error)))
                    }, Reply(continuation).retained())
            }
        } catch let error as GLibError where error.isIO(G_IO_ERROR_ALREADY_MOUNTED) {
            return 0
        } catch let error as GLibError {
            throw LoadFailure.ofConnection(error, to: address)
        }
        return user.questions.load(ordering: .relaxed)
    }

    /// Disconnects a share, and returns when what served it has ended; does nothing where it is not connected.
    func disconnect(_ address: ShareAddress) async throws {
        guard let mount = mount(of: address) else { return }
        let processes = SftpProcesses(serving: address)
        try await unmount(mount)
        try await processes.ended()
    }

    /// Returns the mount of a connected share, of which GVfs takes note; nil for one that is not connected. The share's
    /// process is asked nothing.
    func mount(of address: ShareAddress) -> GObjectReference? {
        let file = file(address)
        return g_file_find_enclosing_mount(file.pointer.opaque, nil, nil).map {
            GObjectReference(adopting: UnsafeMutableRawPointer($0))
        }
    }

    private func unmount(_ kept: GObjectReference) async throws {
        let _: Bool = try await withCheckedThrowingContinuation { continuation in
            self.assertIsolated()
            g_mount_unmount_with_operation(
                kept.pointer.opaque, G_MOUNT_UNMOUNT_FORCE, nil, nil,
                { mount, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let isDone = g_mount_unmount_with_operation_finish(mount?.opaque, result, &error) != 0
                    Reply<Bool>.take(context)?.resume(
                        with: isDone ? .success(true) : .failure(GLibError(adopting: error)))
                }, Reply(continuation).retained())
        }
    }

    /// The path of a connected share's file for programs that know files alone.
    func path(of address: ShareAddress) -> String? {
        let file = file(address)
        return takeText(g_file_get_path(file.pointer.opaque))
    }

    private func file(_ address: ShareAddress) -> GObjectReference {
        GObjectReference(adopting: UnsafeMutableRawPointer(g_file_new_for_uri(address.text)!))
    }

    // MARK: Questions

    /// Answers the questions of one operation.
    private final class User: Sendable {
        let answers: Answers
        let questions = Atomic(0)

        init(_ answers: Answers) { self.answers = answers }

        static func asked(_ context: UnsafeMutableRawPointer?) -> User {
            let user = Unmanaged<User>.fromOpaque(context!).takeUnretainedValue()
            user.questions.add(1, ordering: .relaxed)
            return user
        }
    }

    private func connect(_ operation: GObjectReference, to user: User) {
        let password:
            @convention(c) (
                UnsafeMutablePointer<GMountOperation>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
                UnsafePointer<CChar>?, UInt32, UnsafeMutableRawPointer?
            ) -> Void = { operation, _, _, _, _, context in
                let user = User.asked(context)
                guard user.questions.load(ordering: .relaxed) <= user.answers.patience else {
                    return g_mount_operation_reply(operation, G_MOUNT_OPERATION_ABORTED)
                }
                g_mount_operation_set_username(operation, user.answers.user)
                g_mount_operation_set_password(operation, user.answers.password)
                g_mount_operation_set_password_save(operation, G_PASSWORD_SAVE_NEVER)
                g_mount_operation_reply(operation, G_MOUNT_OPERATION_HANDLED)
            }
        let question:
            @convention(c) (
                UnsafeMutablePointer<GMountOperation>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?
            ) -> Void = { operation, _, _, context in
                // The first choice is to log in, the second one to cancel.
                g_mount_operation_set_choice(operation, User.asked(context).answers.trustsHost ? 0 : 1)
                g_mount_operation_reply(operation, G_MOUNT_OPERATION_HANDLED)
            }
        for (signal, handler) in [
            ("ask-password", unsafeBitCast(password, to: GCallback.self)),
            ("ask-question", unsafeBitCast(question, to: GCallback.self)),
        ] {
            g_signal_connect_data(
                operation.pointer, signal, handler, Unmanaged.passRetained(user).toOpaque(),
                { context, _ in Unmanaged<User>.fromOpaque(context!).release() }, GConnectFlags(rawValue: 0))
        }
    }
}
