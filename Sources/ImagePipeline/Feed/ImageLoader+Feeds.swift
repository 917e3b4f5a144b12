// The wanted sets of the feeds: a new set is compared with the previous one, and only the difference is worked on.
import Photos

/// The loader's state of one feed.
struct FeedBook {
    struct Entry {
        let request: ImageRequest
        var priority: LoadPriority
        /// Whether it has been answered; if not, it has a subscription.
        var isSettled: Bool
    }

    let mailbox: FeedMailbox
    var wanted: [ImageKey: Entry] = [:]
    /// The set as it was last given: an equal one changes nothing.
    var latest: [WantedImage] = []
    var failures = FailureMemory()
    /// The task that waits until the next visible failure is to be retried.
    var recovery: Task<Void, Never>?
}

extension ImageLoader {
    /// Reads the changes of a feed and applies them.
    func attend(to mailbox: FeedMailbox) {
        let wishes = mailbox.readWishes()
        // Removed while it is changed, so that its dictionaries are not copied.
        var book = feeds.removeValue(forKey: mailbox.id) ?? FeedBook(mailbox: mailbox)
        if wishes.isClosed {
            for (key, entry) in book.wanted where !entry.isSettled { leave(mailbox.id, key) }
            book.recovery?.cancel()
        } else {
            retry(wishes, in: &book, mailbox)
            if let wanted = wishes.wanted, wanted != book.latest { replace(with: wanted, in: &book, mailbox) }
            feeds[mailbox.id] = book
            awaitRecovery(of: mailbox.id)
        }
        pump()
    }

    /// Delivers the result of a job to a feed that subscribed to it.
    func deliver(
        _ result: Result<any DecodedImage, LoadFailure>, of request: ImageRequest, for subscriber: Subscriber,
        to mailbox: FeedMailbox
    ) {
        feeds[mailbox.id]?.wanted[request.key]?.isSettled = true
        if case .failure(let failure) = result {
            // The image that is shown stays.
            if subscriber.isRefreshing { return }
            feeds[mailbox.id]?.failures.remember(
                failure, of: request.key, at: now(), lives: configuration.failureLives)
            awaitRecovery(of: mailbox.id)
        } else {
            feeds[mailbox.id]?.failures.forget(request.key)
        }
        mailbox.deliver(
            Delivery(
                request: request, kind: subscriber.isRefreshing ? .refreshed : .final, result: result,
                priority: subscriber.priority))
    }

    private func retry(_ wishes: FeedMailbox.Wishes, in book: inout FeedBook, _ mailbox: FeedMailbox) {
        let retried = wishes.retryAll ? Set(book.wanted.keys) : wishes.retries
        for key in retried where book.failures.forget(key) {
            guard let entry = book.wanted[key], entry.isSettled else { continue }
            book.wanted[key] = load(entry, mailbox)
        }
        if wishes.retryAll { book.failures = FailureMemory() }
    }

    /// Applies a new set: first subscribes to what is wanted, then leaves what is not any more, so that a fetch that
    /// both share continues.
    private func replace(with wanted: [WantedImage], in book: inout FeedBook, _ mailbox: FeedMailbox) {
        var previous = book.wanted
        var next: [ImageKey: FeedBook.Entry] = [:]
        next.reserveCapacity(wanted.count)
        for want in wanted where next[want.request.key] == nil {
            let key = want.request.key
            let entry =
                if let old = previous.removeValue(forKey: key) {
                    keep(old, at: want.priority, book, mailbox)
                } else {
                    begin(want, book, mailbox)
                }
            next[key] = entry
            if !entry.isSettled { queueLast(key) }
        }
        for (key, entry) in previous where !entry.isSettled { leave(mailbox.id, key) }
        mailbox.update { [next] in next[$0]?.priority }
        book.wanted = next
        book.latest = wanted
    }

    /// Adds an image that enters the set.
    private func begin(_ want: WantedImage, _ book: FeedBook, _ mailbox: FeedMailbox) -> FeedBook.Entry {
        count { $0.requests += 1 }
        let key = want.request.key
        let known: Result<any DecodedImage, LoadFailure>? =
            book.failures.failure(of: key, at: now()).map { .failure($0) } ?? memory.image(for: key).map { .success($0) }
        let entry = FeedBook.Entry(request: want.request, priority: want.priority, isSettled: known != nil)
        guard let known else { return load(entry, mailbox) }
        mailbox.deliver(Delivery(request: want.request, kind: .final, result: known, priority: want.priority))
        return entry
    }

    /// Keeps an image that stays in the set. One that was evicted after its delivery is loaded again only when it has
    /// become more urgent; otherwise a cache smaller than the set would reload the same images for ever.
    private func keep(
        _ old: FeedBook.Entry, at priority: LoadPriority, _ book: FeedBook, _ mailbox: FeedMailbox
    ) -> FeedBook.Entry {
        guard priority != old.priority else { return old }
        let key = old.request.key
        var entry = old
        entry.priority = priority
        if !old.isSettled {
            setPriority(priority, of: mailbox.id, key)
        } else if priority > old.priority, book.failures.failure(of: key, at: now()) == nil, !memory.contains(key) {
            return load(entry, mailbox)
        }
        return entry
    }

    func load(_ entry: FeedBook.Entry, _ mailbox: FeedMailbox) -> FeedBook.Entry {
        var entry = entry
        if let failure = shutDownFailure(entry.request) {
            entry.isSettled = true
            mailbox.deliver(
                Delivery(request: entry.request, kind: .final, result: .failure(failure), priority: entry.priority))
            return entry
        }
        subscribe(
            Subscriber(id: mailbox.id, priority: entry.priority, sink: .feed(mailbox), asked: now()), to: entry.request)
        entry.isSettled = false
        return entry
    }
}
