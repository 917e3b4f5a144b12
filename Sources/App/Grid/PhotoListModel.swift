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

    /// Takes a step of the collection. A photo that has moved keeps its item.
    ///
    /// A replacement of few photos is told of as it is. In a larger one GTK would look for the photos that it shows among
    /// all that have come, and have an item made of each: 0.8 µs a photo, 80 ms for 100,000. So of that one the list tells
    /// only what can be noticed: its length, and the positions of which someone has an item and that are of another photo
    /// now.
    package func take(_ update: CollectionUpdate) {
        let before = slots.snapshot
        slots.snapshot = update.snapshot
        guard let edit = update.edit else { return }
        guard edit.removed > 0, edit.added > Self.longestSearch else {
            return splice(edit.position, edit.removed, edit.added)
        }
        let common = min(before.count, update.snapshot.count)
        // From the end to the beginning: each replacement has GTK bind the cells behind it again.
        splice(common, before.count - common, update.snapshot.count - common)
        for run in replacedRuns(since: before, below: common).reversed() { splice(run.lowerBound, run.count, run.count) }
    }

    /// Photos of a replacement that GTK may look through.
    private static let longestSearch = 1_000
    /// Positions between two that are replaced which are replaced with them.
    private static let longestGap = 64

    private func splice(_ position: Int, _ removed: Int, _ added: Int) {
        guard removed > 0 || added > 0 else { return }
        tessera_photo_list_splice(list, UInt32(position), UInt32(removed), UInt32(added))
    }

    /// The positions below `end` of which someone has an item and that are of another photo now, in ascending order.
    private func replacedRuns(since before: CollectionSnapshot, below end: Int) -> [Range<Int>] {
        var used: [UInt32] = []
        withUnsafeMutablePointer(to: &used) { used in
            tessera_photo_list_visit(
                list, { slot, used in used?.assumingMemoryBound(to: [UInt32].self).pointee.append(slot) }, used)
        }
        let now = slots.snapshot.arrangement
        let replaced = used.compactMap(before.arrangement.position).filter { $0 < end }
            .filter { before.arrangement.slot(at: $0) != now.slot(at: $0) }
        return replaced.sorted().reduce(into: []) { runs, position in
            if let last = runs.last, position - last.upperBound < Self.longestGap {
                runs[runs.count - 1] = last.lowerBound..<position + 1
            } else {
                runs.append(position..<position + 1)
            }
        }
    }

    /// The snapshot, where the list finds it.
    private final class Slots {
        var snapshot: CollectionSnapshot

        init(_ snapshot: CollectionSnapshot) { self.snapshot = snapshot }

        func slot(at position: Int) -> UInt32 { snapshot.arrangement.slot(at: position) }
    }
}
