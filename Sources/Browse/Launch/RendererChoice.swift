// The choice of GTK's renderer, by what is known of the machine's OpenGL.

/// Facts about OpenGL that are available before a display is opened. Reading them loads no driver.
public struct GraphicsFacts: Hashable, Sendable {
    /// The value of `GSK_RENDERER`.
    public var requestedRenderer: String?
    /// The value of `LIBGL_ALWAYS_SOFTWARE`.
    public var alwaysSoftware: String?
    /// The values of `MESA_LOADER_DRIVER_OVERRIDE` and `GALLIUM_DRIVER`, in the order of their precedence.
    public var requestedDrivers: [String] = []
    /// Whether the machine has a device node through which an OpenGL driver could draw.
    public var hasDevice = false

    /// Creates facts without requests and without a device.
    public init() {}
}

/// The choice of a renderer, with its reason in a few words for a report.
/// Where OpenGL runs on the processor, the cairo renderer draws the same frames in less than half the time and two
/// thirds of the memory, so it is chosen there. `GSK_RENDERER` always wins.
public enum RendererChoice: Hashable, Sendable {
    /// The user has set `GSK_RENDERER` to this value.
    case requested(String)
    /// Cairo, because OpenGL is software.
    case cairo(because: String)
    /// GTK's own choice, because OpenGL is hardware or does not exist.
    case toolkit(because: String)
    /// Not known before the display's own OpenGL is asked: `init(openGL:)` decides.
    case undecided

    /// Decides as far as the facts alone allow.
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

    /// Decides by the name of the display's OpenGL (`GL_RENDERER`); nil where it has none.
    public init(openGL name: String?) {
        guard let name else {
            self = .toolkit(because: "no OpenGL")
            return
        }
        self =
            Self.isSoftware(name)
            ? .cairo(because: "OpenGL is \(Self.shortened(name))") : .toolkit(because: "OpenGL is \(name)")
    }

    /// The reason in a few words; nil while undecided.
    public var reason: String? {
        switch self {
        case .requested(let value): "GSK_RENDERER=\(value)"
        case .cairo(let reason), .toolkit(let reason): reason
        case .undecided: nil
        }
    }

    /// Whether a driver of this name draws on the processor: Mesa's software drivers, its Vulkan one, and SwiftShader.
    static func isSoftware(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software rasterizer", "lavapipe", "swiftshader", "swr ("].contains {
            name.contains($0)
        } || name == "swr"
    }

    /// Whether Mesa reads a value as true: any but these (`debug_get_bool_option`).
    private static func isTrue(_ value: String) -> Bool {
        !["", "0", "n", "no", "f", "false"].contains(value.lowercased())
    }

    /// Returns a name without its parenthesised part: compiler and vector width.
    private static func shortened(_ name: String) -> String {
        guard let bracket = name.firstIndex(of: "(") else { return name }
        let short = name[..<bracket]
        return String(short.last == " " ? short.dropLast() : short)
    }
}
