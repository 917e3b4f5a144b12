// What a camera wrote down about a photo. Every part may be missing; what is there makes sense by itself.

/// The camera's own notes, from EXIF. Units are in the names of the parts.
public struct CameraData: Hashable, Sendable {
    /// Where a photo was taken.
    public struct Position: Hashable, Sendable {
        /// Degrees, north positive, −90…90.
        public let latitude: Double
        /// Degrees, east positive, −180…180.
        public let longitude: Double
        /// Metres above sea level, below it negative.
        public let altitude: Double?

        /// Nil where there is no such place.
        public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    /// Who made the camera, as it says so itself.
    public var make: String?
    public var model: String?
    public var lens: String?
    /// By the camera's clock.
    public var taken: WallTime?
    /// Seconds, above 0.
    public var exposureTime: Double?
    /// Focal length ÷ aperture, above 0.
    public var fNumber: Double?
    /// ISO speed, above 0.
    public var sensitivity: Int?
    /// Millimetres, above 0.
    public var focalLength: Double?
    /// The focal length that gives the same view on 35 mm film, millimetres, above 0.
    public var filmFocalLength: Int?
    public var position: Position?
    /// How the picture is to be turned, 1…8 as EXIF counts.
    public var orientation: Int?
    /// What wrote the file.
    public var software: String?

    /// Nothing.
    public init() {}

    /// Whether nothing is known.
    public var isEmpty: Bool { self == CameraData() }
}
