// The contents of the info panel: rows of a name and a value, in groups. Unknown facts have no row.
public import Photos

/// One row of the panel.
public struct PhotoFact: Hashable, Sendable {
    /// A place that a value names, to which the panel offers a way.
    public enum Target: Hashable, Sendable {
        /// A page to open in a browser.
        case link(String)
        /// The page of a place on a map.
        case map(String)
        /// A file to show in a file manager.
        case file(String)
    }

    /// Name of the fact, such as “Aperture”.
    public let name: String
    /// The value as formatted for reading and copying.
    public let value: String
    public let target: Target?

    public init(_ name: String, _ value: String, target: Target? = nil) {
        self.name = name
        self.value = value
        self.target = target
    }

    fileprivate init?(_ name: String, _ value: String?, target: Target? = nil) {
        guard let value else { return nil }
        self.init(name, value, target: target)
    }
}

/// A titled group of rows.
public struct PhotoFactGroup: Hashable, Sendable {
    public let title: String
    public let facts: [PhotoFact]

    public init(title: String, facts: [PhotoFact]) {
        self.title = title
        self.facts = facts
    }
}

/// All known facts about a photo, in the order in which they are shown.
public enum PhotoFacts {
    /// Returns the groups for a photo.
    /// - Parameters:
    ///   - original: Location of the photo's original.
    ///   - file: Facts read from its file; nil for a photo that is no file, or whose file has not been read.
    ///   - companions: Lengths of its companions in bytes, by their names, as far as they are known.
    /// - Returns: Groups with at least one row each.
    public static func groups(
        of photo: Photo, original: ImageLocation, file: FileFacts?, companions: [String: Int] = [:]
    ) -> [PhotoFactGroup] {
        let groups = [
            PhotoFactGroup(
                title: photo.isVideo ? "Video" : "Photo",
                facts: picture(photo, original, file) + raw(photo, original, companions)),
            PhotoFactGroup(title: "Camera", facts: file.map { camera($0.camera) } ?? []),
        ]
        return groups.filter { !$0.facts.isEmpty }
    }

    private static func picture(_ photo: Photo, _ original: ImageLocation, _ file: FileFacts?) -> [PhotoFact] {
        let size = (file?.size ?? photo.size).map(FactWords.size)
        return switch original {
        case .file(let path):
            [
                PhotoFact("Name", photo.title), PhotoFact("Title", file?.description.title),
                PhotoFact("Caption", file?.description.caption), PhotoFact("Artist", file?.description.artist),
                PhotoFact("Marks", file.flatMap { FactWords.marks($0.marks) }),
                PhotoFact("Taken", file?.taken.map(FactWords.taken)),
                PhotoFact("Length", file?.seconds.map(FactWords.length)), PhotoFact("Size", size),
                PhotoFact("Format", file?.format), PhotoFact("File Size", file.map { FactWords.bytes($0.byteCount) }),
                PhotoFact("Changed", file?.changed.map(FactWords.time)),
                PhotoFact("File", FilePath.isEscaped(path) ? FilePath.shown(path) : path, target: .file(path)),
            ].compactMap(\.self)
        case .remote:
            [
                PhotoFact("Author", photo.title), PhotoFact("Number", photo.id.text), PhotoFact("Size", size),
                PhotoFact("Page", photo.link, target: photo.link.map { .link($0) }),
                PhotoFact("Picture", original.webAddress, target: original.webAddress.map { .link($0) }),
            ].compactMap(\.self)
        }
    }

    /// The camera raw files that belong to the photo.
    private static func raw(_ photo: Photo, _ original: ImageLocation, _ lengths: [String: Int]) -> [PhotoFact] {
        photo.companions.compactMap { name in
            guard let path = original.path(besides: name) else { return nil }
            let length = lengths[name].map { ", " + FactWords.bytes($0) } ?? ""
            return PhotoFact("Camera Raw", FilePath.shown(name) + length, target: .file(path))
        }
    }

    private static func camera(_ camera: CameraData) -> [PhotoFact] {
        let exposure = [
            PhotoFact("Camera", camera.name), PhotoFact("Lens", camera.lens),
            PhotoFact("Exposure", camera.exposureTime.map(FactWords.exposureTime)),
            PhotoFact("Aperture", camera.fNumber.map { "f/" + FactWords.number($0, places: 1) }),
            PhotoFact("Sensitivity", camera.sensitivity.map { "ISO \($0)" }),
            PhotoFact("Focal Length", FactWords.focalLength(camera)),
        ]
        let rest = [
            PhotoFact(
                "Place", camera.position.map(FactWords.position),
                target: camera.position.map { .map(MapAddress.of($0)) }),
            PhotoFact("Altitude", camera.position?.altitude.map(FactWords.altitude)),
            PhotoFact("Orientation", camera.orientation.flatMap(FactWords.orientation)),
            PhotoFact("Software", camera.software),
        ]
        return (exposure + rest).compactMap(\.self)
    }
}
