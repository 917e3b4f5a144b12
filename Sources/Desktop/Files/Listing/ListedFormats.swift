// What a file's name says of its place in a listing: a photo, a picture that nothing can show, or neither.
import Codecs
import Photos

/// Recognition of files by their name extensions.
struct ListedFormats: Sendable {
    enum Role: Equatable {
        /// A picture, or a video.
        case photo
        /// A picture in a format that nothing installed shows, by its extension; or a file without an extension, which
        /// may be one: its kind is empty.
        case unshown(kind: String)
    }

    private let readable: ReadableFormats
    /// Whether hidden files and folders are listed as others are.
    var showsHidden = false

    /// Whether folders that are marked to be left out are listed as others are; see `ExcludedFolders`.
    var showsExcluded = false

    /// Asks which loaders are installed.
    init(_ readable: ReadableFormats = ReadableFormats()) { self.readable = readable }

    /// Whether an entry of this name is left out because it is hidden.
    func isHidden(_ name: FileName) -> Bool { !showsHidden && name.isHidden }

    /// Whether a folder of this name is left out.
    func leavesOut(folder name: FileName) -> Bool { isHidden(name) || (!showsExcluded && ExcludedFolders.covers(name)) }

    /// Nil for files that are neither, and for those that are left out because they are hidden.
    func role(of name: FileName) -> Role? { isHidden(name) ? nil : roleIfShown(name) }

    /// Whether a file of this name is shown as a photo where hidden files are listed.
    static func isPhoto(_ name: FileName) -> Bool { usual.roleIfShown(name) == .photo }

    private static let usual = ListedFormats()

    /// The role that a file has where hidden files are listed.
    func roleIfShown(_ name: FileName) -> Role? {
        guard let kind = name.lowercasedExtension else { return name.isHidden ? nil : .unshown(kind: "") }
        if readable.extensions.contains(kind) || VideoFile.extensions.contains(kind) { return .photo }
        return Self.pictures.contains(kind) ? .unshown(kind: kind) : nil
    }

    /// Extensions of still pictures and camera raw files, from shared-mime-info's `image/*` without those of fonts, and
    /// of the small copies that cameras keep beside videos.
    private static let pictures: Set<String> = [
        // Pictures
        "apng", "avif", "avifs", "bmp", "dds", "djvu", "emf", "eps", "exr", "fits", "gif", "hdr", "heic", "heif", "hif",
        "icns", "ico", "insp", "j2c", "j2k", "jfif", "jp2", "jpc", "jpe", "jpeg", "jpf", "jpg", "jph", "jpm", "jps",
        "jpx",
        "jxl", "jxr", "kra", "mpo", "ora", "pam", "pbm", "pcx", "pfm", "pgm", "pjp", "pjpeg", "png", "pnm", "ppm",
        "psb",
        "psd", "qoi", "sgi", "svg", "svgz", "tga", "tif", "tiff", "wdp", "webp", "wmf", "xbm", "xcf",
        "xpm",
        // Camera raw beside `CameraRaw.extensions`, which are photos
        "bay", "cap", "k25", "raw",
        // Beside the videos of `VideoFile`
        "lrv",
    ]
}
