// Volumes of a desktop that a test invents: GIO's classes and interfaces with answers of the test's own.
import CGLib

/// A GVolumeMonitor over volumes that exist in the test alone. One at a time, on the main thread.
enum ScriptedVolumes {
    struct Volume {
        var name: String
        var device: String?
        var canMount = true
        /// Where it is mounted; nil while it is not.
        var path: String?
        /// Where it will be once it is mounted.
        var target = "/nowhere"
        /// The answer to mounting: a code of GIOErrorEnum and a message; nil for success.
        var failure: (code: GIOErrorEnum, message: String)?
    }

    nonisolated(unsafe) static var volumes: [Volume] = []
    /// How many times a volume was to be mounted.
    nonisolated(unsafe) static var mountings = 0
    /// The objects of the volumes, in their order.
    nonisolated(unsafe) private static var objects: [UnsafeMutableRawPointer] = []

    /// Makes a monitor; the caller owns it.
    static func monitor() -> UnsafeMutableRawPointer {
        mountings = 0
        for object in objects { g_object_unref(object) }
        objects = volumes.map { _ in new(volumeType) }
        return new(monitorType)
    }

    private static func new(_ type: GType) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(g_object_new_with_properties(type, 0, nil, nil)!)
    }

    private static func index(of object: UnsafeMutableRawPointer?) -> Int { objects.firstIndex(of: object!)! }

    private static func list(_ objects: [UnsafeMutableRawPointer]) -> UnsafeMutablePointer<GList>? {
        objects.reversed().reduce(nil) { g_list_prepend($0, g_object_ref($1)) }
    }

    /// The mount of a volume that is mounted, with a reference for the caller.
    private static func mount(of volume: Int) -> UnsafeMutableRawPointer? {
        guard let path = volumes[volume].path else { return nil }
        let mount = new(mountType)
        g_object_set_data_full(mount.assumingMemoryBound(to: GObject.self), "root", g_strdup(path), { g_free($0) })
        g_object_set_data_full(
            mount.assumingMemoryBound(to: GObject.self), "name", g_strdup(volumes[volume].name), { g_free($0) })
        return mount
    }

    // MARK: Types

    private static let monitorType = type("TesseraTestMonitor", g_volume_monitor_get_type()) { monitor, _ in
        let monitor = monitor!.assumingMemoryBound(to: GVolumeMonitorClass.self)
        monitor.pointee.get_volumes = { _ in list(objects) }
        monitor.pointee.get_mounts = { _ in
            let mounts = volumes.indices.compactMap(mount)
            defer { for mount in mounts { g_object_unref(mount) } }
            return list(mounts)
        }
    }

    private static let volumeType: GType = {
        let made = type("TesseraTestVolume", g_object_get_type()) { _, _ in }
        var interface = GInterfaceInfo()
        interface.interface_init = { volume, _ in
            let volume = volume!.assumingMemoryBound(to: GVolumeIface.self)
            volume.pointee.get_name = { g_strdup(volumes[index(of: UnsafeMutableRawPointer($0))].name) }
            volume.pointee.get_identifier = { volume, kind in
                let device = volumes[index(of: UnsafeMutableRawPointer(volume))].device
                return String(cString: kind!) == "unix-device" ? device.flatMap { g_strdup($0) } : nil
            }
            volume.pointee.get_uuid = { _ in nil }
            volume.pointee.can_mount = { volumes[index(of: UnsafeMutableRawPointer($0))].canMount ? 1 : 0 }
            volume.pointee.get_mount = { mount(of: index(of: UnsafeMutableRawPointer($0))).map { OpaquePointer($0) } }
            volume.pointee.mount_fn = { volume, _, _, cancellable, callback, context in
                mountings += 1
                let task = g_task_new(UnsafeMutableRawPointer(volume), cancellable, callback, context)
                let index = index(of: UnsafeMutableRawPointer(volume))
                if let failure = volumes[index].failure {
                    let code = gint(failure.code.rawValue)
                    g_task_return_error(task, g_error_new_literal(g_io_error_quark(), code, failure.message))
                } else {
                    volumes[index].path = volumes[index].target
                    g_task_return_boolean(task, 1)
                }
                g_object_unref(UnsafeMutableRawPointer(task))
            }
            volume.pointee.mount_finish = { _, result, error in g_task_propagate_boolean(result, error) }
        }
        g_type_add_interface_static(made, g_volume_get_type(), &interface)
        return made
    }()

    private static let mountType: GType = {
        let made = type("TesseraTestMount", g_object_get_type()) { _, _ in }
        var interface = GInterfaceInfo()
        interface.interface_init = { mount, _ in
            let mount = mount!.assumingMemoryBound(to: GMountIface.self)
            mount.pointee.get_root = { g_file_new_for_path(text("root", of: $0)) }
            mount.pointee.get_name = { g_strdup(text("name", of: $0)) }
            mount.pointee.can_unmount = { _ in 1 }
            mount.pointee.can_eject = { _ in 0 }
        }
        g_type_add_interface_static(made, g_mount_get_type(), &interface)
        return made
    }()

    private static func text(_ key: String, of mount: OpaquePointer?) -> UnsafePointer<CChar>? {
        let object = UnsafeMutableRawPointer(mount!).assumingMemoryBound(to: GObject.self)
        return UnsafePointer(g_object_get_data(object, key)!.assumingMemoryBound(to: CChar.self))
    }

    private static func type(_ name: String, _ parent: GType, _ fill: @escaping GClassInitFunc) -> GType {
        var query = GTypeQuery()
        g_type_query(parent, &query)
        var info = GTypeInfo()
        info.class_size = guint16(query.class_size)
        info.instance_size = guint16(query.instance_size)
        info.class_init = fill
        return g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
    }
}
