// What a sample server is started with.

/// The settings of one sample server.
public struct SampleConfiguration: Hashable, Sendable {
    /// TCP port of the API host on 127.0.0.1; 0 takes any free one. The image host always takes a free one.
    public var port: UInt16
    /// Number of photos in the catalogue.
    public var photoCount: Int
    /// Faults that hold from the first request on.
    public var faults: Faults
    /// Whether `/_control/…` on the API host answers. Off by default: a twin of the service has no such path.
    public var hasControlPath: Bool
    /// Encoded pictures kept in memory for a second request, in bytes; 0 paints every time.
    public var pictureCacheBytes: Int
    /// Threads that paint.
    public var painterThreads: Int
    /// The key of the links between the two hosts. Fixed, so that a link survives a restart of the server.
    public var secret: String

    /// Numbers out of range become the nearest one in range.
    public init(
        port: UInt16 = 0, photoCount: Int = Catalogue.usualCount, faults: Faults = Faults(),
        hasControlPath: Bool = false, pictureCacheBytes: Int = 64 << 20, painterThreads: Int = 2,
        secret: String = "tessera sample"
    ) {
        self.port = port
        self.photoCount = max(0, photoCount)
        self.faults = faults
        self.hasControlPath = hasControlPath
        self.pictureCacheBytes = max(0, pictureCacheBytes)
        self.painterThreads = max(1, painterThreads)
        self.secret = secret
    }
}

/// Why a sample server could not start.
public struct SampleServerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the reason.
    public let description: String
}
