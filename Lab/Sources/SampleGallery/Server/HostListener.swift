// One listening port: a SoupServer reduced to receiving requests.
import CGLib
import CSoup
import Codecs
import Desktop

/// One host of the service on its port. Lives on the server's thread, which owns its thread-default main context, from
/// its creation to `close`.
final class HostListener {
    let port: UInt16
    private let host: ServiceHost
    /// The SoupServer. Nil once closed: connections may outlive that by one main-loop iteration, and do not report
    /// their end then.
    private var server: GObjectReference?
    private var service: Service?
    /// The requests that have not ended. Nothing else keeps one that is paused.
    private var pending: [ObjectIdentifier: PendingRequest] = [:]

    /// Listens on 127.0.0.1:`port` (0: any free port). Requests stay unanswered until `serve`.
    init(_ host: ServiceHost, port: UInt16) throws(SampleServerFailure) {
        self.host = host
        // soup_server_new() is variadic.
        let server = UnsafeMutableRawPointer(g_object_new_with_properties(soup_server_get_type(), 0, nil, nil))
        guard let server else { throw SampleServerFailure(description: "There is no HTTP server.") }
        self.server = GObjectReference(adopting: server)
        var failure: UnsafeMutablePointer<GError>?
        let address = Loopback.address(port: port)
        guard
            soup_server_listen(server.cast(), address.pointer.cast(), SoupServerListenOptions(rawValue: 0), &failure)
                != 0
        else {
            let reason = GLibError(adopting: failure).message
            throw SampleServerFailure(description: "Cannot listen on port \(port) of 127.0.0.1: \(reason).")
        }
        let addresses = soup_server_get_uris(server.cast())
        self.port = UInt16(clamping: g_uri_get_port(addresses.flatMap { OpaquePointer($0.pointee.data) }))
        g_slist_free_full(addresses) { address in if let address { g_uri_unref(OpaquePointer(address)) } }
        soup_server_add_early_handler(
            server.cast(), nil, { _, message, _, _, _ in if let message { BodyLimit.apply(to: message) } }, nil, nil)
        soup_server_add_handler(
            server.cast(), nil,
            { _, message, _, _, context in
                guard let message, let context else { return }
                Unmanaged<HostListener>.fromOpaque(context).takeUnretainedValue().received(message)
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    var root: String { "http://127.0.0.1:\(port)" }

    /// Starts answering requests.
    func serve(_ service: Service) { self.service = service }

    /// Ends every request (each still reports its end) and closes the port and every connection. Later calls do
    /// nothing.
    func close() {
        guard let server else { return }
        for request in pending.values { request.abandon(byReset: false, hasPeerLeft: false) }
        soup_server_remove_handler(server.pointer.cast(), nil)
        soup_server_disconnect(server.pointer.cast())
        self.server = nil
        service = nil
    }

    private func received(_ message: OpaquePointer) {
        let connection = soup_server_message_get_socket(message).map { PeerConnection.of($0, on: self) }
        let request = PendingRequest(message, of: connection, on: self)
        pending[ObjectIdentifier(request)] = request
        service?.received(request, on: host)
        request.pauseUnlessAnswered()
    }

    // MARK: Counting

    /// Counts bytes of a body, or of a raw answer, that the kernel has accepted.
    func wrote(_ bytes: Int) { count { $0.bytesSent += bytes } }

    /// Forgets and counts a request that has ended. Called once for each.
    /// - Parameter isComplete: false when the peer has disconnected, or when the response was cut on purpose.
    func ended(_ request: PendingRequest, isComplete: Bool, hasPeerLeft: Bool) {
        pending[ObjectIdentifier(request)] = nil
        count { counters in
            counters.inFlight -= 1
            if isComplete {
                counters.completed += 1
            } else if hasPeerLeft {
                counters.cancelledByPeer += 1
            } else {
                counters.cutByServer += 1
            }
        }
    }

    func connectionOpened() {
        count {
            $0.connectionsOpened += 1
            $0.connectionsOpen += 1
        }
    }

    func connectionClosed() {
        guard server != nil else { return }
        count { $0.connectionsOpen -= 1 }
    }

    private func count(_ change: (inout ServerCounters.Host) -> Void) {
        service?.counters.update { change(&$0[host]) }
    }
}
