// The desktop's portal on a bus of the test's own: what is offered, what a request carries, and what the user answers.
import CGLib
import Codecs
import Fixtures
import Glibc
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(2))) struct DesktopPortalTests {
    private let scratch = ScratchFolder()

    @Test func withoutAPortalNothingIsOfferedAndRequestsFail() async throws {
        let bus = try PrivateBus(scratch)
        let portal = DesktopPortal(address: bus.address)
        #expect(await !portal.offers(.wallpaper))
        #expect(await !portal.offers(.email))
        let answer = await portal.composeEmail(subject: "", body: "", files: [], over: "")
        guard case .failed(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(!problem.isEmpty)
        #expect(await DesktopPortal(address: "unix:path=/nowhere").setWallpaper("/nowhere", over: "") == .failed(""))
    }

    @Test(arguments: [(0, DesktopPortal.Answer.done), (1, .cancelled), (2, .failed(""))])
    func theUsersAnswerIsTheRequests(code: Int, answer: DesktopPortal.Answer) async throws {
        let bus = try PrivateBus(scratch)
        let fake = await FakePortal(on: bus.address, code: code)
        let portal = DesktopPortal(address: bus.address)
        #expect(await portal.offers(.wallpaper))
        let file = scratch.write("a.jpg", Array("seen".utf8))
        #expect(await portal.setWallpaper(file, over: "x11:1c00003") == answer)
        #expect(fake.calls == ["SetWallpaperFile"] && fake.parents == ["x11:1c00003"])
        #expect(fake.contents == ["seen"])
    }

    @Test func anEMailHasItsFilesAttached() async throws {
        let bus = try PrivateBus(scratch)
        let fake = await FakePortal(on: bus.address, code: 0)
        let portal = DesktopPortal(address: bus.address)
        let files = ["one", "two", "three"].map { scratch.write("\($0).jpg", Array($0.utf8)) }
        #expect(await portal.composeEmail(subject: "Photos", body: "", files: files, over: "wayland:a") == .done)
        #expect(fake.calls == ["ComposeEmail"] && fake.parents == ["wayland:a"])
        #expect(fake.contents == ["one", "two", "three"])
        guard case .failed(let problem) = await portal.setWallpaper("/nowhere/a.jpg", over: "") else {
            Issue.record("a file that is missing was set")
            return
        }
        #expect(problem == systemMessage(ENOENT))
        #expect(fake.calls == ["ComposeEmail"])
    }
}

/// A portal whose user always gives the same answer. Its calls come on a thread of its own.
private final class FakePortal: Sendable {
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = """
        <node><interface name="org.freedesktop.portal.Wallpaper">
        <method name="SetWallpaperFile"><arg type="s" direction="in"/><arg type="h" direction="in"/>
        <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
        <property name="version" type="u" access="read"/></interface>
        <interface name="org.freedesktop.portal.Email">
        <method name="ComposeEmail"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
        <arg type="o" direction="out"/></method>
        <property name="version" type="u" access="read"/></interface></node>
        """

    private let executor = LoopExecutor(name: "fake")
    private let code: Int
    private let log = Mutex<(calls: [String], parents: [String], contents: [String])>(([], [], []))
    /// Address of the connection, which is never closed: the bus ends first.
    private let bus = Mutex<UInt>(0)

    var calls: [String] { log.withLock { $0.calls } }
    /// The windows over which it was to ask.
    var parents: [String] { log.withLock { $0.parents } }
    /// What was in the files of the requests.
    var contents: [String] { log.withLock { $0.contents } }

    init(on address: String, code: Int) async {
        self.code = code
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
        table.method_call = { _, sender, _, _, method, parameters, invocation, context in
            let portal = Unmanaged<FakePortal>.fromOpaque(context!).takeUnretainedValue()
            portal.answer(String(cString: method!), from: String(cString: sender!), parameters!, invocation!)
        }
        table.get_property = { _, _, _, _, _, _, _ in g_variant_new_uint32(1) }
        for number in 0..<2 {
            g_dbus_connection_register_object(
                connection, Self.path, node.pointee.interfaces[number], &table, Unmanaged.passRetained(self).toOpaque(),
                nil, nil)
        }
        let name = g_variant_parse(nil, "('org.freedesktop.portal.Desktop', uint32 0)", nil, nil, nil)
        let answer = g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", name,
            nil,
            G_DBUS_CALL_FLAGS_NONE, 5_000, nil, nil)
        if let answer { g_variant_unref(answer) }
    }

    private func answer(_ method: String, from sender: String, _ parameters: OpaquePointer, _ invocation: OpaquePointer)
    {
        let message = g_dbus_method_invocation_get_message(invocation)
        let list = g_dbus_message_get_unix_fd_list(message)
        let contents = (0..<(list.map { g_unix_fd_list_get_length($0) } ?? 0)).map { number -> String in
            let descriptor = g_unix_fd_list_get(list, number, nil)
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(descriptor, &bytes, 64)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
        let parent = g_variant_get_child_value(parameters, 0)!
        log.withLock {
            $0.calls.append(method)
            $0.parents.append(String(cString: g_variant_get_string(parent, nil)))
            $0.contents += contents
        }
        let options = g_variant_get_child_value(parameters, g_variant_n_children(parameters) - 1)!
        let token = g_variant_lookup_value(options, "handle_token", nil)!
        let handle =
            "\(Self.path)/request/\(sender.dropFirst().replacing(".", with: "_"))/"
            + String(cString: g_variant_get_string(token, nil))
        // Before the reply, as a portal may that asks nothing.
        let response = g_variant_parse(nil, "(uint32 \(code), @a{sv} {})", nil, nil, nil)
        g_dbus_connection_emit_signal(
            OpaquePointer(bitPattern: bus.withLock { $0 }), sender, handle, "org.freedesktop.portal.Request",
            "Response",
            response, nil)
        g_dbus_method_invocation_return_value(
            invocation, g_variant_parse(nil, "(objectpath '\(handle)',)", nil, nil, nil))
    }
}
