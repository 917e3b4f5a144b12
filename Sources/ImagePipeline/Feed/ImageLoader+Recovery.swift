// Automatic retries of visible images whose failure has expired.
import Photos
import Synchronization

extension ImageLoader {
    /// Schedules the retry of a feed's visible transient failures, at the earliest time that one is due.
    func awaitRecovery(of id: Subscriber.ID) {
        guard !hasShutDown.load(ordering: .relaxed) else { return }
        guard let book = feeds[id], book.recovery == nil, let due = nextRecovery(in: book) else { return }
        let wait = max(.zero, due - now())
        feeds[id]?.recovery = Task(priority: .medium) { @concurrent [weak self, sleep = configuration.sleep] in
            do { try await sleep(wait) } catch { return }
            await self?.recover(id)
        }
    }

    private func recover(_ id: Subscriber.ID) {
        // Removed while it is changed, so that its dictionaries are not copied.
        guard var book = feeds.removeValue(forKey: id) else { return }
        book.recovery = nil
        let now = now()
        for (key, entry) in book.wanted where entry.isSettled && entry.priority == .visible {
            guard let due = book.failures.recovery(of: key), due <= now else { continue }
            book.wanted[key] = load(entry, book.mailbox)
        }
        feeds[id] = book
        awaitRecovery(of: id)
        pump()
    }

    private func nextRecovery(in book: FeedBook) -> ContinuousClock.Instant? {
        guard !book.failures.isEmpty else { return nil }
        return book.wanted.lazy
            .filter { $0.value.isSettled && $0.value.priority == .visible }
            .compactMap { book.failures.recovery(of: $0.key) }
            .min()
    }
}
