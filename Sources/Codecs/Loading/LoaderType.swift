// The choice of the gdk-pixbuf loader: by the MIME type of the format whose header was checked.
import CGLib
import ImagePipeline
import PhotoFormats

extension PictureHeader.Format {
    /// The MIME type under which gdk-pixbuf lists the format's loader.
    var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .tiff: "image/tiff"
        case .bmp: "image/bmp"
        case .svg: "image/svg+xml"
        case .heif: "image/heif"
        case .avif: "image/avif"
        case .jpegXL: "image/jxl"
        case .photoshop: "image/vnd.adobe.photoshop"
        case .openEXR: "image/x-exr"
        case .qoi: "image/qoi"
        case .icon: "image/x-icon"
        case .animatedCursor: "application/x-navi-animation"
        case .iconFamily: "image/x-icns"
        case .quickTime: "image/x-quicktime"
        case .portableMap: "image/x-portable-anymap"
        case .xpm: "image/x-xpixmap"
        case .targa: "image/x-tga"
        // The type of which shared-mime-info makes all others; no loader has it.
        case .cameraRaw: "image/x-dcraw"
        }
    }

    /// Creates the format that shared-mime-info calls `type`; nil for one that is not known here.
    init?(mimeType type: String) {
        switch type {
        case "image/vnd.microsoft.icon", "image/x-win-bitmap": self = .icon
        case "image/heic", "image/heic-sequence", "image/heif-sequence": self = .heif
        case "image/avif-sequence": self = .avif
        case "image/svg+xml-compressed": self = .svg
        case "image/x-canon-crw", "image/x-kodak-kdc", "image/x-kodak-dcr", "image/x-minolta-mrw", "image/x-sigma-x3f":
            self = .cameraRaw
        case "image/x-portable-bitmap", "image/x-portable-graymap", "image/x-portable-pixmap": self = .portableMap
        default:
            guard let format = Self.allCases.first(where: { $0.mimeType == type }) else { return nil }
            self = format
        }
    }

    /// Whether a loader of the format may read a file whose size was not found: it stops at the size that it announces,
    /// or, as with SVG, there is none to find.
    var announcesSize: Bool {
        switch self {
        case .jpeg, .png, .svg, .icon, .photoshop, .openEXR, .qoi: true
        default: false
        }
    }
}

/// The system's guess of a file's type.
enum ContentType {
    /// Bytes that are examined, as many as gdk-pixbuf examines.
    private static let reach = 4096

    /// Returns the MIME type of data that begins with `bytes`, by shared-mime-info. Takes some ten microseconds; any
    /// thread.
    static func guess(_ bytes: UnsafeRawBufferPointer) -> String? {
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(reach))
        return takeText(
            g_content_type_guess(
                nil, head.bindMemory(to: UInt8.self).baseAddress, UInt(head.count), nil)
        ).flatMap { takeText(g_content_type_get_mime_type($0)) }
    }

    /// The same for a picture that a decode process could not name; empty where the system knows no type. GLib compares
    /// the first bytes with a table, in this process.
    /// - Throws: as `DecodeInput.inMemory`.
    static func guess(_ input: DecodeInput) throws -> String {
        var type: String?
        try input.inMemory().storage.withBytes { type = guess($0) }
        return type ?? ""
    }
}
