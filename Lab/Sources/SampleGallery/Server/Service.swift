// Request handling: routing, faults, painting and counting.
import CGLib
import Desktop
import Synchronization

/// State shared by both hosts. Callable from any thread; `received` and what it starts run on the server's thread.
final class Service: Sendable {
    let counters = CounterBoard()
    let faults: FaultSwitchboard
    let api: APIHost
    let image: ImageHost
    private let configuration: SampleConfiguration
    private let painter: any PicturePainting
    private let thread: LoopExecutor
    private let pool: PaintPool
    private let cache: PictureCache
    private let secret: Mutex<String>
    private let deadRoot: String
    private static let largestLie = 1 << 40

    init(
        _ configuration: SampleConfiguration, painter: any PicturePainting, thread: LoopExecutor, pool: PaintPool,
        api: APIHost, image: ImageHost, deadPort: UInt16
    ) {
        self.configuration = configuration
        self.painter = painter
        self.thread = thread
        self.pool = pool
        self.api = api
        self.image = image
        faults = FaultSwitchboard(configuration.faults)
        cache = PictureCache(capacity: configuration.pictureCacheBytes)
        secret = Mutex(configuration.secret)
        deadRoot = "http://127.0.0.1:\(deadPort)"
    }

    /// Invalidates every link that was issued so far.
    func rotateSecret() { secret.withLock { $0 += "+" } }

    /// Answers one request, now or later. Server thread, from the listener's callback.
    func received(_ pending: PendingRequest, on host: ServiceHost) {
        guard let request = pending.request else { return }
        if host == .api, configuration.hasControlPath, let reply = control(request) {
            begin(pending, host, route: "control")
            send(reply, pending, host)
            return
        }
        let verdict = faults.verdict(for: host)
        let secret = secret.withLock { $0 }
        let (route, answer): (String, Answer)
        switch host {
        case .api:
            let (name, reply) = api.answer(
                request, secret: secret, listShift: verdict.listShift, listing: verdict.listing)
            (route, answer) = (name, .reply(reply))
        case .image:
            (route, answer) = image.answer(request, secret: secret)
        }
        begin(pending, host, route: route)
        if case .picture = answer { count(picture: request) }
        if verdict.effect == .rotateSecret { rotateSecret() }
        if verdict.delayMilliseconds > 0 {
            pending.after(milliseconds: verdict.delayMilliseconds) { [self] in
                deliver(answer, to: request, pending, host, verdict)
            }
        } else {
            deliver(answer, to: request, pending, host, verdict)
        }
    }

    private func begin(_ pending: PendingRequest, _ host: ServiceHost, route: String) {
        counters.update {
            $0[host].requests[route, default: 0] += 1
            $0[host].inFlight += 1
        }
    }

    private func count(picture request: Request) {
        var query = request.query
        query.removeAll(named: "hmac")
        let key = RequestSigner.joined(request.path, query)
        counters.update { $0.pictures[key, default: 0] += 1 }
    }

    private func deliver(
        _ answer: Answer, to request: Request, _ pending: PendingRequest, _ host: ServiceHost,
        _ verdict: FaultSwitchboard.Verdict
    ) {
        let root = host == .api ? api.root : image.root
        switch verdict.effect {
        case .reset:
            pending.reset()
        case .status(let status, let seconds):
            send(Self.failure(status, retryAfterSeconds: seconds), pending, host)
        case .wrongType:
            send(
                Reply(
                    status: 200, headers: [("Content-Type", "text/html; charset=utf-8")],
                    body: "<html><body>Please log in to this network.</body></html>\n"), pending, host)
        case .redirectLoop:
            send(.found(root + request.target(rawPath: request.rawPath)), pending, host)
        case .deadRedirect:
            send(.found(deadRoot + request.target(rawPath: request.rawPath)), pending, host)
        case .redirectScheme(let scheme):
            send(
                .found(scheme + root.dropFirst("http".count) + request.target(rawPath: request.rawPath)), pending, host)
        case .crafted(let picture):
            send(picture.reply, pending, host, verdict)
        case nil, .rotateSecret, .truncate, .wrongLength, .negativeLength, .endlessBody, .endlessHeaders, .cutChunks,
            .overrun:
            switch answer {
            case .reply(let reply): send(reply, to: request, pending, host, verdict)
            case .picture(let picture, var reply):
                let validators = verdict.caching.validators(of: picture)
                verdict.caching.complete(&reply, validators)
                if let validators, validators.areKnown(to: request) {
                    send(reply.unmodified, to: request, pending, host, verdict)
                } else {
                    let range = validators?.allowPart(of: request) == true ? request.range : nil
                    paint(verdict.caching.edited(picture), reply, range: range, request, pending, verdict)
                }
            }
        }
    }

    private func paint(
        _ picture: PictureRequest, _ reply: Reply, range: String?, _ request: Request, _ pending: PendingRequest,
        _ verdict: FaultSwitchboard.Verdict
    ) {
        var reply = reply
        if let bytes = cache.bytes(for: picture) {
            counters.update { $0.cacheHits += 1 }
            reply.body = bytes
            send(reply.part(range), to: request, pending, .image, verdict)
            return
        }
        let headers = reply
        let isTaken = pool.submit { [self] in
            if pending.isOver {
                counters.update { $0.droppedBeforePainting += 1 }
                return
            }
            var reply: Reply
            do {
                let bytes = try painter.encodedPicture(for: picture) { pending.isOver }
                counters.update { $0.painted += 1 }
                cache.store(bytes, for: picture)
                reply = headers
                reply.body = bytes
                reply = reply.part(range)
            } catch {
                reply = ServiceError.somethingWentWrong.reply(accept: nil)
            }
            let answer = reply
            thread.post { [self] in send(answer, to: request, pending, .image, verdict) }
        }
        if !isTaken { send(ServiceError.timedOut.reply(accept: nil), pending, .image) }
    }

    /// Sends a reply as modified by the verdict.
    private func send(
        _ reply: Reply, to request: Request, _ pending: PendingRequest, _ host: ServiceHost,
        _ verdict: FaultSwitchboard.Verdict
    ) {
        guard let raw = RawAnswer(verdict.effect, to: request, insteadOf: reply, on: host) else {
            return send(reply, pending, host, verdict)
        }
        if !pending.isOver { counters.update { $0[host].statuses[200, default: 0] += 1 } }
        pending.send(raw, bytesPerSecond: verdict.bytesPerSecond)
    }

    private func send(
        _ reply: Reply, _ pending: PendingRequest, _ host: ServiceHost, _ verdict: FaultSwitchboard.Verdict = .init()
    ) {
        var announced = reply.body.count
        var limit = Int.max
        switch verdict.effect {
        case .truncate(let bytes): limit = min(bytes ?? announced / 2, max(0, announced - 1))
        case .wrongLength(let difference):
            // Limited to what a header can express, whatever a test requests.
            announced = max(0, announced + max(-Self.largestLie, min(Self.largestLie, difference)))
        default: break
        }
        if !pending.isOver { counters.update { $0[host].statuses[reply.status, default: 0] += 1 } }
        pending.send(reply, announcing: announced, limit: limit, bytesPerSecond: verdict.bytesPerSecond)
    }

    /// Returns an error as a proxy in front of the service might send it.
    private static func failure(_ status: Int, retryAfterSeconds: Int?) -> Reply {
        let words =
            switch status {
            case 403: "Forbidden"
            case 429: "Too many requests"
            case 503: ServiceError.timedOut.message
            default: ServiceError.somethingWentWrong.message
            }
        var reply = ServiceError(status: status, message: words).reply(accept: nil)
        if let retryAfterSeconds { reply.add("Retry-After", String(retryAfterSeconds)) }
        return reply
    }

    /// Answers `/_control/counters` and `/_control/faults?spec=…`, for scripts that control a server in another
    /// process.
    private func control(_ request: Request) -> Reply? {
        switch request.path {
        case "/_control/counters":
            return .json(counters.snapshot.json)
        case "/_control/faults":
            do throws(FaultSpecError) {
                faults.faults = try Faults(spec: request.query["spec"] ?? "")
                return Reply(status: 204)
            } catch {
                return ServiceError(status: 400, message: error.description).reply(accept: request.accept)
            }
        default: return nil
        }
    }
}

extension Reply {
    fileprivate static func found(_ location: String) -> Reply {
        Reply(status: 302, headers: [noStore, ("Location", location)])
    }
}
