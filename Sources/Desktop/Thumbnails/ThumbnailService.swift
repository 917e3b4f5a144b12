// The desktop's thumbnail service over D-Bus. It makes thumbnails and puts them into the desktop's store.
// Source: Thumbnail Management D-Bus Specification, org.freedesktop.thumbnails.Thumbnailer1.
import CGLib
import Codecs
import Photos

/// A client of the service on the session's bus, if there is one. An actor on a thread of its own with a main loop,
/// where the bus calls back and calls may wait.
actor ThumbnailService {
    private static let name = "org.freedesktop.thumbnails.Thumbnailer1"
    private static let path = "/org/freedesktop/thumbnails/Thumbnailer1"
    /// Limit of one call, in milliseconds: the service may have to be started.
    private static let patience: Int32 = 5_000

    /// What the service says of a file.
    private struct Report: Sendable {
        let uris: [String]
        let isMade: Bool
    }

    /// A connection to a bus on which there is a service.
    private final class Connection {
        let bus: OpaquePointer
        /// The size of the thumbnails that it makes.
        let size: ThumbnailFolder.Size
        private let types: Set<String>
        private var subscriptions: [guint] = []

        init(_ bus: OpaquePointer, size: ThumbnailFolder.Size, types: Set<String>) {
            (self.bus, self.size, self.types) = (bus, size, types)
        }

        deinit {
            for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(bus, subscription) }
            g_object_unref(bus.object)
        }

        func makes(_ type: String) -> Bool { types.contains(type) }

        /// Calls `body` with what the signals Ready and Error say.
        func listen(_ body: @escaping @Sendable (Report) -> Void) {
            for member in ["Ready", "Error"] {
                let listener = Listener(isMade: member == "Ready", body)
                subscriptions.append(
                    g_dbus_connection_signal_subscribe(
                        bus, ThumbnailService.name, ThumbnailService.name, member, ThumbnailService.path, nil,
                        G_DBUS_SIGNAL_FLAGS_NONE,
                        { _, _, _, _, _, parameters, context in
                            guard let context, let parameters, g_variant_n_children(parameters) > 1 else { return }
                            let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
                            listener.body(
                                Report(uris: ThumbnailService.texts(in: parameters, at: 1), isMade: listener.isMade))
                        }, Unmanaged.passRetained(listener).toOpaque(),
                        { context in
                            if let context { Unmanaged<Listener>.fromOpaque(context).release() }
                        }))
            }
        }

        private final class Listener: Sendable {
            let isMade: Bool
            let body: @Sendable (Report) -> Void
            init(isMade: Bool, _ body: @escaping @Sendable (Report) -> Void) {
                (self.isMade, self.body) = (isMade, body)
            }
        }
    }

    private let executor = LoopExecutor(name: "thumbnailer", niceness: 19)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// Nil before the first question; then whether there is a service.
    private var connection: Connection??
    /// Those who wait for the thumbnail of a file, by its URI.
    private var waiting: [String: CheckedContinuation<Bool, Never>] = [:]
    private let address: String?
    private let limit: Duration

    /// - Parameters:
    ///   - address: That of the bus; nil for the session's.
    ///   - limit: Time that the service gets for one thumbnail.
    init(address: String? = nil, limit: Duration = .seconds(30)) { (self.address, self.limit) = (address, limit) }

    /// Has a thumbnail made and stored.
    /// - Returns: The size in which it is in the store now; nil where the service made none, or there is none for the
    ///   type.
    /// - Throws: `CancellationError`.
    func make(uri: String, type: String) async throws -> ThumbnailFolder.Size? {
        if connection == nil { connect() }
        guard let connection = connection ?? nil, connection.makes(type), waiting[uri] == nil else { return nil }
        let arguments = [
            Self.array([uri]), Self.array([type]), g_variant_new_string(connection.size.name),
            g_variant_new_string("background"), g_variant_new_uint32(0),
        ]
        guard let answer = Self.call(connection.bus, "Queue", arguments) else { return nil }
        let handle = Self.number(in: answer)
        g_variant_unref(answer)
        let limiting = Task { [weak self, limit] in
            if (try? await Task.sleep(for: limit)) != nil { await self?.end(uri, isMade: false) }
        }
        let isMade = await withTaskCancellationHandler {
            await withCheckedContinuation { self.waiting[uri] = $0 }
        } onCancel: {
            Task { await self.end(uri, isMade: false) }
        }
        limiting.cancel()
        if isMade { return connection.size }
        _ = Self.call(connection.bus, "Dequeue", [g_variant_new_uint32(handle)]).map { g_variant_unref($0) }
        try Task.checkCancellation()
        return nil
    }

    private func end(_ uri: String, isMade: Bool) { waiting.removeValue(forKey: uri)?.resume(returning: isMade) }

    private func take(_ report: Report) { for uri in report.uris { end(uri, isMade: report.isMade) } }

    /// Looks for the service, which the bus starts if it is installed and does not run.
    private func connect() {
        connection = .some(nil)
        guard let bus = BusConnection.open(address) else { return }
        let names = ["ListActivatableNames", "ListNames"].flatMap { method -> [String] in
            guard let answer = Self.call(bus, method, [], of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus")
            else { return [] }
            defer { g_variant_unref(answer) }
            return Self.texts(in: answer, at: 0)
        }
        guard names.contains(Self.name), let flavours = Self.call(bus, "GetFlavors", []),
            let supported = Self.call(bus, "GetSupported", [])
        else { return g_object_unref(bus.object) }
        defer {
            g_variant_unref(flavours)
            g_variant_unref(supported)
        }
        let sizes = Self.texts(in: flavours, at: 0)
        let large = ThumbnailFolder.Size.all.filter { $0.side >= 256 && $0.side <= ThumbnailFolder.Size.made.side }
        guard let size = large.last(where: { sizes.contains($0.name) }) else { return g_object_unref(bus.object) }
        let types = zip(Self.texts(in: supported, at: 0), Self.texts(in: supported, at: 1)).filter { $0.0 == "file" }
            .map(\.1)
        let found = Connection(bus, size: size, types: Set(types))
        found.listen { [weak self] report in Task { await self?.take(report) } }
        connection = .some(found)
    }

    // MARK: Calls

    /// Calls a method and waits for its answer (transfer full); nil where it fails.
    private static func call(
        _ bus: OpaquePointer, _ method: String, _ arguments: [OpaquePointer?], of name: String = name,
        at path: String = path
    ) -> OpaquePointer? {
        var arguments = arguments
        return g_dbus_connection_call_sync(
            bus, name, path, name, method, g_variant_new_tuple(&arguments, gsize(arguments.count)), nil,
            G_DBUS_CALL_FLAGS_NONE, patience, nil, nil)
    }

    /// Makes an array of texts (floating).
    private static func array(_ texts: [String]) -> OpaquePointer? {
        var children = texts.map { g_variant_new_string($0) }
        return children.withUnsafeMutableBufferPointer {
            g_variant_new_array(nil, $0.baseAddress, gsize($0.count))
        }
    }

    /// Returns the array of texts at a place of a tuple; none where there is another value.
    private static func texts(in tuple: OpaquePointer, at place: Int) -> [String] {
        guard place < Int(g_variant_n_children(tuple)), let list = g_variant_get_child_value(tuple, gsize(place)) else {
            return []
        }
        defer { g_variant_unref(list) }
        guard String(cString: g_variant_get_type_string(list)) == "as" else { return [] }
        return (0..<g_variant_n_children(list)).compactMap { number in
            guard let text = g_variant_get_child_value(list, number) else { return nil }
            defer { g_variant_unref(text) }
            return String(cString: g_variant_get_string(text, nil))
        }
    }

    /// Returns the number in a tuple of one.
    private static func number(in tuple: OpaquePointer) -> guint32 {
        guard g_variant_n_children(tuple) == 1, let value = g_variant_get_child_value(tuple, 0) else { return 0 }
        defer { g_variant_unref(value) }
        return String(cString: g_variant_get_type_string(value)) == "u" ? g_variant_get_uint32(value) : 0
    }
}
