// The connection of shares, with the questions that the desktop asks for them.
import CGTK
import Desktop
import Observation
import Photos

/// Mounts shares by GTK's operation: a password, which the keyring may know, a question about a host's key, a refusal.
@Observable
final class ShareConnections {
    /// Connects a share; throws what `connect` does.
    @ObservationIgnored private let mount: (ShareAddress) async throws -> Void
    /// How often each share is being connected.
    private var running: [ShareAddress: Int] = [:]

    /// - Parameter mount: Nil for GIO's way with GTK's questions.
    init(mount: ((ShareAddress) async throws -> Void)? = nil) { self.mount = mount ?? Self.mount }

    /// Whether the share of an address is being connected.
    func isConnecting(_ address: ShareAddress) -> Bool { running[address.root] != nil }

    /// Connects the share of an address for all programs. The questions come over the window that was used last.
    /// - Throws: `LoadFailure` with stage `.listing`, also where the user has refused; `CancellationError`.
    func connect(_ address: ShareAddress) async throws {
        let share = address.root
        running[share, default: 0] += 1
        defer {
            let left = running[share, default: 1] - 1
            running[share] = left > 0 ? left : nil
        }
        try await mount(address)
    }

    private static func mount(_ address: ShareAddress) async throws {
        let application = g_application_get_default()
        let window = application.flatMap { gtk_application_get_active_window($0.cast()) }
        let operation = gtk_mount_operation_new(window)
        defer { if let operation { g_object_unref(operation) } }
        // Where the user does not trust a host GVfs has an error of no kind, and words of its own.
        var isRefused = false
        if let operation {
            Signal.onNumber(operation, "reply") { result in
                isRefused = result != G_MOUNT_OPERATION_HANDLED.rawValue || g_mount_operation_get_choice(operation) != 0
            }
        }
        do { try await ShareMount.connect(address, by: operation) } catch is LoadFailure where isRefused {
            throw LoadFailure.ofRefusal(at: address)
        }
    }
}
