// The rotations that the user has given to photos of the shown source.
public import Photos

/// Quarter turns by photo, of one source: photo ids are unique only within theirs. Kept while the source is shown.
///
/// A turn that is written into the photo's file, or kept beside it, makes another version of the photo, which is turned
/// by itself. Until that is on the screen the version before it is drawn with the turn, so that nothing is seen of the
/// change.
public struct PhotoRotations: Hashable, Sendable {
    private struct Writing: Hashable {
        let before, after: String
        let quarters: Int
    }

    private struct Rotation: Hashable {
        /// Turns of the view beyond those of the version that was written last.
        var quarters = 0
        /// The latest versions, each of which follows from the one before it.
        var writings: [Writing] = []

        /// The turns that a version lacks of the latest one; 0 for a version that is not known.
        func missing(in version: String) -> Int {
            guard writings.last?.after != version, let start = writings.lastIndex(where: { $0.before == version })
            else { return 0 }
            return writings[start...].reduce(0) { $0 + $1.quarters }
        }
    }

    private var source: SourceID?
    private var rotations: [PhotoID: Rotation] = [:]
    /// Versions that are remembered of a photo: more than may be on their way to the screen at once.
    private static let mostWritings = 8

    /// Creates an empty set of rotations, of no source.
    public init() {}

    /// Sets the source. The rotations of another source are dropped.
    public mutating func enter(_ source: SourceID) {
        guard source != self.source else { return }
        (self.source, rotations) = (source, [:])
    }

    /// Clockwise quarter turns, 0…3, with which a version of a photo of the current source is drawn; 0 for a photo of
    /// any other source, for which setting does nothing.
    public subscript(photo: PhotoID, version version: String = "", of source: SourceID) -> Int {
        get {
            guard source == self.source, let rotation = rotations[photo] else { return 0 }
            return (rotation.quarters + rotation.missing(in: version)) & 3
        }
        set {
            guard source == self.source else { return }
            var rotation = rotations[photo] ?? Rotation()
            rotation.quarters = (newValue - rotation.missing(in: version)) & 3
            rotations[photo] = rotation == Rotation() ? nil : rotation
        }
    }

    /// Takes in that so many of a photo's turns were written, which made another version of it. What is seen of either
    /// version stays as it is.
    public mutating func wrote(
        _ quarters: Int, of photo: PhotoID, from before: String, to after: String, of source: SourceID
    ) {
        guard source == self.source else { return }
        var rotation = rotations[photo] ?? Rotation()
        // Somebody else has changed the photo in between.
        if rotation.writings.last?.after != before { rotation.writings = [] }
        rotation.writings.append(Writing(before: before, after: after, quarters: quarters))
        rotation.writings = rotation.writings.suffix(Self.mostWritings)
        rotation.quarters = (rotation.quarters - quarters) & 3
        rotations[photo] = rotation
    }
}
