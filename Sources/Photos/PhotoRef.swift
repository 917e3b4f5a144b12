// A photo's identity within one run of the program.
import Synchronization

/// The identity of a photo everywhere but in layout: the collection that lists it and its slot there. Eight bytes.
///
/// Valid from the moment that the photo is listed until its collection is left. A slot never goes to another photo: a
/// photo that is gone leaves a tombstone, so a reference that is kept too long names no other photo.
public struct PhotoRef: Hashable, Sendable {
    /// One opened collection. Two openings of the same source have different numbers.
    public struct Collection: Hashable, Sendable {
        private let number: UInt32
        private static let latest = Atomic<UInt32>(0)

        /// A number that no other collection of this run has.
        public static func next() -> Collection {
            Collection(number: latest.wrappingAdd(1, ordering: .relaxed).newValue)
        }
    }

    /// The collection that lists the photo.
    public let collection: Collection
    /// The place in the collection's store, in the order in which photos were listed.
    public let slot: UInt32

    public init(_ collection: Collection, slot: UInt32) {
        self.collection = collection
        self.slot = slot
    }
}
