// What photos are sorted, grouped and searched by.
public import Photos

/// The facts of one photo by which a collection is arranged. Each may be missing.
public struct PhotoFacts: Hashable, Sendable {
    public var taken: TakenTime?
    /// The time of the last change of the content, in nanoseconds since 1970 UTC.
    public var modified: Int64?
    /// Length of the file in bytes.
    public var byteCount: Int64?
    /// Size in pixels as shown, with the orientation applied.
    public var pixelSize: PixelSize?
    /// The format's name, such as “JPEG”.
    public var kind: String?
    /// Maker and model of the camera in one line.
    public var camera: String?
    public var lens: String?
    /// Length of a video in seconds.
    public var seconds: Int?
    public var traits = PictureTraits()
    /// Stars and favourite.
    public var marks = PhotoMarks.none
    /// Aperture, sensitivity, exposure and focal length.
    public var shot = ShotSettings()
    /// Keywords, title, caption and the like, each at most once.
    public var words: [PhotoWord] = []

    /// Whether they are those of a state that the file may no longer be in: its entry has changed since, its length and
    /// its time of modification have not.
    public var isProvisional = false

    /// Nothing is known.
    public init() {}
}
