// The GListModel of a collection: photos by position, kept in step with the snapshots of the collection.
import CGLib
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// The list that a grid shows. Its items carry slots, so that a photo that moves keeps its item.
final class PhotoListModel {
    let list: OpaquePointer
    private let owner: GObjectReference
    private let slots: Slots

    init(_ snapshot: CollectionSnapshot) {
        let slots = Slots(snapshot)
        self.slots = slots
        list = made(
            tessera_photo_list_new(
                { position, context in
                    guard let context else { return 0 }
                    let slots = Unmanaged<Slots>.fromOpaque(context).takeUnretainedValue()
                    return MainActor.assumeIsolated { slots.slot(at: Int(position)) }
                }, Unmanaged.passRetained(slots).toOpaque(),
                { context in
                    if let context { Unmanaged<Slots>.fromOpaque(context).release() }
                }))
        owner = GObjectReference(adopting: list.object)
        if snapshot.count > 0 { tessera_photo_list_splice(list, 0, 0, UInt32(snapshot.count)) }
    }

    /// The photos and their order after the last edit.
    var snapshot: CollectionSnapshot { slots.next }

    /// The photo of an item of this list.
    func ref(of item: UnsafeMutableRawPointer) -> PhotoRef {
        PhotoRef(snapshot.collection, slot: tessera_photo_item_get_slot(item))
    }

    /// Takes a step of the collection. The grid hears of the edits one by one, and finds after each what belongs there.
    func take(_ update: CollectionUpdate) {
        slots.begin(update.snapshot)
        for edit in update.edits {
            slots.apply(edit)
            tessera_photo_list_splice(list, UInt32(edit.position), UInt32(edit.removed), UInt32(edit.added))
        }
        slots.end()
    }

    /// Slots by position, between two snapshots too: before `border` it is the next one's order, behind it the one before.
    private final class Slots {
        private(set) var next: CollectionSnapshot
        private var before: CollectionSnapshot
        /// Positions below it are those of `next`.
        private var border = Int.max
        /// By how much positions from the border on are greater than they were.
        private var shift = 0

        init(_ snapshot: CollectionSnapshot) { (next, before) = (snapshot, snapshot) }

        func slot(at position: Int) -> UInt32 {
            position < border
                ? next.arrangement.slot(at: position) : before.arrangement.slot(at: position - shift)
        }

        func begin(_ snapshot: CollectionSnapshot) {
            before = next
            next = snapshot
            (border, shift) = (0, 0)
        }

        func apply(_ edit: ListEdit) {
            border = edit.position + edit.added
            shift += edit.added - edit.removed
        }

        func end() {
            border = .max
            before = next
        }
    }
}
