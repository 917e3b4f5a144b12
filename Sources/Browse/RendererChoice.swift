// Which of GTK's renderers draws the window, and why: decided by what is known of the machine's OpenGL.

/// What can be known of OpenGL before a display is opened. Reading it costs no driver.
public struct GraphicsFacts: Hashable, Sendable {
    /// The value of `GSK_RENDERER`.
    public var requestedRenderer: String?
    /// The value of `LIBGL_ALWAYS_SOFTWARE`.
    public var alwaysSoftware: String?
    /// The values of `MESA_LOADER_DRIVER_OVERRIDE` and `GALLIUM_DRIVER`, the stronger first.
    public var requestedDrivers: [String] = []
    /// Whether the machine has a device node that an OpenGL driver could draw with.
    public var hasDevice = false

    /// Nothing requested, and no device.
    public init() {}
}

/// Who chooses the renderer, and the reason in a few words for a report.
///
/// Where OpenGL runs on the processor, the cairo renderer draws the same frames in less than half the time and two
/// thirds of the memory, so that it is taken there. `GSK_RENDERER` always wins.
public enum RendererChoice: Hashable, Sendable {
    /// The user has set `GSK_RENDERER` to this value.
    case requested(String)
    /// OpenGL is software.
    case cairo(because: String)
    /// GTK decides, because OpenGL is hardware or is not there at all.
    case toolkit(because: String)
    /// Only the display's own OpenGL can tell: `init(openGL:)` decides.
    case undecided

    /// Decides what the facts alone can decide.
    public init(_ facts: GraphicsFacts) {
        if let value = facts.requestedRenderer, !value.isEmpty {
            self = .requested(value)
        } else if let value = facts.alwaysSoftware, Self.isTrue(value) {
            self = .cairo(because: "LIBGL_ALWAYS_SOFTWARE=\(value)")
        } else if facts.hasDevice {
            self = .undecided
        } else if facts.requestedDrivers.contains(where: { !$0.isEmpty && !Self.isSoftware($0) }) {
            // Drivers that draw on another machine, or through another interface, need no device node here.
            self = .undecided
        } else {
            self = .cairo(because: "no graphics device")
        }
    }

    /// Decides by what the display's OpenGL calls itself (`GL_RENDERER`); nil where it has none.
    public init(openGL name: String?) {
        guard let name else {
            self = .toolkit(because: "no OpenGL")
            return
        }
        self = Self.isSoftware(name) ? .cairo(because: "OpenGL is \(Self.shortened(name))") : .toolkit(because: "OpenGL is \(name)")
    }

    /// Why this renderer draws, in a few words; nil while it is undecided.
    public var reason: String? {
        switch self {
        case .requested(let value): "GSK_RENDERER=\(value)"
        case .cairo(let reason), .toolkit(let reason): reason
        case .undecided: nil
        }
    }

    /// Whether a driver of this name draws on the processor: the names of Mesa's, of its Vulkan driver and of SwiftShader.
    static func isSoftware(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software rasterizer", "lavapipe", "swiftshader", "swr ("].contains {
            name.contains($0)
        } || name == "swr"
    }

    /// What Mesa takes for true: everything but these (`debug_get_bool_option`).
    private static func isTrue(_ value: String) -> Bool {
        !["", "0", "n", "no", "f", "false"].contains(value.lowercased())
    }

    /// A name without what it says in brackets: of the compiler and its vector width.
    private static func shortened(_ name: String) -> String {
        guard let bracket = name.firstIndex(of: "(") else { return name }
        let short = name[..<bracket]
        return String(short.last == " " ? short.dropLast() : short)
    }
}
