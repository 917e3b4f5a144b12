// The one table of what is read from where in a file, and which statement wins.
// Sources: Metadata Working Group, “Guidelines for Handling Image Metadata” 2.0, 2.3 and 5; XMP part 3.
import Library
import PhotoFormats
import Photos

/// A kind of place in a file at which facts are stated. `EmbeddedMetadata` and `VideoHeader` say where containers have
/// them:
///
/// | | EXIF | XMP | IPTC | texts | container |
/// |---|---|---|---|---|---|
/// | JPEG | APP1 | APP1 | APP13 | | |
/// | PNG | `eXIf`, raw profile | `iTXt`, raw profile | raw profile | `tEXt`, `zTXt`, `iTXt` | |
/// | WebP | `EXIF` | `XMP ` | | | |
/// | TIFF, DNG and most camera raws | the file | tag 700 | tag 33723 | | |
/// | CR3 | `CMT1`, `CMT2`, `CMT4` | | | | |
/// | RAF | in its JPEG | likewise | likewise | | |
/// | HEIF, AVIF | item `Exif` | item `mime` | | | `irot`, `imir` |
/// | JPEG XL | `Exif` | `xml ` | | | codestream |
/// | GIF | | application extension | | | |
/// | MP4, QuickTime | | `uuid`, `XMP_` | | | `mvhd`, `keys`, `udta` |
/// | AVI, Matroska | | | | | `IDIT`, `ICRD`; DateUTC |
enum StatingPlace: Int, CaseIterable {
    case exif, xmp, iptc, texts, container

    // A sidecar counts before all of them, for all but the camera and the orientation (`SidecarFacts`). Which time
    // counts `TimeStatement` says, and how a picture lies `OrientationRule`.

    /// Make, lens, exposure, position: each by itself.
    static let ofCamera: [StatingPlace] = [.exif, .xmp]
    /// Stars and favourite.
    static let ofMarks: [StatingPlace] = [.xmp, .exif]
    /// Title, caption, artist, keywords and the names of the place: each by itself, all keywords of a place together.
    static let ofWords: [StatingPlace] = [.xmp, .iptc, .exif, .texts]
}

/// What one file states, place by place.
struct FileStatements {
    /// What one place states. Each may be missing.
    private struct Statement {
        var camera = CameraData()
        var marks = StatedMarks()
        var words = PhotoDescription()
    }

    private var statements = [Statement](repeating: Statement(), count: StatingPlace.allCases.count)
    private(set) var times = StatedTimes()
    /// How the picture lies by EXIF.
    private(set) var exifOrientation: Int?
    private(set) var isPanorama = false

    private subscript(place: StatingPlace) -> Statement {
        get { statements[place.rawValue] }
        set { statements[place.rawValue] = newValue }
    }

    /// The camera's facts, without the orientation.
    var camera: CameraData {
        var camera = StatingPlace.ofCamera.reduce(into: CameraData()) { $0.complete(with: self[$1].camera) }
        camera.orientation = nil
        return camera
    }
    var marks: StatedMarks { StatingPlace.ofMarks.reduce(StatedMarks()) { $0.completed(by: self[$1].marks) } }
    var words: PhotoDescription {
        StatingPlace.ofWords.reduce(into: PhotoDescription()) { $0.complete(with: self[$1].words) }
    }

    // MARK: Places

    mutating func note(changed: WrittenTime?) { times[.fileChanged] = changed }

    /// - Parameters:
    ///   - main: EXIF's first directory.
    ///   - own: The directory of the camera's own tags, in a file that has it apart.
    ///   - place: The directory of the position, likewise.
    mutating func read<Bytes>(
        _ main: TIFFDirectory<Bytes>, own: TIFFDirectory<Bytes>? = nil, place: TIFFDirectory<Bytes>? = nil
    ) {
        self[.exif].camera = CameraData(main, own: own, place: place)
        self[.exif].marks = StatedMarks(main)
        self[.exif].words = PhotoDescription(main)
        exifOrientation = self[.exif].camera.orientation
        times.add(main, own: own, place: place)
    }

    mutating func read(_ record: IPTCRecord) {
        times.add(record)
        self[.iptc].words = PhotoDescription(record)
    }

    /// Reads what is asked for, each a search for some names.
    mutating func read(_ xmp: XMPPacket, withTimes: Bool, withCamera: Bool) {
        if withTimes { times.add(xmp) }
        if withCamera { self[.xmp].camera = CameraData(xmp) }
        self[.xmp].marks = StatedMarks(xmp)
        self[.xmp].words = PhotoDescription(xmp)
        isPanorama = xmp.isPanorama
    }

    mutating func read(_ texts: PNGTexts) {
        times[.pngCreation] = texts.creationTime.flatMap { WrittenTime($0) }
        self[.texts].words = PhotoDescription(texts)
    }

    mutating func read(_ video: VideoHeader) { times.add(video) }

    /// Whether EXIF names the camera.
    var namesCamera: Bool { self[.exif].camera.model != nil }
}
