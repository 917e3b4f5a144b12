// The GListModel of a collection: photos by position, kept in step with the snapshots of the collection.
import CGLib
import CGTK
import CWidgets
import Desktop
package import Library
package import Photos

/// The list that a grid shows. Its items carry slots, so that a photo that moves a little keeps its item.
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

    /// Takes a step of the collection.
    ///
    /// A replacement of few photos is told of as it is; a photo that has moved keeps its item. In a larger one GTK would
    /// look for the photos that it shows among all that have come, and have an item made of each: 0.8 µs a photo, 80 ms
    /// for 100,000. Then it would make all its cells anew. So of that one the list tells only the length, and an item
    /// keeps its position and becomes that of the photo which is there now.
    /// - Returns: The photos whose items have become those of others, which are to be shown in their places.
    @discardableResult
    package func take(_ update: CollectionUpdate) -> [(before: PhotoRef, now: PhotoRef)] {
        let before = slots.snapshot, now = update.snapshot
        slots.snapshot = now
        guard let edit = update.edit else { return [] }
        guard edit.removed > 0, edit.added > Self.longestSearch else {
            splice(edit.position, edit.removed, edit.added)
            return []
        }
        let common = min(before.count, now.count)
        splice(common, before.count - common, now.count - common)
        let replaced = used.compactMap { slot -> (UInt32, UInt32)? in
            guard let position = before.arrangement.position(of: slot), position < common else { return nil }
            let next = now.arrangement.slot(at: position)
            return next == slot ? nil : (slot, next)
        }
        tessera_photo_list_reassign(list, replaced.map(\.0), replaced.map(\.1), UInt32(replaced.count))
        return replaced.map { (PhotoRef(before.collection, slot: $0), PhotoRef(now.collection, slot: $1)) }
    }

    /// Photos of a replacement that GTK may look through.
    private static let longestSearch = 1_000

    private func splice(_ position: Int, _ removed: Int, _ added: Int) {
        guard removed > 0 || added > 0 else { return }
        tessera_photo_list_splice(list, UInt32(position), UInt32(removed), UInt32(added))
    }

    /// The slots of all items that someone has.
    private var used: [UInt32] {
        var used: [UInt32] = []
        withUnsafeMutablePointer(to: &used) { used in
            tessera_photo_list_visit(
                list, { slot, used in used?.assumingMemoryBound(to: [UInt32].self).pointee.append(slot) }, used)
        }
        return used
    }

    /// The snapshot, where the list finds it.
    private final class Slots {
        var snapshot: CollectionSnapshot

        init(_ snapshot: CollectionSnapshot) { self.snapshot = snapshot }

        func slot(at position: Int) -> UInt32 { snapshot.arrangement.slot(at: position) }
    }
}
