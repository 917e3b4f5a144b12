// How the photos of the source that is shown were turned by hand.
public import Photos

/// Quarter turns by photo, of one source: ids say nothing outside theirs. Kept while the source is shown.
public struct PhotoRotations: Hashable, Sendable {
    private var source: SourceID?
    private var quarters: [PhotoID: Int] = [:]

    /// No photo of no source is turned.
    public init() {}

    /// The source that is shown from now on; what is known of another one is dropped.
    public mutating func enter(_ source: SourceID) {
        guard source != self.source else { return }
        (self.source, quarters) = (source, [:])
    }

    /// Quarters clockwise, 0…3, by which a photo of the source that was entered is turned; 0 for one of any other source.
    /// Setting it for a photo of another source does nothing.
    public subscript(photo: PhotoID, of source: SourceID) -> Int {
        get { source == self.source ? quarters[photo] ?? 0 : 0 }
        set {
            guard source == self.source else { return }
            let turns = newValue & 3
            quarters[photo] = turns == 0 ? nil : turns
        }
    }
}
