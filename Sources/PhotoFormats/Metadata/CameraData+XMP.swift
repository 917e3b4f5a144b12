// Camera data from XMP, where EXIF is missing: editors keep it there. Source: XMP part 2, 3.2 and 3.3.
package import Photos

extension CameraData {
    package init(_ xmp: XMPPacket) {
        self.init()
        make = xmp.value(of: "tiff:Make")
        model = xmp.value(of: "tiff:Model")
        lens = xmp.value(of: "exifEX:LensModel") ?? xmp.value(of: "aux:Lens")
        software = xmp.value(of: "xmp:CreatorTool")
        exposureTime = Self.number(xmp.value(of: "exif:ExposureTime")).flatMap(Plausible.exposureTime)
        fNumber = Self.number(xmp.value(of: "exif:FNumber")).flatMap(Plausible.fNumber)
        sensitivity = (xmp.value(of: "exifEX:PhotographicSensitivity") ?? xmp.value(of: "exif:ISOSpeedRatings"))
            .flatMap { Int($0) }.flatMap(Plausible.sensitivity)
        focalLength = Self.number(xmp.value(of: "exif:FocalLength")).flatMap(Plausible.focalLength)
        filmFocalLength = Self.number(xmp.value(of: "exif:FocalLengthIn35mmFilm")).flatMap(Plausible.focalLength).map {
            Int($0)
        }
        position = Position(xmp: { xmp.value(of: $0) })
    }

    /// Adds what is missing here, but for the orientation: no loader follows XMP's.
    package mutating func complete(with other: CameraData) {
        // A model without its own maker would get a stranger's.
        if model == nil { (make, model) = (other.make ?? make, other.model) }
        lens = lens ?? other.lens
        exposureTime = exposureTime ?? other.exposureTime
        fNumber = fNumber ?? other.fNumber
        sensitivity = sensitivity ?? other.sensitivity
        focalLength = focalLength ?? other.focalLength
        filmFocalLength = filmFocalLength ?? other.filmFocalLength
        position = position ?? other.position
        software = software ?? other.software
    }

    /// Parses `28/10` or `2.8`.
    fileprivate static func number(_ text: String?) -> Double? {
        guard let parts = text?.split(separator: "/", maxSplits: 1).map({ Double($0) }), let above = parts.first ?? nil
        else { return nil }
        guard parts.count > 1 else { return above.isFinite ? above : nil }
        guard let below = parts[1], below != 0, (above / below).isFinite else { return nil }
        return above / below
    }

    /// Parses `48,12.4920N` or `48,12,30S`: degrees, minutes and seconds.
    fileprivate static func degrees(_ text: String) -> Double? {
        guard let last = text.last, "NSEW".contains(last) else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var degrees = 0.0
        for (part, scale) in zip(parts, [1.0, 60, 3600]) {
            guard let part, part.isFinite else { return nil }
            degrees += part / scale
        }
        return last == "S" || last == "W" ? -degrees : degrees
    }
}

extension CameraData.Position {
    /// - Parameter xmp: Returns the value of a property such as `exif:GPSLatitude`.
    package init?(xmp value: (String) -> String?) {
        guard let latitude = value("exif:GPSLatitude").flatMap(CameraData.degrees),
            let longitude = value("exif:GPSLongitude").flatMap(CameraData.degrees)
        else { return nil }
        let height = CameraData.number(value("exif:GPSAltitude")).flatMap { abs($0) < 1e5 ? $0 : nil }
        self.init(
            latitude: latitude, longitude: longitude,
            altitude: height.map { value("exif:GPSAltitudeRef") == "1" ? -$0 : $0 })
    }
}
