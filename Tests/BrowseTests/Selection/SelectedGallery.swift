// A collection of numbered photos with a selection, for tests.
import Browse
import Photos

@testable import Library

/// Photos called by their slots, of ten bytes and their slot each, and what is selected of them.
struct SelectedGallery {
    private(set) var snapshot: CollectionSnapshot
    var selection: Selection

    /// - Parameter sections: The lengths of the sections, one after another.
    init(_ count: Int, sections: [Int] = []) {
        let collection = PhotoRef.Collection.next()
        var store = PhotoStore()
        store.append(PackedPage((0..<count).map { Photo(id: PhotoID("\($0)"), title: "\($0)") }))
        store.columns.note((0..<UInt32(count)).map { (slot: $0, stamp: Self.stamp(10 + Int64($0))) })
        snapshot = CollectionSnapshot(collection, store: store, arrangement: Arrangement())
        selection = Selection(collection)
        show(Array(0..<UInt32(count)), sections: sections)
    }

    static func stamp(_ byteCount: Int64) -> FileStamp {
        FileStamp(device: 0, inode: 0, byteCount: byteCount, modified: 0)
    }

    /// Arranges the photos anew; those that are not among `slots` are hidden.
    mutating func show(_ slots: [UInt32], sections: [Int] = []) {
        var start = 0
        let sections = sections.enumerated().map { number, count in
            defer { start += count }
            return ArrangedSection(key: .year(number), start: start, count: count)
        }
        let arrangement = Arrangement(ContiguousArray(slots), slots: snapshot.store.slotCount, sections: sections)
        snapshot = CollectionSnapshot(snapshot.collection, store: snapshot.store, arrangement: arrangement)
        selection.collectionChanged(to: snapshot)
    }

    /// Removes photos from the collection.
    mutating func remove(_ slots: [UInt32]) {
        var store = snapshot.store
        store.remove(slots)
        let left = (0..<snapshot.count).map(snapshot.arrangement.slot(at:)).filter { !slots.contains($0) }
        snapshot = CollectionSnapshot(snapshot.collection, store: store, arrangement: snapshot.arrangement)
        show(left)
    }

    func ref(_ slot: Int) -> PhotoRef { PhotoRef(snapshot.collection, slot: UInt32(slot)) }

    /// Performs steps one after another.
    /// - Returns: The photos that the last of them has selected or deselected.
    @discardableResult
    mutating func apply(_ steps: SelectionStep...) -> [Int] {
        var toggled = SlotSet()
        for step in steps { toggled = selection.apply(step, in: snapshot) }
        return Self.members(of: toggled)
    }

    /// The selected photos, those that are hidden among them, in the order of their slots.
    var selected: [Int] { Self.members(of: selection.slots) }

    static func members(of set: SlotSet) -> [Int] {
        var members: [Int] = []
        set.forEach { members.append(Int($0)) }
        return members
    }
}
