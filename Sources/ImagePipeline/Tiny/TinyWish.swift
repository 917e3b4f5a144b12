// What a mosaic wants: photos by their positions, which the loader turns into requests off the main thread.
public import Photos

/// One tiny picture of a wish.
public struct TinyWanted: Sendable, Hashable {
    public let ref: PhotoRef
    /// Size of the picture in its tile, in device pixels, or for `.fit` the box that it lies in.
    public let size: PixelSize
    public let fit: Fit

    public init(ref: PhotoRef, size: PixelSize, fit: Fit) { (self.ref, self.size, self.fit) = (ref, size, fit) }

    /// Returns whether a picture needs not be made anew for this tile.
    func isAnswered(by picture: TinyPicture) -> Bool {
        fit == .fill ? picture.size == size : picture.size.longerSide == min(size.width, size.height)
    }
}

/// The photos of a wish. A value that never changes; asked off the main thread.
public protocol TinyListing: Sendable {
    var source: SourceID { get }
    /// Returns what is wanted at positions.
    func wanted(at positions: Range<Int>) -> [TinyWanted]
    /// Returns what is known of photos, to be requested.
    func photos(of refs: [PhotoRef]) -> [Photo]
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation
    /// Returns the position of a photo; nil when it is gone.
    func position(of ref: PhotoRef) -> Int?
}

/// A set of wanted pictures.
public struct TinyWish: Sendable {
    public let listing: any TinyListing
    /// Positions in view.
    public let visible: Range<Int>
    /// Positions around them, most urgent first.
    public let around: [Range<Int>]

    public init(listing: any TinyListing, visible: Range<Int>, around: [Range<Int>]) {
        (self.listing, self.visible, self.around) = (listing, visible, around)
    }

    /// The photos of a gallery from a place outwards, some below and some above it by turns.
    /// - Parameters:
    ///   - count: Photos of the gallery.
    ///   - reach: Photos each way.
    public init(listing: any TinyListing, from place: Range<Int>, of count: Int, reach: Int) {
        let place = place.clamped(to: 0..<max(0, count))
        let (first, last) = (max(0, place.lowerBound - reach), min(count, place.upperBound.addingSaturating(reach)))
        var turns: [Range<Int>] = []
        var (above, below) = (place.lowerBound, place.upperBound)
        while above > first || below < last {
            let next = (above: max(first, above - Self.turn), below: min(last, below + Self.turn))
            turns += [below..<next.below, next.above..<above]
            (above, below) = next
        }
        self.init(listing: listing, visible: place, around: turns)
    }

    /// Photos in one direction before those in the other one have their turn.
    private static let turn = 512

    /// All positions, most urgent first.
    var positions: [Range<Int>] { [visible] + around }

    /// Returns whether a picture is wanted as it was.
    func wants(_ wanted: TinyWanted) -> Bool {
        guard let position = listing.position(of: wanted.ref), positions.contains(where: { $0.contains(position) })
        else {
            return false
        }
        return listing.wanted(at: position..<position + 1) == [wanted]
    }
}
