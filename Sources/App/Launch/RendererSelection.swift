// The renderer of this process, chosen around GTK's initialisation and before the first window.
import Browse
import CGTK
import CWidgets
import Codecs
import Desktop
import Glibc
import Logging

/// The application of a `RendererChoice`. `prepare` comes before GTK is initialised, `apply` after it.
/// GTK reads the choice from the display, not from the environment, so that programs started by Tessera do not inherit
/// it.
struct RendererSelection {
    private(set) var choice: RendererChoice
    /// An environment variable that was set for GTK's initialisation, and its value before.
    private var variable: (name: String, before: String?)?

    /// Decides by the environment and the names of the machine's device nodes; opens no device.
    init() { choice = RendererChoice(.ofThisMachine) }

    /// Keeps GTK from loading an OpenGL driver when it opens the display, where cairo draws: with llvmpipe this saves
    /// 110 ms and 60 MB. Call before GTK is initialised, while no other thread runs.
    mutating func prepare() {
        guard case .cairo = choice else { return }
        // GTK 4.16 has moved the switches for features into a variable of their own.
        let isNew = gtk_get_major_version() > 4 || gtk_get_minor_version() >= 16
        let (name, value) = isNew ? ("GDK_DISABLE", "gl,vulkan") : ("GDK_DEBUG", "gl-disable")
        let before = g_getenv(name).map { String(cString: $0) }
        variable = (name, before)
        g_setenv(name, before.map { "\($0),\(value)" } ?? value, 1)
    }

    /// Decides by the display's OpenGL where the facts alone could not, and sets GTK's renderer. Call after GTK has
    /// been initialised.
    mutating func apply() {
        if let variable {
            // GTK has read the variable. Its threads may be reading the environment now: glibc replaces and moves
            // pointers here and frees nothing, so that at worst they miss a variable.
            if let before = variable.before { g_setenv(variable.name, before, 1) } else { g_unsetenv(variable.name) }
            self.variable = nil
        }
        guard let display = gdk_display_get_default() else { return }
        if case .undecided = choice { choice = RendererChoice(openGL: takeText(tessera_opengl_name(display))) }
        if case .cairo = choice {
            // All versions of GTK 4 read this before GSK_RENDERER.
            let name = g_strdup("cairo")
            g_object_set_data_full(display.cast(to: GObject.self), "gsk-renderer", name, g_free)
        }
        Logger(label: "window").info("renderer chosen", metadata: ["by": "\(choice)"])
    }
}

extension GraphicsFacts {
    /// Facts from the environment and from `/dev`, which is in memory.
    static var ofThisMachine: GraphicsFacts {
        func variable(_ name: String) -> String? { g_getenv(name).map { String(cString: $0) } }
        var facts = GraphicsFacts()
        facts.requestedRenderer = variable("GSK_RENDERER")
        facts.alwaysSoftware = variable("LIBGL_ALWAYS_SOFTWARE")
        facts.requestedDrivers = ["MESA_LOADER_DRIVER_OVERRIDE", "GALLIUM_DRIVER"].compactMap(variable)
        facts.hasDevice = hasNode(in: "/dev/dri", ["renderD"]) || hasNode(in: "/dev", drivers)
        return facts
    }

    /// Prefixes of device nodes outside `/dev/dri` through which OpenGL drivers draw: NVIDIA's, Windows' under WSL, and
    /// those of Arm, Qualcomm, Vivante, Imagination and Tegra.
    private static let drivers = ["nvidia", "dxg", "mali", "kgsl-3d", "galcore", "pvr", "nvhost-gpu"]

    private static func hasNode(in folder: String, _ prefixes: [String]) -> Bool {
        guard let listing = g_dir_open(folder, 0, nil) else { return false }
        defer { g_dir_close(listing) }
        while let name = g_dir_read_name(listing) {
            if prefixes.contains(where: { strncmp(name, $0, $0.utf8.count) == 0 }) { return true }
        }
        return false
    }
}
