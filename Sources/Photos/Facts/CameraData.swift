// What a camera has recorded about a photo. Each fact may be missing, and each is valid by itself.

/// The facts that a camera has recorded, from EXIF or XMP. Units are given at the properties.
public struct CameraData: Hashable, Sendable {
    /// The position at which a photo was taken.
    public struct Position: Hashable, Sendable {
        /// Degrees, north positive, −90…90.
        public let latitude: Double
        /// Degrees, east positive, −180…180.
        public let longitude: Double
        /// Metres above sea level, below it negative.
        public let altitude: Double?

        /// Creates a position; nil when the coordinates are out of range.
        public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    /// The maker of the camera, as recorded.
    public var make: String?
    public var model: String?
    public var lens: String?
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
    /// The EXIF orientation, 1…8: how the photo is rotated or mirrored to be upright.
    public var orientation: Int?
    /// The program that wrote the file.
    public var software: String?

    /// Creates an empty value.
    public init() {}

    /// The camera's model, with its maker in front unless the model begins with that: “Canon EOS R5”, “NIKON D750”,
    /// “Apple iPhone 12”; nil when neither is known.
    public var name: String? {
        guard let make, let model else { return model ?? make }
        let first = make.prefix { $0 != " " }.lowercased()
        return model.lowercased().hasPrefix(first) ? model : "\(make) \(model)"
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { self == CameraData() }
}
