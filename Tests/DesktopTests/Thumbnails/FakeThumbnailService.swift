// A message bus of the test's own, and a thumbnail service on it.
import CGLib
import Codecs
import Fixtures
import Glibc
import ImagePipeline
import Synchronization

@testable import Desktop

/// A `dbus-daemon` that ends with this object.
final class PrivateBus: Sendable {
    let address: String
    private let process: pid_t

    /// Nothing that is installed is started on it.
    private static let configuration = """
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """

    /// - Parameter scratch: The folder for its configuration.
    init(_ scratch: ScratchFolder) throws {
        let file = scratch.write("bus.conf", Array(Self.configuration.utf8))
        var (output, error) = (Int32(-1), UnsafeMutablePointer<GError>?.none)
        let command: [String] = ["dbus-daemon", "--config-file=\(file)", "--nofork", "--print-address"]
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        defer { words.forEach { free($0) } }
        words.append(nil)
        var process: pid_t = 0
        let flags = GSpawnFlags(rawValue: G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_DO_NOT_REAP_CHILD.rawValue)
        guard
            g_spawn_async_with_pipes(nil, &words, nil, flags, nil, nil, &process, nil, &output, nil, &error) != 0
        else { throw GLibError(adopting: error) }
        self.process = process
        var line: [UInt8] = [], byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != 10 { line.append(byte) }
        close(output)
        address = String(decoding: line, as: UTF8.self)
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}

/// A service that answers as it is told. Its calls come on a thread of its own.
final class FakeThumbnailService: Sendable {
    enum Behaviour: Sendable { case makes, fails, isSilent }

    private static let name = "org.freedesktop.thumbnails.Thumbnailer1"
    private static let path = "/org/freedesktop/thumbnails/Thumbnailer1"
    private static let interface = """
        <node><interface name="org.freedesktop.thumbnails.Thumbnailer1">
        <method name="Queue"><arg type="as" direction="in"/><arg type="as" direction="in"/><arg type="s" direction="in"/>
        <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
        <method name="Dequeue"><arg type="u" direction="in"/></method>
        <method name="GetFlavors"><arg type="as" direction="out"/></method>
        <method name="GetSupported"><arg type="as" direction="out"/><arg type="as" direction="out"/></method>
        </interface></node>
        """

    private let executor = LoopExecutor(name: "fake")
    private let behaviour: Behaviour
    /// Makes the thumbnail of the file with this URI.
    private let make: @Sendable (String) -> Void
    private let log = Mutex<[String]>([])
    /// Address of the connection, which is never closed: the bus ends first.
    private let bus = Mutex<UInt>(0)

    /// The names of the methods that were called, in their order.
    var calls: [String] { log.withLock { $0 } }

    init(on address: String, _ behaviour: Behaviour, make: @escaping @Sendable (String) -> Void = { _ in }) async {
        (self.behaviour, self.make) = (behaviour, make)
        await withCheckedContinuation { ready in
            executor.post { [self] in
                serve(address)
                ready.resume()
            }
        }
    }

    private func serve(_ address: String) {
        let connection = BusConnection.open(address)!
        bus.withLock { $0 = UInt(bitPattern: connection) }
        let node = g_dbus_node_info_new_for_xml(Self.interface, nil)!
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, _, method, parameters, invocation, context in
            let service = Unmanaged<FakeThumbnailService>.fromOpaque(context!).takeUnretainedValue()
            service.answer(String(cString: method!), parameters!, invocation!)
        }
        g_dbus_connection_register_object(
            connection, Self.path, node.pointee.interfaces[0], &table, Unmanaged.passRetained(self).toOpaque(), nil, nil
        )
        let answer = g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            Self.value("('\(Self.name)', uint32 0)"), nil, G_DBUS_CALL_FLAGS_NONE, 5_000, nil, nil)
        if let answer { g_variant_unref(answer) }
    }

    private func answer(_ method: String, _ parameters: OpaquePointer, _ invocation: OpaquePointer) {
        log.withLock { $0.append(method) }
        switch method {
        case "GetFlavors": reply(invocation, "(['normal', 'large', 'x-large'],)")
        case "GetSupported": reply(invocation, "(['ftp', 'file'], ['video/webm', 'video/mp4'])")
        case "Queue":
            let list = g_variant_get_child_value(parameters, 0)!
            let text = g_variant_get_child_value(list, 0)!
            let uri = String(cString: g_variant_get_string(text, nil))
            g_variant_unref(text)
            g_variant_unref(list)
            reply(invocation, "(uint32 7,)")
            switch behaviour {
            case .makes:
                make(uri)
                emit("Ready", "(uint32 7, ['file:///another', '\(uri)'])")
            case .fails: emit("Error", "(uint32 7, ['\(uri)'], 4, 'no')")
            case .isSilent: break
            }
        default: reply(invocation, "()")
        }
    }

    private func reply(_ invocation: OpaquePointer, _ text: String) {
        g_dbus_method_invocation_return_value(invocation, Self.value(text))
    }

    private func emit(_ signal: String, _ text: String) {
        let connection = OpaquePointer(bitPattern: bus.withLock { $0 })
        g_dbus_connection_emit_signal(connection, nil, Self.path, Self.name, signal, Self.value(text), nil)
    }

    /// The value that a text in GVariant's format stands for. Leaks it.
    private static func value(_ text: String) -> OpaquePointer { g_variant_parse(nil, text, nil, nil, nil)! }
}
