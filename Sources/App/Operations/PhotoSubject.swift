// One photo on which an action acts.
import Library
import Photos

/// A photo with its source.
struct PhotoSubject {
    let photo: Photo
    let source: any PhotoSource
    var original: ImageLocation { source.original(of: photo) }
    /// Address of the page about the photo, or else of the image itself, for a browser.
    var link: String? { photo.link ?? original.webAddress }
}
