// One listening port: forwards the C listener's callbacks to the service.
import CGLib
import CNetwork
import Codecs
import Desktop

/// One host of the service on its port. Lives on the server's thread from its creation to `close`.
final class HostListener {
    let port: UInt16
    private let target: Target
    private let listener: OpaquePointer

    /// Context of the callbacks. The service is set after both ports are open, because it has to know them.
    private final class Target {
        let host: ServiceHost
        var service: Service?
        init(host: ServiceHost) { self.host = host }

        static func at(_ context: UnsafeMutableRawPointer?) -> Target? {
            context.map { Unmanaged<Target>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    init(_ host: ServiceHost, port: UInt16) throws(SampleServerFailure) {
        target = Target(host: host)
        var hooks = TesseraListenerHooks(
            request: { exchange, context in
                guard let exchange, let target = Target.at(context) else { return }
                target.service?.received(Exchange(exchange), on: target.host)
            },
            wrote: { _, bytes, context in
                guard let target = Target.at(context) else { return }
                target.service?.counters.update { $0[target.host].bytesSent += Int(bytes) }
            },
            ended: { _, isComplete, hasPeerLeft, context in
                guard let target = Target.at(context) else { return }
                target.service?.counters.update { counters in
                    counters[target.host].inFlight -= 1
                    if isComplete != 0 {
                        counters[target.host].completed += 1
                    } else if hasPeerLeft != 0 {
                        counters[target.host].cancelledByPeer += 1
                    } else {
                        counters[target.host].cutByServer += 1
                    }
                }
            },
            connection: { change, context in
                guard let target = Target.at(context) else { return }
                target.service?.counters.update {
                    if change > 0 { $0[target.host].connectionsOpened += 1 }
                    $0[target.host].connectionsOpen += Int(change)
                }
            })
        var failure: UnsafeMutablePointer<GError>?
        guard
            let listener = tessera_listener_new(port, &hooks, Unmanaged.passUnretained(target).toOpaque(), &failure)
        else {
            let reason = GLibError(adopting: failure).message
            throw SampleServerFailure(description: "Cannot listen on port \(port) of 127.0.0.1: \(reason).")
        }
        self.listener = listener
        self.port = tessera_listener_get_port(listener)
    }

    var root: String { "http://127.0.0.1:\(port)" }

    /// Starts answering requests.
    func serve(_ service: Service) { target.service = service }

    /// Ends every exchange and closes the port. Call once, and last.
    func close() {
        tessera_listener_free(listener)
        target.service = nil
    }
}
