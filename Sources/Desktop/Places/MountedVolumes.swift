// The volumes and cameras that are mounted, and their ejection.
import CGLib
public import CGTK
import Codecs
import Photos

/// A mounted volume that the desktop shows to its user.
public struct MountedVolume: Hashable, Sendable {
    /// Identifies the mount for as long as the program runs.
    public let id: String
    /// The name, as the desktop shows it.
    public let name: String
    /// The absolute path at which it is mounted.
    public let path: String
    /// Whether it is a camera, a phone or a media player.
    public let isCamera: Bool
    /// Whether it can be ejected or unmounted.
    public let canEject: Bool
}

/// The desktop's volumes. On the main thread, where GIO's volume monitor lives.
@MainActor
public final class MountedVolumes {
    private let monitor: OpaquePointer
    private var connections: [Signal.Connection] = []
    /// Called when a volume has come, changed or gone.
    public var onChange: () -> Void = {}

    /// Asks for the volumes, which may connect to the session bus.
    public init() {
        guard let monitor = g_volume_monitor_get() else { preconditionFailure("GIO made no volume monitor") }
        self.monitor = monitor.opaque
        for signal in ["mount-added", "mount-removed", "mount-changed"] {
            connections.append(Signal.onPointer(monitor, signal) { [weak self] _ in self?.onChange() })
        }
    }

    isolated deinit {
        // The monitor lives as long as the program.
        for connection in connections { connection.disconnect() }
        g_object_unref(monitor.object)
    }

    /// The mounted volumes that have a path, in the desktop's order.
    public var volumes: [MountedVolume] {
        var volumes: [MountedVolume] = []
        forEachMount { mount, root in
            guard let path = FilePath.take(g_file_get_path(root)), let id = takeText(g_file_get_uri(root)) else {
                return
            }
            let scheme = takeText(g_file_get_uri_scheme(root)) ?? ""
            volumes.append(
                MountedVolume(
                    id: id, name: takeText(g_mount_get_name(mount)) ?? FilePath.shown(FilePath.name(of: path)),
                    path: path, isCamera: Self.cameraSchemes.contains(scheme),
                    canEject: g_mount_can_eject(mount) != 0 || g_mount_can_unmount(mount) != 0))
        }
        return volumes
    }

    /// The schemes of GVfs for cameras, and for phones and players.
    private static let cameraSchemes = ["gphoto2", "mtp", "afc"]

    /// Ejects a volume, or unmounts it where it cannot be ejected.
    /// - Parameters:
    ///   - window: The window over which the desktop asks, such as when a program uses the volume.
    ///   - failed: Gets the reason on the main thread when the volume is still there. Not called when the user has
    ///     cancelled.
    public func eject(_ id: String, over window: UnsafeMutablePointer<GtkWindow>, failed: @escaping (String) -> Void) {
        var isFound = false
        forEachMount { mount, root in
            guard !isFound, takeText(g_file_get_uri(root)) == id else { return }
            isFound = true
            let operation = gtk_mount_operation_new(window)
            let answer = Unmanaged.passRetained(EjectAnswer(failed)).toOpaque()
            let flags = GMountUnmountFlags(rawValue: 0)
            if g_mount_can_eject(mount) != 0 {
                g_mount_eject_with_operation(
                    mount, flags, operation, nil,
                    { mount, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_mount_eject_with_operation_finish(mount?.opaque, result, &error) != 0
                        EjectAnswer.give(context, isDone ? nil : error)
                    }, answer)
            } else {
                g_mount_unmount_with_operation(
                    mount, flags, operation, nil,
                    { mount, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_mount_unmount_with_operation_finish(mount?.opaque, result, &error) != 0
                        EjectAnswer.give(context, isDone ? nil : error)
                    }, answer)
            }
            if let operation { g_object_unref(operation) }
        }
        if !isFound { failed("It is not mounted any more.") }
    }

    /// Calls `body` with each mount that is not shadowed by another one, and its root.
    private func forEachMount(_ body: (OpaquePointer, OpaquePointer) -> Void) {
        let mounts = g_volume_monitor_get_mounts(monitor.cast())
        defer { g_list_free(mounts) }
        var node = mounts
        while let current = node {
            node = current.pointee.next
            guard let mount = current.pointee.data.map({ OpaquePointer($0) }) else { continue }
            defer { g_object_unref(mount.object) }
            guard g_mount_is_shadowed(mount) == 0, let root = g_mount_get_root(mount) else { continue }
            defer { g_object_unref(root.object) }
            body(mount, root)
        }
    }
}

/// The closure behind the context pointer of an ejection; to be taken once.
@MainActor
private final class EjectAnswer {
    private let failed: (String) -> Void

    init(_ failed: @escaping (String) -> Void) { self.failed = failed }

    /// Takes the closure, and the error where there is one. GIO calls back on the main thread, where it was asked.
    nonisolated static func give(_ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<GError>?) {
        // The user was told already, or has cancelled.
        let handled = Int32(G_IO_ERROR_FAILED_HANDLED.rawValue)
        let isHandled = error.map { g_error_matches($0, g_io_error_quark(), handled) != 0 }
        let message = error.map { GLibError(adopting: $0).message }
        nonisolated(unsafe) let context = context  // passed back by GIO on the main thread
        MainActor.assumeIsolated {
            guard let context else { preconditionFailure("an answer came without its closure") }
            let answer = Unmanaged<EjectAnswer>.fromOpaque(context).takeRetainedValue()
            if let message, isHandled != true { answer.failed(message) }
        }
    }
}
