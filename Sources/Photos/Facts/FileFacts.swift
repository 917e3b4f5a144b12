// Facts of an image file, known without decoding it.

/// The facts of a file that contains an image.
public struct FileFacts: Hashable, Sendable {
    public var byteCount: Int
    /// The time of the last change of its content, in local time.
    public var changed: WallTime?
    /// The format's name, such as “JPEG”; nil when it is unknown.
    public var format: String?
    /// Size in pixels as shown, with the orientation applied.
    public var size: PixelSize?
    public var camera: CameraData
    /// The time at which the photo was taken; nil when nothing plausible is known.
    public var taken: TakenTime?
    /// What the file states of that, where the reader has it.
    public var times = StatedTimes()
    /// The words in the file, where the reader looks for them.
    public var description = PhotoDescription()
    /// Number of pages of a file that has several, where the reader looks for them.
    public var pages: Int?
    /// Length of a video in whole seconds; nil where it is not known, and for pictures.
    public var seconds: Int?
    public var traits = PictureTraits()
    /// Stars and favourite, by the sidecar or else by the file.
    public var marks = PhotoMarks.none
    /// The state of the file that was read; nil where the file was changed while it was read, or is not known.
    public var stamp: FileStamp?
    /// What tells its content from others of the same length and time of modification, as far as its look may depend on
    /// it (`FactsCatalogue.keep`); nil where it is not known.
    public var digest: UInt64?
    /// That of the process that has read the file.
    public var credit = Credit()

    public init(
        byteCount: Int, changed: WallTime? = nil, format: String? = nil, size: PixelSize? = nil,
        camera: CameraData = CameraData(), taken: TakenTime? = nil
    ) {
        self.byteCount = byteCount
        self.changed = changed
        self.format = format
        self.size = size
        self.camera = camera
        self.taken = taken
    }
}
