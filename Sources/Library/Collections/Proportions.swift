// The proportions of photos, by which a grid gives them room before they are read.
import Photos

extension CollectionSnapshot {
    /// Width ÷ height of the photo at `position` as shown; nil where neither its file nor the listing has told it.
    public func proportion(at position: Int) -> Float? {
        let slot = arrangement.slot(at: position)
        return (store.columns.pixelSize[slot] ?? store.columns.listedSize[slot]).map(FactColumns.proportion(of:))
    }

    /// The proportions of all photos in order, 0 where one is not known. Some milliseconds for a hundred thousand.
    public func proportions() -> ContiguousArray<Float> {
        let bySlot = store.columns.proportions(store.slotCount)
        return ContiguousArray(unsafeUninitializedCapacity: count) { all, filled in
            bySlot.withUnsafeBufferPointer { bySlot in
                arrangement.forEachSlot { slot in
                    all.initializeElement(at: filled, to: bySlot[Int(slot)])
                    filled += 1
                }
            }
        }
    }

    /// A number that is another one when proportions have changed since an earlier snapshot of the collection.
    public var proportionChanges: Int { store.columns.sizeChanges }
}

extension FactColumns {
    /// Width ÷ height by slot, 0 where it is not known.
    fileprivate func proportions(_ slots: Int) -> ContiguousArray<Float> {
        var proportions = ContiguousArray<Float>(repeating: 0, count: slots)
        // What files say comes after what the listing says, and counts.
        for column in [listedSize, pixelSize] {
            // A neighbour often has the same size.
            var last = (code: Column.unknown, proportion: Float(0))
            column.forEach { slot, code in
                if code != last.code { last = (code, Self.proportion(of: code)) }
                proportions[slot] = last.proportion
            }
        }
        return proportions
    }

    fileprivate static func proportion(of code: UInt64) -> Float {
        let size = pixelSize(of: code)
        return Float(size.width) / Float(size.height)
    }
}
