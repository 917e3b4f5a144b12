// How a picture is made of its bytes, and how those who wait for it are told.
import Photos

extension ImageLoader {
    func enqueue(_ flight: DecodeFlight) { flight.state = .queued(decodeQueue.append(flight, at: flight.priority)) }

    func start(_ flight: DecodeFlight) {
        guard case .arrived(let encoded) = flight.fetch.state else { return }
        let (request, priority, token) = (flight.request, flight.priority, nextID().number)
        runningDecodes += 1
        flight.token = token
        flight.state = .running(
            Task(priority: .medium) { @concurrent [bytes, decoder, memory] in
                let result: Result<any DecodedImage, LoadFailure>
                do {
                    let image = try await decoder.decode(encoded, for: request, priority: priority)
                    // Stored before the actor hears of it, so that eviction frees its pixels on this thread.
                    memory.insert(image, for: request.key)
                    result = .success(image)
                } catch {
                    let failure = LoadFailure.from(error, stage: .decode, culprit: request.title)
                    if !failure.isTransient { await bytes.discard(FetchKey(request)) }
                    result = .failure(failure)
                }
                await self.decodeEnded(request, token, result)
            })
    }

    func decodeEnded(_ request: ImageRequest, _ token: Int, _ result: Result<any DecodedImage, LoadFailure>) {
        defer { pump() }
        runningDecodes -= 1
        if case .success = result {
            count { $0.decoded += 1 }
            ledger.note(request.key, decodedFrom: FetchKey(request))
        }
        guard let flight = decodes[request.key], flight.token == token else { return }  // cancelled meanwhile
        finish(flight, result)
    }

    func finish(_ flight: DecodeFlight, _ result: Result<any DecodedImage, LoadFailure>) {
        if case .failure = result { count { $0.failures += 1 } }
        remove(flight)
        for subscriber in flight.subscribers {
            switch subscriber.sink {
            case .caller(let continuation): continuation.resume(with: result)
            case .feed(let mailbox): deliver(result, of: flight.request, at: subscriber.priority, to: mailbox)
            }
        }
    }
}
