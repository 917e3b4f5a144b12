// A photo as a source lists it.
public import Photos

/// A photo with what its listing knows of the file. The stamp is used when the photo is taken into a collection and is
/// not kept with it.
public struct ListedPhoto: Hashable, Sendable {
    public let photo: Photo
    /// Nil where the photo is no file, or its status could not be read.
    public let stamp: FileStamp?

    public init(_ photo: Photo, stamp: FileStamp? = nil) {
        self.photo = photo
        self.stamp = stamp
    }
}
