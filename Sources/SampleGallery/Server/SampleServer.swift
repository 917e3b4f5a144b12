// Local substitute for the Lorem Picsum service: two hosts on loopback, generated photos, faults on demand.
import CGLib
import CNetwork
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
    private let thread: LoopThread
    private let ending: Ending

    private init(_ service: Service, _ thread: LoopThread, _ ending: Ending) {
        self.service = service
        self.thread = thread
        self.ending = ending
        baseURL = service.api.root
        imageBaseURL = service.image.root
    }

    deinit { Self.quit(thread) }

    /// Starts a server; it accepts requests when this returns.
    /// - Throws: `SampleServerFailure` when the port is taken or no thread can be started.
    public static func start(
        configuration: SampleConfiguration = SampleConfiguration(), painter: some PicturePainting
    ) async throws -> SampleServer {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try LoopThread(name: "sample-server") { thread in
                    Self.main(thread, configuration, painter, continuation)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
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
    public func stop() async {
        await withCheckedContinuation { continuation in
            ending.whenReached { continuation.resume() }
            Self.quit(thread)
        }
        thread.join()
    }

    private static func quit(_ thread: LoopThread) { thread.post { thread.quit() } }

    /// Body of the server's thread.
    private static func main(
        _ thread: LoopThread, _ configuration: SampleConfiguration, _ painter: some PicturePainting,
        _ started: CheckedContinuation<SampleServer, any Error>
    ) {
        var api: HostListener?
        var image: HostListener?
        let ending = Ending()
        var deadPort: UInt16 = 0
        let deadEnd = tessera_dead_end_new(&deadPort)
        do throws(SampleServerFailure) {
            let apiHost = try HostListener(.api, port: configuration.port)
            api = apiHost
            let imageHost = try HostListener(.image, port: 0)
            image = imageHost
            let pool = PaintPool(threads: configuration.painterThreads)
            let catalogue = Catalogue(count: configuration.photoCount)
            let service = Service(
                configuration, painter: painter, thread: thread, pool: pool,
                api: APIHost(catalogue: catalogue, root: apiHost.root, imageRoot: imageHost.root),
                image: ImageHost(
                    catalogue: catalogue, root: imageHost.root, canEncodeWebP: type(of: painter).canEncodeWebP),
                deadPort: deadPort)
            apiHost.serve(service)
            imageHost.serve(service)
            started.resume(returning: SampleServer(service, thread, ending))
            thread.run()
            apiHost.close()
            imageHost.close()
            thread.drain()
            pool.stop()
        } catch {
            api?.close()
            image?.close()
            started.resume(throwing: error)
        }
        thread.drain()
        if let deadEnd { g_object_unref(deadEnd) }
        ending.reach()
    }
}

/// One-time event; a waiter that is added afterwards is called at once.
private final class Ending: Sendable {
    private let state = Mutex<(isReached: Bool, waiters: [@Sendable () -> Void])>((false, []))

    func whenReached(_ waiter: @escaping @Sendable () -> Void) {
        let isReached = state.withLock { state in
            if !state.isReached { state.waiters.append(waiter) }
            return state.isReached
        }
        if isReached { waiter() }
    }

    func reach() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter() }
    }
}
