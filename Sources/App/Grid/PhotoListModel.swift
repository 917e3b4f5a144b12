// The GListModel of a collection: photos by position, kept in step with the snapshots of the collection.
import CGLib
import CGTK
import CWidgets
import Desktop
package import Library
import Photos

/// The list that a grid shows. Its items carry slots, so that a photo that moves keeps its item.
package final class PhotoListModel {
    package let list: OpaquePointer
    private let owner: GObjectReference
    private let slots: Slots

    package init(_ snapshot: CollectionSnapshot) {
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

    /// The photos and their order.
    var snapshot: CollectionSnapshot { slots.snapshot }

    /// The photo of an item of this list.
    func ref(of item: UnsafeMutableRawPointer) -> PhotoRef {
        PhotoRef(snapshot.collection, slot: tessera_photo_item_get_slot(item))
    }

    /// Takes a step of the collection, with one items-changed at most. A photo that has moved keeps its item.
    package func take(_ update: CollectionUpdate) {
        slots.snapshot = update.snapshot
        guard let edit = update.edit else { return }
        tessera_photo_list_splice(list, UInt32(edit.position), UInt32(edit.removed), UInt32(edit.added))
    }

    /// The snapshot, where the list finds it.
    private final class Slots {
        var snapshot: CollectionSnapshot

        init(_ snapshot: CollectionSnapshot) { self.snapshot = snapshot }

        func slot(at position: Int) -> UInt32 { snapshot.arrangement.slot(at: position) }
    }
}
