// Start settings of a sample server.

/// Settings of one sample server.
public struct SampleConfiguration: Hashable, Sendable {
    /// TCP port of the API host on 127.0.0.1; 0 takes any free one. The image host always takes a free one.
    public var port: UInt16
    /// Number of photos in the catalogue.
    public var photoCount: Int
    /// Faults in effect from the first request on.
    public var faults: Faults
    /// Whether `/_control/…` on the API host answers. Off by default: the real service has no such path.
    public var hasControlPath: Bool
    /// Size of the cache of encoded pictures in bytes; 0 paints every time.
    public var pictureCacheBytes: Int
    /// Number of threads that paint.
    public var painterThreads: Int
    /// Key of the links between the two hosts. Constant, so that a link survives a restart of the server.
    public var secret: String

    /// Creates a configuration; numbers out of range are clamped.
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

/// Reason why a sample server could not start.
public struct SampleServerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the reason.
    public let description: String
}
