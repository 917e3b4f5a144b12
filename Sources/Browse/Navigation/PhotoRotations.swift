// The rotations that the user has given to photos of the shown source.
public import Photos

/// Quarter turns by photo, of one source: photo ids are unique only within theirs. Kept while the source is shown.
public struct PhotoRotations: Hashable, Sendable {
    private var source: SourceID?
    private var quarters: [PhotoID: Int] = [:]

    /// Creates an empty set of rotations, of no source.
    public init() {}

    /// Sets the source. The rotations of another source are dropped.
    public mutating func enter(_ source: SourceID) {
        guard source != self.source else { return }
        (self.source, quarters) = (source, [:])
    }

    /// Clockwise quarter turns, 0…3, of a photo of the current source; 0 for a photo of any other source, for which
    /// setting does nothing.
    public subscript(photo: PhotoID, of source: SourceID) -> Int {
        get { source == self.source ? quarters[photo] ?? 0 : 0 }
        set {
            guard source == self.source else { return }
            let quarterTurns = newValue & 3
            quarters[photo] = quarterTurns == 0 ? nil : quarterTurns
        }
    }
}
