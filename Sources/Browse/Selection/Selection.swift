// The selected photos of one collection, as a value that is changed step by step.
public import Library
public import Photos

/// A selection by reference. It survives every change of order and section; photos that leave the collection leave it.
///
/// Photos that a search hides stay selected, as a search is often a way to find the next one to select. But no step and
/// no action touches what cannot be seen: counts and lists are of those that are shown, and the number of the others is
/// told beside them. `none` and `leave` alone clear those as well.
///
/// Memory: 0.19 bytes for each slot up to the highest selected one, for the set and for what the last range and the
/// rubber band are put upon; a million photos selected take 190 KB. A step takes time in proportion to the photos that
/// it names and to a 64th of the slots.
public struct Selection: Sendable {
    public let collection: PhotoRef.Collection
    /// The selected photos, those that are hidden among them.
    public private(set) var slots = SlotSet()
    /// The photo that was clicked or reached by a key last.
    public private(set) var cursor: PhotoRef?
    /// The photo at which a range by Shift begins.
    public private(set) var anchor: PhotoRef?
    /// Whether selection mode was asked for.
    private var isKept = false
    /// What was selected before the range from the anchor.
    private var base = SlotSet()
    private var band: SelectionBand?

    /// Nothing selected.
    public init(_ collection: PhotoRef.Collection) { self.collection = collection }

    /// Whether there is a selection, or one is wanted: the window shows its header, and a plain click toggles.
    public var isActive: Bool { isKept || !slots.isEmpty || band != nil }

    /// Whether a rubber band is held.
    public var hasBand: Bool { band != nil }

    public func contains(_ ref: PhotoRef) -> Bool { ref.collection == collection && slots.contains(ref.slot) }

    /// Whether a click with these keys opens the photo instead of selecting anything.
    public func opensOnClick(_ keys: SelectionKeys) -> Bool { keys.isEmpty && !isActive }

    // MARK: Steps

    /// Performs a step.
    /// - Returns: the photos that have become selected, or are no longer selected.
    @discardableResult
    public mutating func apply(_ step: SelectionStep, in snapshot: CollectionSnapshot) -> SlotSet {
        var before = slots
        perform(step, in: snapshot)
        before.formSymmetricDifference(slots)
        return before
    }

    /// Follows a change of the collection. Under a rubber band everything that it covers stays covered until it moves.
    /// - Returns: the photos that are no longer selected, because they are gone.
    @discardableResult
    public mutating func collectionChanged(to snapshot: CollectionSnapshot) -> SlotSet {
        let gone = snapshot.store.tombstones
        var before = slots
        slots.subtract(gone)
        base.subtract(gone)
        band?.take(without: gone)
        if cursor.map({ gone.contains($0.slot) }) == true { cursor = nil }
        if anchor.map({ gone.contains($0.slot) }) == true { anchor = nil }
        before.subtract(slots)
        return before
    }

    private mutating func perform(_ step: SelectionStep, in snapshot: CollectionSnapshot) {
        switch step {
        case .click(let ref, let keys):
            guard isShown(ref, in: snapshot) else { return }
            if keys.contains(.extend) {
                extend(to: ref, from: cursor ?? ref, adding: keys.contains(.toggle), in: snapshot)
            } else if !opensOnClick(keys) {
                toggle(ref)
            } else {
                anchor = nil
            }
            cursor = ref
        case .move(let ref, let from, let keys):
            guard isShown(ref, in: snapshot) else { return }
            if keys.contains(.extend) {
                extend(to: ref, from: from ?? cursor ?? ref, adding: keys.contains(.toggle), in: snapshot)
            } else {
                anchor = nil
            }
            cursor = ref
        case .toggle(let ref):
            guard isShown(ref, in: snapshot) else { return }
            toggle(ref)
            cursor = ref
        case .hold(let ref):
            guard isShown(ref, in: snapshot) else { return }
            slots.insert(CollectionOfOne(ref.slot))
            begin(at: ref)
            (cursor, isKept) = (ref, true)
        case .section(let section): toggle(section, in: snapshot)
        case .all:
            slots.formUnion(snapshot.arrangement.slotSet)
            anchor = nil
        case .none:
            (slots, anchor, band) = (SlotSet(), nil, nil)
        case .inversion:
            slots.formSymmetricDifference(snapshot.arrangement.slotSet)
            anchor = nil
        case .beginBand, .band, .endBand, .cancelBand: moveBand(step, in: snapshot)
        case .enter: isKept = true
        case .leave:
            if band != nil { return moveBand(.cancelBand, in: snapshot) }
            (slots, anchor, isKept) = (SlotSet(), nil, false)
        }
    }

    private func isShown(_ ref: PhotoRef, in snapshot: CollectionSnapshot) -> Bool { snapshot.position(of: ref) != nil }

    private mutating func toggle(_ ref: PhotoRef) {
        if slots.contains(ref.slot) {
            slots.remove(CollectionOfOne(ref.slot))
        } else {
            slots.insert(CollectionOfOne(ref.slot))
        }
        begin(at: ref)
    }

    /// Makes a photo the anchor of ranges beside what is selected now.
    private mutating func begin(at ref: PhotoRef) { (anchor, base) = (ref, slots) }

    private mutating func extend(
        to ref: PhotoRef, from start: PhotoRef, adding: Bool, in snapshot: CollectionSnapshot
    ) {
        // An anchor that a search has hidden begins no range.
        if anchor.flatMap(snapshot.position(of:)) == nil { begin(at: isShown(start, in: snapshot) ? start : ref) }
        guard let begin = anchor.flatMap(snapshot.position(of:)), let end = snapshot.position(of: ref) else { return }
        let range = snapshot.arrangement.slots(at: min(begin, end)..<max(begin, end) + 1)
        if adding {
            slots.insert(range)
            base = slots
        } else {
            slots = base
            slots.insert(range)
        }
    }

    private mutating func toggle(_ section: ArrangedSection, in snapshot: CollectionSnapshot) {
        let members = snapshot.arrangement.slots(at: Self.positions(of: section, in: snapshot))
        if state(of: section, in: snapshot) == .all { slots.remove(members) } else { slots.insert(members) }
        anchor = nil
    }

    private mutating func moveBand(_ step: SelectionStep, in snapshot: CollectionSnapshot) {
        switch step {
        case .beginBand(let keys): band = SelectionBand(over: slots, keys, in: snapshot)
        case .band(let positions):
            guard band != nil else { return }
            band?.cover(positions, in: snapshot)
        case .endBand(let ref):
            guard band != nil else { return }
            (band, anchor, cursor) = (nil, nil, ref ?? cursor)
            return
        case .cancelBand:
            guard let band else { return }
            slots = band.before
            self.band = nil
            return
        default: return
        }
        if let band { slots = band.selected }
    }

    // MARK: Questions

    /// The selected photos that are shown.
    public func shown(in snapshot: CollectionSnapshot) -> SlotSet { snapshot.arrangement.shown(of: slots) }

    /// The selected photos that are shown, in the order in which they are.
    public func refs(in snapshot: CollectionSnapshot) -> [PhotoRef] {
        let shown = shown(in: snapshot)
        // A position is found out in the time in which some twenty photos are looked at one after the other.
        guard shown.count < snapshot.count / 20 else {
            return snapshot.arrangement.slots(at: 0..<snapshot.count).lazy.filter(shown.contains)
                .map { PhotoRef(collection, slot: $0) }
        }
        var places: [(position: Int, slot: UInt32)] = []
        places.reserveCapacity(shown.count)
        shown.forEach { slot in snapshot.arrangement.position(of: slot).map { places.append(($0, slot)) } }
        places.sort { $0.position < $1.position }
        return places.map { PhotoRef(collection, slot: $0.slot) }
    }

    /// How many photos of a section are selected. Takes time in proportion to the section where all of it or nothing
    /// is.
    public func state(of section: ArrangedSection, in snapshot: CollectionSnapshot) -> SectionSelection {
        if slots.isEmpty { return .none }
        if slots.count == snapshot.store.count { return .all }
        var isOneSelected = false, isOneNot = false
        for position in Self.positions(of: section, in: snapshot) {
            if slots.contains(snapshot.arrangement.slot(at: position)) { isOneSelected = true } else { isOneNot = true }
            if isOneSelected, isOneNot { return .some }
        }
        return isOneSelected ? .all : .none
    }

    /// The positions of a section, which may be one of an arrangement that is gone.
    private static func positions(of section: ArrangedSection, in snapshot: CollectionSnapshot) -> Range<Int> {
        (section.start..<section.start + section.count).clamped(to: 0..<snapshot.count)
    }
}
