// The filter bar, and the numbers of photos in it.
import Browse
import Library

/// Shows the filter of the present query, and how many photos its choices would show. While photos come and dates are
/// read, they are counted a few times a second.
final class Filtering {
    let bar: FilterBar
    private weak var model: GalleryModel?
    private var counting: Task<Void, Never>?
    /// Whether something has changed since the photos were counted last.
    private var isOutdated = false

    /// The least time between two counts for which nobody has asked.
    private static let pause = Duration.milliseconds(300)

    /// - Parameter choose: Called with the filter that the user has made.
    init(choose: @escaping (PhotoFilter) -> Void) { bar = FilterBar(choose: choose) }

    /// Counts the photos of another model from now on; nil for none.
    func follow(_ model: GalleryModel?) {
        self.model = model
        count()
    }

    /// Counts the photos, which are other ones than before, at once.
    func count() {
        counting?.cancel()
        counting = nil
        isOutdated = false
        guard bar.isOpen, let model else { return bar.show(nil as FilterCounts?) }
        counting = Task { [weak self] in
            let counts = await model.filterCounts()
            guard !Task.isCancelled else { return }
            if let counts { self?.bar.show(counts) }
            try? await Task.sleep(for: Self.pause)
            guard let self, !Task.isCancelled else { return }
            self.counting = nil
            if self.isOutdated { self.count() }
        }
    }

    /// Counts the photos anew before long.
    func countLater() {
        if counting == nil { count() } else { isOutdated = true }
    }

    /// Ends with the window.
    func stop() {
        counting?.cancel()
        counting = nil
        model = nil
    }
}
