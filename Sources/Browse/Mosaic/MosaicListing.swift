// What the loader of tiny pictures asks about the photos of a mosaic, off the main thread.
public import ImagePipeline
public import Library
public import Photos

/// The photos of one layout, as the loader of tiny pictures sees them.
public struct MosaicListing: TinyListing {
    private let snapshot: CollectionSnapshot
    private let layout: GridLayout
    private let photos: any PhotoSource

    public init(_ snapshot: CollectionSnapshot, _ layout: GridLayout, of source: any PhotoSource) {
        (self.snapshot, self.layout, photos) = (snapshot, layout, source)
    }

    public var source: SourceID { photos.identity }

    public func wanted(at positions: Range<Int>) -> [TinyWanted] {
        let positions = positions.clamped(to: 0..<min(layout.count, snapshot.count))
        let fit: Fit = layout.room.kind == .whole ? .fit : .fill
        guard layout.room.kind == .justified else {
            let size = layout.room.metrics.pictureSize
            return positions.map { TinyWanted(ref: snapshot.ref(at: $0), size: size, fit: fit) }
        }
        return zip(positions, layout.cells(of: positions)).map { position, cell in
            TinyWanted(ref: snapshot.ref(at: position), size: layout.pictureSize(in: cell), fit: fit)
        }
    }

    public func photos(of refs: [PhotoRef]) -> [Photo] {
        let reader = PhotoReader()
        return refs.map { reader.photo($0.slot, of: snapshot.store) }
    }

    public func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        photos.location(of: photo, atLeast: size, fit: fit)
    }

    public func position(of ref: PhotoRef) -> Int? { snapshot.position(of: ref) }
}
