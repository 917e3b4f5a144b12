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
        case file(FilePath)
        /// The photos that have a keyword.
        case keyword(String)
    }

    /// Name of the fact, such as “Aperture”.
    public let name: Message
    /// The value, for reading and copying.
    public let value: Message
    public let target: Target?

    public init(_ name: Message, _ value: Message, target: Target? = nil) {
        self.name = name
        self.value = value
        self.target = target
    }

    /// Creates a row for a value that is known.
    fileprivate init?(_ name: Message, _ value: Message?, target: Target? = nil) {
        guard let value else { return nil }
        self.init(name, value, target: target)
    }

    /// Creates a row for a text that is known, and the same in every language.
    fileprivate init?(_ name: Message, text: String?, target: Target? = nil) {
        self.init(name, text.map(Message.verbatim), target: target)
    }
}

/// A titled group of rows, or of keywords.
public struct PhotoFactGroup: Hashable, Sendable {
    public let title: Message
    public let facts: [PhotoFact]
    public let keywords: [String]

    public init(title: Message, facts: [PhotoFact], keywords: [String] = []) {
        self.title = title
        self.facts = facts
        self.keywords = keywords
    }

    /// The group of keywords.
    init(keywords: [String]) { self.init(title: Message("Keywords"), facts: [], keywords: keywords) }

    /// Whether there is nothing in it.
    var isEmpty: Bool { facts.isEmpty && keywords.isEmpty }
}

/// All known facts about a photo, in the order in which they are shown.
public enum InfoRows {
    /// Returns the groups for a photo.
    /// - Parameters:
    ///   - original: Location of the photo's original.
    ///   - file: Facts read from its file; nil for a photo that is no file, or whose file has not been read.
    ///   - companions: Lengths of its companions in bytes, by their names, as far as they are known.
    ///   - withWords: Whether keywords, title and caption are among them; they are not where they are edited.
    /// - Returns: Groups with at least one row or keyword each.
    public static func groups(
        of photo: Photo, original: ImageLocation, file: FileFacts?, companions: [FileName: Int] = [:],
        withWords: Bool = true
    ) -> [PhotoFactGroup] {
        var file = file
        if !withWords {
            file?.description.keywords = []
            file?.description.title = nil
            file?.description.caption = nil
        }
        let groups = [
            PhotoFactGroup(keywords: file?.description.keywords ?? []),
            PhotoFactGroup(
                title: photo.isVideo ? Message("Video") : Message("Photo"),
                facts: picture(photo, original, file) + raw(photo, original, companions)),
            PhotoFactGroup(title: Message("Camera"), facts: file.map { camera($0.camera) } ?? []),
        ]
        return groups.filter { !$0.isEmpty }
    }

    private static func picture(_ photo: Photo, _ original: ImageLocation, _ file: FileFacts?) -> [PhotoFact] {
        let size = (file?.size ?? photo.size).map(FactWords.size)
        if let share = original.share {
            return self.file(photo, file, size) + [PhotoFact(Message("File"), .verbatim(share.shown))]
        }
        return switch original {
        case .file(let path):
            self.file(photo, file, size) + [
                PhotoFact(
                    Message("File"), .verbatim(FilePath.isEscaped(path.text) ? path.shown : path.text),
                    target: .file(path))
            ]
        case .remote:
            [
                PhotoFact(Message("Author"), text: photo.title),
                PhotoFact(Message("Number", context: "of a photo in its collection"), text: photo.id.text),
                PhotoFact(Message("Size", context: "width and height of a photo"), size),
                PhotoFact(Message("Page"), text: photo.link, target: photo.link.map { .link($0) }),
                PhotoFact(Message("Picture"), text: original.webAddress, target: original.webAddress.map { .link($0) }),
            ].compactMap(\.self)
        }
    }

    /// What is said of a picture in a file, wherever that is.
    private static func file(_ photo: Photo, _ file: FileFacts?, _ size: Message?) -> [PhotoFact] {
        [
            PhotoFact(Message("Name"), text: photo.title),
            PhotoFact(Message("Title"), text: file?.description.title),
            PhotoFact(Message("Caption"), text: file?.description.caption),
            PhotoFact(Message("Artist"), text: file?.description.artist),
            PhotoFact(Message("City"), text: file?.description.city),
            PhotoFact(Message("State", context: "part of a country"), text: file?.description.state),
            PhotoFact(Message("Country"), text: file?.description.country),
            PhotoFact(Message("Marks"), file.flatMap { FactWords.marks($0.marks) }),
            PhotoFact(Message("Taken"), file?.taken.map(FactWords.taken)),
            PhotoFact(Message("Length"), file?.seconds.map(FactWords.length)),
            PhotoFact(Message("Size", context: "width and height of a photo"), size),
            PhotoFact(
                Message("Pages", context: "number of pages of a document"), file?.pages.map { .value(.count($0)) }),
            PhotoFact(Message("Format"), text: file?.format),
            PhotoFact(Message("File Size"), file.map { FactWords.bytes($0.byteCount) }),
            PhotoFact(Message("Changed"), file?.changed.map { .value(.time($0)) }),
        ].compactMap(\.self)
    }

    /// The camera raw files that belong to the photo.
    private static func raw(_ photo: Photo, _ original: ImageLocation, _ lengths: [FileName: Int]) -> [PhotoFact] {
        photo.companions.compactMap { name in
            guard let path = original.path(besides: name) else { return nil }
            let shown = Message.Value.text(name.shown)
            let value = lengths[name].map {
                Message("{file}, {size}", ["file": shown, "size": .message(FactWords.bytes($0))])
            }
            return PhotoFact(Message("Camera Raw"), value ?? .value(shown), target: .file(path))
        }
    }

    private static func camera(_ camera: CameraData) -> [PhotoFact] {
        let exposure = [
            PhotoFact(Message("Camera"), text: camera.name), PhotoFact(Message("Lens"), text: camera.lens),
            PhotoFact(Message("Exposure"), camera.exposureTime.map(FactWords.exposureTime)),
            PhotoFact(Message("Aperture"), camera.fNumber.map(FactWords.aperture)),
            PhotoFact(Message("Sensitivity"), text: camera.sensitivity.map { "ISO \($0)" }),
            PhotoFact(Message("Focal Length"), FactWords.focalLength(camera)),
        ]
        let rest = [
            PhotoFact(
                Message("Place", context: "where a photo was taken"), camera.position.map(FactWords.position),
                target: camera.position.map { .map(MapAddress.of($0)) }),
            PhotoFact(Message("Altitude"), camera.position?.altitude.map(FactWords.altitude)),
            PhotoFact(Message("Orientation"), camera.orientation.flatMap(FactWords.orientation)),
            PhotoFact(Message("Software"), text: camera.software),
        ]
        return (exposure + rest).compactMap(\.self)
    }
}
