// The desktop's portal over D-Bus: requests that the desktop carries out after it has asked the user.
// Source: XDG Desktop Portal, org.freedesktop.portal.Wallpaper and org.freedesktop.portal.Email.
import CGLib
import Codecs
import Glibc
import Photos

/// A client of the portal on the session's bus, if there is one. An actor on a thread of its own with a main loop,
/// where the bus calls back and calls may wait. Nothing is asked before the first question.
public actor DesktopPortal {
    /// The result of a request.
    public enum Answer: Sendable, Hashable {
        case done
        /// The user does not want it.
        case cancelled
        /// The desktop did not do it; the text is its own, or the system's, and may be empty.
        case failed(String)
    }

    /// What the portal may offer.
    public enum Offer: String, Sendable {
        case wallpaper = "org.freedesktop.portal.Wallpaper"
        case email = "org.freedesktop.portal.Email"
    }

    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let request = "org.freedesktop.portal.Request"
    /// Limit of one call in milliseconds: the portal may have to be started. Its answer comes later, by a signal.
    private static let patience: Int32 = 10_000

    private let executor = LoopExecutor(name: "portal")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let address: String?
    /// Nil before the first question; then the bus, if there is one.
    private var connection: GObjectReference??
    private var requestCount = 0
    /// Requests that the user has not answered.
    private var waiting: [PortalResponse] = []

    /// - Parameter address: That of the bus; nil for the session's.
    public init(address: String? = nil) { self.address = address }

    /// Returns whether the portal offers something.
    public func offers(_ offer: Offer) -> Bool {
        guard let bus else { return false }
        var arguments = [g_variant_new_string(offer.rawValue), g_variant_new_string("version")]
        let answer = g_dbus_connection_call_sync(
            bus, Self.name, Self.path, "org.freedesktop.DBus.Properties", "Get", g_variant_new_tuple(&arguments, 2),
            nil,
            G_DBUS_CALL_FLAGS_NONE, Self.patience, nil, nil)
        if let answer { g_variant_unref(answer) }
        return answer != nil
    }

    /// Has a file set as the desktop's background, after the desktop has shown it to the user.
    /// - Parameter window: The name of the window over which the desktop asks (`x11:…`, `wayland:…`); empty for none.
    public func setWallpaper(_ path: String, over window: String) async -> Answer {
        await send(.wallpaper, "SetWallpaperFile", files: [path]) { token, handles in
            let options = Self.options([
                ("handle_token", g_variant_new_string(token)), ("show-preview", g_variant_new_boolean(1)),
                ("set-on", g_variant_new_string("background")),
            ])
            return [g_variant_new_string(window), handles.first ?? nil, options]
        }
    }

    /// Begins an e-mail with files attached to it.
    /// - Parameter window: As for `setWallpaper`.
    public func composeEmail(subject: String, body: String, files: [String], over window: String) async -> Answer {
        await send(.email, "ComposeEmail", files: files) { token, handles in
            var handles = handles
            let type = g_variant_type_new("h")
            defer { g_variant_type_free(type) }
            let attachments = g_variant_new_array(type, &handles, gsize(handles.count))
            let options = Self.options([
                ("handle_token", g_variant_new_string(token)), ("subject", g_variant_new_string(subject)),
                ("body", g_variant_new_string(body)), ("attachment_fds", attachments),
            ])
            return [g_variant_new_string(window), options]
        }
    }

    /// Sends a request with open files, and waits for the user's answer.
    /// - Parameter arguments: Makes the arguments of the call of the request's token and of the files' handles,
    ///   floating.
    private func send(
        _ offer: Offer, _ method: String, files: [String],
        arguments: (_ token: String, _ handles: [OpaquePointer?]) -> [OpaquePointer?]
    ) async -> Answer {
        guard let bus, let unique = g_dbus_connection_get_unique_name(bus) else { return .failed("") }
        let descriptors = g_unix_fd_list_new()
        defer { if let descriptors { g_object_unref(descriptors) } }
        var handles: [OpaquePointer?] = []
        for file in files {
            let descriptor = FilePath.withC(file) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
            guard descriptor >= 0 else { return .failed(systemMessage(errno)) }
            // The list has a copy of its own.
            let handle = g_unix_fd_list_append(descriptors, descriptor, nil)
            close(descriptor)
            guard handle >= 0 else { return .failed(systemMessage(errno)) }
            handles.append(g_variant_new_handle(handle))
        }
        requestCount += 1
        let token = "tessera\(requestCount)"
        let sender = String(cString: unique).dropFirst().replacing(".", with: "_")
        let response = PortalResponse(on: bus, at: "\(Self.path)/request/\(sender)/\(token)")
        var arguments = arguments(token, handles), error: UnsafeMutablePointer<GError>?
        let reply = g_dbus_connection_call_with_unix_fd_list_sync(
            bus, Self.name, Self.path, offer.rawValue, method, g_variant_new_tuple(&arguments, gsize(arguments.count)),
            nil, G_DBUS_CALL_FLAGS_NONE, Self.patience, descriptors, nil, nil, &error)
        guard let reply else { return .failed(GLibError(adopting: error).message) }
        g_variant_unref(reply)
        // It captures the actor, so that it runs on its thread.
        return await withCheckedContinuation { self.wait(for: response, $0) }
    }

    private func wait(for response: PortalResponse, _ continuation: CheckedContinuation<Answer, Never>) {
        response.give(to: continuation)
        waiting.append(response)
        waiting.removeAll(where: \.isAnswered)
    }

    /// The bus; connects to it at the first call.
    private var bus: OpaquePointer? {
        if let connection { return connection?.pointer.opaque }
        connection = .some(BusConnection.open(address).map { GObjectReference(adopting: $0.object) })
        return (connection ?? nil)?.pointer.opaque
    }

    /// Makes a table of options (floating) of floating values.
    private static func options(_ options: [(name: String, value: OpaquePointer?)]) -> OpaquePointer? {
        var entries = options.map {
            g_variant_new_dict_entry(g_variant_new_string($0.name), g_variant_new_variant($0.value))
        }
        let type = g_variant_type_new("{sv}")
        defer { g_variant_type_free(type) }
        return g_variant_new_array(type, &entries, gsize(entries.count))
    }
}

/// The answer to one request, which the portal gives once by a signal. On the thread of the actor.
private final class PortalResponse {
    /// Keeps the first answer until it is asked for.
    private final class Waiting {
        var answer: DesktopPortal.Answer?
        var continuation: CheckedContinuation<DesktopPortal.Answer, Never>?

        func take(_ code: guint32) {
            let answer: DesktopPortal.Answer = code == 0 ? .done : code == 1 ? .cancelled : .failed("")
            guard self.answer == nil else { return }
            self.answer = answer
            continuation?.resume(returning: answer)
            continuation = nil
        }
    }

    private let bus: OpaquePointer
    private let subscription: guint
    private let waiting = Waiting()

    /// Listens from now on.
    init(on bus: OpaquePointer, at path: String) {
        self.bus = bus
        g_object_ref(bus.object)
        subscription = g_dbus_connection_signal_subscribe(
            bus, "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Request", "Response", path, nil,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, context in
                guard let context, let parameters, g_variant_n_children(parameters) > 0,
                    let code = g_variant_get_child_value(parameters, 0)
                else { return }
                defer { g_variant_unref(code) }
                guard String(cString: g_variant_get_type_string(code)) == "u" else { return }
                Unmanaged<Waiting>.fromOpaque(context).takeUnretainedValue().take(g_variant_get_uint32(code))
            }, Unmanaged.passRetained(waiting).toOpaque(),
            { context in
                if let context { Unmanaged<Waiting>.fromOpaque(context).release() }
            })
    }

    deinit {
        g_dbus_connection_signal_unsubscribe(bus, subscription)
        g_object_unref(bus.object)
    }

    /// Whether there is an answer.
    var isAnswered: Bool { waiting.answer != nil }

    /// Gives the answer to a continuation once it is there.
    func give(to continuation: CheckedContinuation<DesktopPortal.Answer, Never>) {
        if let answer = waiting.answer {
            continuation.resume(returning: answer)
        } else {
            waiting.continuation = continuation
        }
    }
}
