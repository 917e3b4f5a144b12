// The GListModel of a collection: photos by position, kept in step with the snapshots of the collection.
import App
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// The list that GTK's own grids show. Its items carry slots, so that a photo that moves a little keeps its item.
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

    /// The photo of an item of this list.
    func ref(of item: UnsafeMutableRawPointer) -> PhotoRef {
        PhotoRef(slots.snapshot.collection, slot: tessera_photo_item_get_slot(item))
    }

    /// Takes a step of the collection.
    func collectionChanged(by update: CollectionUpdate) {
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
