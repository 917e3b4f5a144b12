// Local substitute for the Lorem Picsum service: two hosts on loopback, generated photos, faults on demand.
import CGLib
import Desktop
import Synchronization

/// Running sample server.
///
/// It has a thread and a main context of its own, so it runs beside GTK's loop and does not need it; pictures are
/// painted on further threads. HTTP/1.1 only: libsoup's server speaks HTTP/2 only over TLS.
/// Isolation: every member may be used from any thread. Ownership: releasing the last reference stops the server
/// without waiting; `stop` waits.
public final class SampleServer: Sendable {
    /// Address of the API host, `http://127.0.0.1:PORT`, which clients are given.
    public let baseURL: String
    /// Address of the image host, to which the API host redirects.
    public let imageBaseURL: String
    private let service: Service
    private let ports: ServerPorts

    private init(_ service: Service, _ ports: ServerPorts) {
        self.service = service
        self.ports = ports
        baseURL = service.api.root
        imageBaseURL = service.image.root
    }

    deinit {
        Task { [ports] in await ports.end() }
    }

    /// Starts a server; it accepts requests when this returns.
    /// - Throws: `SampleServerFailure` when the port is taken.
    public static func start(
        configuration: SampleConfiguration = SampleConfiguration(), painter: some PicturePainting
    ) async throws -> SampleServer {
        let ports = ServerPorts()
        return SampleServer(try await ports.open(configuration, painter), ports)
    }

    /// Snapshot of the server's counters.
    public var counters: ServerCounters { service.counters.snapshot }

    /// Waits until the counters satisfy a condition, which is evaluated after each change, under the counters' lock.
    /// For tests, instead of sleeping. Waits for ever if the condition is never satisfied.
    public func counters(when isSatisfied: @escaping @Sendable (ServerCounters) -> Bool) async -> ServerCounters {
        await service.counters.snapshot(when: isSatisfied)
    }

    /// Faults from the next request on. Setting them resets the rules' counts.
    public var faults: Faults {
        get { service.faults.faults }
        set { service.faults.faults = newValue }
    }

    /// Changes the key between the two hosts: every picture link issued so far answers 400.
    public func rotateSecret() { service.rotateSecret() }

    /// Closes both ports, aborts what is in flight, and waits until every thread of the server has ended. May be called
    /// more than once.
    public func stop() async { await ports.end() }
}

/// The server's thread, and what belongs to it: both ports and the painting threads.
private actor ServerPorts {
    private nonisolated let executor = LoopExecutor(name: "sample-server")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private nonisolated let ending = Mutex<Task<Void, Never>?>(nil)
    private var listeners: [HostListener] = []
    private var pool: PaintPool?
    /// The target of a fault.
    private var refusing: RefusingPort?

    /// Opens both ports. Call once.
    func open(_ configuration: SampleConfiguration, _ painter: some PicturePainting) throws -> Service {
        refusing = RefusingPort()
        do throws(SampleServerFailure) {
            let api = try HostListener(.api, port: configuration.port)
            listeners.append(api)
            let image = try HostListener(.image, port: 0)
            listeners.append(image)
            let pool = PaintPool(threads: configuration.painterThreads)
            self.pool = pool
            let catalogue = Catalogue(count: configuration.photoCount)
            let service = Service(
                configuration, painter: painter, thread: executor, pool: pool,
                api: APIHost(catalogue: catalogue, root: api.root, imageRoot: image.root),
                image: ImageHost(
                    catalogue: catalogue, root: image.root, canEncodeWebP: type(of: painter).canEncodeWebP),
                deadPort: refusing?.port ?? 0)
            for listener in listeners { listener.serve(service) }
            return service
        } catch {
            close()
            throw error
        }
    }

    /// Closes both ports, aborts what is in flight and ends every thread. Later calls wait for the first: nothing runs
    /// on the executor afterwards.
    nonisolated func end() async {
        let task = ending.withLock { ending in
            let task =
                ending
                ?? Task {
                    await close()
                    executor.finish()
                }
            ending = task
            return task
        }
        await task.value
    }

    private func close() {
        for listener in listeners { listener.close() }
        listeners = []
        drain()
        pool?.stop()
        pool = nil
        drain()
        refusing = nil
    }

    /// Dispatches what is ready, without waiting: libsoup releases connections in iterations of their own.
    private func drain() { while g_main_context_iteration(g_main_context_get_thread_default(), 0) != 0 {} }
}
