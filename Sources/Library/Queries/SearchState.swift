// The photos that match a search, and the search before it.
import Photos

/// Finds the photos that match, among those that have matched the search before where the new one only narrows it.
struct SearchState {
    private let words: any SearchWords
    private var last: (text: SearchText, unmatched: SlotSet)?

    init(_ words: any SearchWords) { self.words = words }

    /// Forgets the last search, because something else is known of the photos.
    mutating func forget() { last = nil }

    /// The slots that do not match; of tombstones it is not said whether they do.
    /// - Returns: nil when `isOutdated` has answered true.
    mutating func unmatched(_ store: PhotoStore, _ text: SearchText, isOutdated: () -> Bool) -> SlotSet? {
        if let last, last.text == text { return last.unmatched }
        var excluded = store.tombstones
        if let last, text.narrows(last.text) { excluded.formUnion(last.unmatched) }
        var matcher = SearchMatcher(text, store.columns)
        var unmatched: [UInt32] = []
        let isComplete = store.forEachName(
            { slot, id, title, badge in
                if excluded.contains(slot) || !matcher.matches(slot, id, title, badge) { unmatched.append(slot) }
            },
            visits: { slots in
                if isOutdated() { return nil }
                guard slots.allSatisfy(excluded.contains) else { return true }
                unmatched += slots
                return false
            })
        guard isComplete else { return nil }
        var set = SlotSet()
        set.insert(unmatched)
        last = (text, set)
        return set
    }
}
