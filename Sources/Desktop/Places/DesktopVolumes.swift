// The volumes and cameras that the desktop knows, their mounting and their ejection.
import CGLib
public import CGTK
import Codecs
public import Photos

/// A volume that the desktop shows to its user.
public struct DesktopVolume: Hashable, Sendable {
    /// Identifies the mount, or the volume where it is not mounted, for as long as the program runs.
    public let id: String
    /// The name, as the desktop shows it.
    public let name: String
    /// The absolute path at which it is mounted; nil where it is not.
    public let path: String?
    /// Its address where it is mounted and no disk of this machine; nil for any other.
    public let share: ShareAddress?
    /// Whether it is a camera, a phone or a media player.
    public let isCamera: Bool
    /// Whether it can be ejected or unmounted.
    public let canEject: Bool
}

/// The desktop's volumes. On the main thread, where GIO's volume monitor lives.
@MainActor
public final class DesktopVolumes {
    private let monitor: OpaquePointer
    private var connections: [Signal.Connection] = []
    private let onChange: () -> Void

    /// Asks for the volumes, which may connect to the session bus.
    /// - Parameter onChange: Called when a volume has come, changed or gone.
    public convenience init(onChange: @escaping () -> Void) {
        guard let monitor = g_volume_monitor_get() else { preconditionFailure("GIO made no volume monitor") }
        self.init(adopting: monitor.opaque, onChange: onChange)
    }

    /// - Parameter monitor: A GVolumeMonitor, of which a reference is taken over.
    init(adopting monitor: OpaquePointer, onChange: @escaping () -> Void) {
        (self.monitor, self.onChange) = (monitor, onChange)
        for signal in [
            "mount-added", "mount-removed", "mount-changed", "volume-added", "volume-removed", "volume-changed",
        ] {
            connections.append(Signal.onPointer(monitor, signal) { [weak self] _ in self?.onChange() })
        }
    }

    isolated deinit {
        // The monitor lives as long as the program.
        for connection in connections { connection.disconnect() }
        g_object_unref(monitor.object)
    }

    /// The mounted volumes that have a path, then those that can be mounted, each in the desktop's order.
    public var volumes: [DesktopVolume] {
        var volumes: [DesktopVolume] = []
        forEachMount { mount, root in
            guard let id = takeText(g_file_get_uri(root)), case let path = FilePath.take(g_file_get_path(root)),
                case let share = ShareAddress(id), path != nil || share != nil
            else { return }
            let scheme = takeText(g_file_get_uri_scheme(root)) ?? ""
            volumes.append(
                DesktopVolume(
                    id: id, name: takeText(g_mount_get_name(mount)) ?? FilePath.shown(FilePath.name(of: path ?? id)),
                    path: path, share: share, isCamera: Self.cameraSchemes.contains(scheme),
                    canEject: g_mount_can_eject(mount) != 0 || g_mount_can_unmount(mount) != 0))
        }
        forEachUnmounted { volume, id in
            let root = g_volume_get_activation_root(volume)
            defer { if let root { g_object_unref(root.object) } }
            let scheme = root.flatMap { takeText(g_file_get_uri_scheme($0)) } ?? ""
            volumes.append(
                DesktopVolume(
                    id: id, name: takeText(g_volume_get_name(volume)) ?? id, path: nil, share: nil,
                    isCamera: Self.cameraSchemes.contains(scheme), canEject: false))
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
            let answer = Unmanaged.passRetained(VolumeAnswer(done: {}, failed: failed)).toOpaque()
            let flags = GMountUnmountFlags(rawValue: 0)
            if g_mount_can_eject(mount) != 0 {
                g_mount_eject_with_operation(
                    mount, flags, operation, nil,
                    { mount, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_mount_eject_with_operation_finish(mount?.opaque, result, &error) != 0
                        VolumeAnswer.give(context, isDone ? nil : error)
                    }, answer)
            } else {
                g_mount_unmount_with_operation(
                    mount, flags, operation, nil,
                    { mount, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_mount_unmount_with_operation_finish(mount?.opaque, result, &error) != 0
                        VolumeAnswer.give(context, isDone ? nil : error)
                    }, answer)
            }
            if let operation { g_object_unref(operation) }
        }
        if !isFound { failed("It is not mounted any more.") }
    }

    /// Mounts a volume. Exactly one of the closures is called, on the main thread, unless the user has cancelled.
    /// - Parameters:
    ///   - window: The window over which the desktop asks, such as for a password.
    ///   - mounted: Gets the absolute path at which the volume is.
    ///   - failed: Gets the reason.
    public func mount(
        _ id: String, over window: UnsafeMutablePointer<GtkWindow>?, mounted: @escaping (String) -> Void,
        failed: @escaping (String) -> Void
    ) {
        var isFound = false
        forEachUnmounted { volume, other in
            guard !isFound, other == id else { return }
            isFound = true
            let operation = gtk_mount_operation_new(window)
            let answer = VolumeAnswer(
                done: { [volume = GObjectReference(retaining: volume.object)] in
                    guard let path = Self.path(of: OpaquePointer(volume.pointer)) else {
                        return failed("It has no folder.")
                    }
                    mounted(path)
                }, failed: failed)
            g_volume_mount(
                volume, GMountMountFlags(rawValue: 0), operation, nil,
                { volume, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let isDone = g_volume_mount_finish(volume?.opaque, result, &error) != 0
                    VolumeAnswer.give(context, isDone ? nil : error)
                }, Unmanaged.passRetained(answer).toOpaque())
            if let operation { g_object_unref(operation) }
        }
        if !isFound { failed("It is not there any more.") }
    }

    /// The absolute path at which a volume is mounted.
    private static func path(of volume: OpaquePointer) -> String? {
        guard let mount = g_volume_get_mount(volume) else { return nil }
        defer { g_object_unref(mount.object) }
        guard let root = g_mount_get_root(mount) else { return nil }
        defer { g_object_unref(root.object) }
        return FilePath.take(g_file_get_path(root))
    }

    /// Calls `body` with each volume that can be mounted and is not, and with what identifies it.
    private func forEachUnmounted(_ body: (OpaquePointer, String) -> Void) {
        let volumes = g_volume_monitor_get_volumes(monitor.cast())
        defer { g_list_free(volumes) }
        var node = volumes
        while let current = node {
            node = current.pointee.next
            guard let volume = current.pointee.data.map({ OpaquePointer($0) }) else { continue }
            defer { g_object_unref(volume.object) }
            if let mount = g_volume_get_mount(volume) {
                g_object_unref(mount.object)
                continue
            }
            guard g_volume_can_mount(volume) != 0 else { continue }
            let device = takeText(g_volume_get_identifier(volume, "unix-device"))
            guard let name = device ?? takeText(g_volume_get_uuid(volume)) ?? takeText(g_volume_get_name(volume)) else {
                continue
            }
            body(volume, "volume:" + name)
        }
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

/// The closures behind the context pointer of an operation; to be taken once.
@MainActor
private final class VolumeAnswer {
    private let done: () -> Void
    private let failed: (String) -> Void

    init(done: @escaping () -> Void, failed: @escaping (String) -> Void) { (self.done, self.failed) = (done, failed) }

    /// Takes the closures, and the error where there is one. GIO calls back on the main thread, where it was asked.
    nonisolated static func give(_ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<GError>?) {
        // The user was told already, or has cancelled.
        let handled = Int32(G_IO_ERROR_FAILED_HANDLED.rawValue)
        let isHandled = error.map { g_error_matches($0, g_io_error_quark(), handled) != 0 }
        let message = error.map { GLibError(adopting: $0).message }
        nonisolated(unsafe) let context = context  // passed back by GIO on the main thread
        MainActor.assumeIsolated {
            guard let context else { preconditionFailure("an answer came without its closure") }
            let answer = Unmanaged<VolumeAnswer>.fromOpaque(context).takeRetainedValue()
            guard let message else { return answer.done() }
            if isHandled != true { answer.failed(message) }
        }
    }
}
