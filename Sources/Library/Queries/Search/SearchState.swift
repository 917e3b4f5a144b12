// The photos that match a search, and the search before it.
import Photos
import Synchronization

/// Finds the photos that match, among those that have matched the search before where the new one only narrows it.
/// Where no photo matches, a slip in a long word is forgiven.
struct SearchState {
    private let words: any SearchWords
    private let division: any WorkDivision
    private var last: (text: SearchText, unmatched: SlotSet)?
    /// The last search that a photo has matched, before those that none has.
    private var lastMatched: (text: SearchText, unmatched: SlotSet)?
    /// What was shown for a search that no photo matched; no result where nothing was near it either.
    private var mended: (text: SearchText, result: Result?)?

    /// The slots that do not match; of tombstones it is not said whether they do.
    struct Result {
        let unmatched: SlotSet
        /// What was searched for in place of words that no photo matched.
        var correction: SearchCorrection?
    }

    init(_ words: any SearchWords, _ division: any WorkDivision = UndividedWork()) {
        (self.words, self.division) = (words, division)
    }

    /// Forgets the last search, because something else is known of the photos.
    mutating func forget() { (last, lastMatched, mended) = (nil, nil, nil) }

    /// Finds the photos that match, or else those that match without a slip.
    /// - Returns: nil when `isOutdated` has answered true.
    mutating func result(_ store: PhotoStore, _ text: SearchText, isOutdated: @Sendable () -> Bool) -> Result? {
        guard let unmatched = unmatched(store, text, isOutdated: isOutdated) else { return nil }
        let result = Result(unmatched: unmatched)
        guard store.count > 0, unmatched.count == store.slotCount else { return result }
        if let mended, mended.text == text { return mended.result ?? result }
        var found: Result?
        if var mender = SearchMender(text),
            let (meant, correction) = mender.mend(text, in: store, words, division, isOutdated: isOutdated)
        {
            guard let others = rest(store, meant, without: excluded(store, from: meant), isOutdated) else { return nil }
            if others.count < store.slotCount { found = Result(unmatched: others, correction: correction) }
        }
        guard !isOutdated() else { return nil }
        mended = (text, found)
        return found ?? result
    }

    /// The slots that do not match; of tombstones it is not said whether they do.
    /// - Returns: nil when `isOutdated` has answered true.
    mutating func unmatched(_ store: PhotoStore, _ text: SearchText, isOutdated: @Sendable () -> Bool) -> SlotSet? {
        if let last, last.text == text { return last.unmatched }
        guard let set = rest(store, text, without: excluded(store, from: text), isOutdated) else { return nil }
        last = (text, set)
        if set.count < store.slotCount { lastMatched = last }
        return set
    }

    /// Returns the slots of which it is known that they do not match.
    private func excluded(_ store: PhotoStore, from text: SearchText) -> SlotSet {
        var excluded = store.tombstones
        for known in [last, lastMatched] {
            if let known, text.narrows(known.text) { excluded.formUnion(known.unmatched) }
        }
        return excluded
    }

    /// The slots that are excluded or do not match.
    private func rest(
        _ store: PhotoStore, _ text: SearchText, without excluded: SlotSet, _ isOutdated: @Sendable () -> Bool
    ) -> SlotSet? {
        let matcher = SearchMatcher(text, store.columns)
        let found = store.inParts(division) { Self.rest(store, $0, matcher, without: excluded, isOutdated) }
        guard let found else { return nil }
        var set = SlotSet()
        for part in found { set.insert(part) }
        return set
    }

    /// The same of some blocks of the store; nil when `isOutdated` has answered true.
    private static func rest(
        _ store: PhotoStore, _ blocks: Range<Int>, _ matcher: SearchMatcher, without excluded: SlotSet,
        _ isOutdated: () -> Bool
    ) -> [UInt32]? {
        var matcher = matcher
        var unmatched: [UInt32] = []
        let isComplete = store.forEachName(
            in: blocks,
            { slot, id, title, badge in
                if excluded.contains(slot) || !matcher.matches(slot, id, title, badge) { unmatched.append(slot) }
            },
            visits: { slots in
                if isOutdated() { return nil }
                guard slots.allSatisfy(excluded.contains) else { return true }
                unmatched += slots
                return false
            })
        return isComplete ? unmatched : nil
    }
}
