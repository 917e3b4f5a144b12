// What a picture file says about itself before it is decoded.

/// What is known of a file that holds a picture.
public struct FileFacts: Hashable, Sendable {
    public var byteCount: Int
    /// When its content was last changed, by the clock on this machine's wall.
    public var changed: WallTime?
    /// The format's name, such as “JPEG”; nil for one that is not known here.
    public var format: String?
    /// Pixels as the picture is shown: turned as its orientation says.
    public var size: PixelSize?
    public var camera: CameraData

    public init(
        byteCount: Int, changed: WallTime? = nil, format: String? = nil, size: PixelSize? = nil,
        camera: CameraData = CameraData()
    ) {
        self.byteCount = byteCount
        self.changed = changed
        self.format = format
        self.size = size
        self.camera = camera
    }
}
