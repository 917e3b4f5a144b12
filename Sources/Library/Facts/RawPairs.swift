// Camera raw files beside the JPEGs that the camera wrote with them: one photo of two files.
public import Photos

/// The pairs among the files of one folder.
///
/// A raw file and an image file belong together when their names are the same but for the extension: `IMG_0001.CR2` and
/// `IMG_0001.JPG`. Case counts in the name, because it counts on the disk, and not in the extension. Phones write
/// `PXL_….RAW-01.COVER.jpg` beside `PXL_….RAW-02.ORIGINAL.dng`, which belong together as well. The image file is the
/// photo, and the raw file its companion. With several image files (a JPEG and a HEIF), the first by extension is the
/// photo of the raw file, and the others are photos by themselves; several raw files are companions of one photo. A raw
/// file alone is a photo.
public enum RawPairs {
    /// One photo: the file that is shown, and the raw files that belong to it.
    public struct Entry: Hashable, Sendable {
        public let name: FileName
        /// Names of the raw files, in ascending order.
        public let companions: [FileName]

        public init(name: FileName, companions: [FileName] = []) {
            self.name = name
            self.companions = companions
        }
    }

    /// Extensions of image files that cameras write beside raw files, in lower case, the one that is shown first.
    private static let images = [
        "jpg", "jpeg", "jpe", "heic", "heif", "hif", "avif", "jxl", "tif", "tiff", "png", "webp",
    ]

    /// Returns the photos of one folder in the order of `names`, without the raw files that are companions.
    /// - Parameters:
    ///   - names: The names of all image files of the folder, raw files among them.
    ///   - rawExtensions: The extensions of raw files, in lower case.
    public static func photos(of names: [FileName], rawExtensions: Set<String> = CameraRaw.extensions) -> [Entry] {
        var raws: [FileName: [FileName]] = [:]
        for name in names {
            guard let (stem, ending) = parts(of: name), rawExtensions.contains(ending) else { continue }
            raws[stem, default: []].append(name)
        }
        guard !raws.isEmpty else { return names.map { Entry(name: $0) } }
        // The best image file of each raw file's name.
        var shown: [FileName: (rank: Int, name: FileName)] = [:]
        for name in names {
            guard let (stem, ending) = parts(of: name), raws[stem] != nil, let rank = images.firstIndex(of: ending)
            else { continue }
            if let known = shown[stem], (known.rank, known.name) <= (rank, name) { continue }
            shown[stem] = (rank, name)
        }
        return names.compactMap { name in
            guard let (stem, ending) = parts(of: name), let found = raws[stem], let best = shown[stem] else {
                return Entry(name: name)
            }
            if rawExtensions.contains(ending) { return nil }
            return Entry(name: name, companions: best.name == name ? found.sorted() : [])
        }
    }

    /// Returns the part of a name that the files of one photo have in common; nil for a name without an extension,
    /// whose file is a photo by itself.
    public static func stem(of name: FileName) -> FileName? { parts(of: name)?.stem }

    /// Returns the part of a name by which files belong together, and the extension in lower case.
    private static func parts(of name: FileName) -> (stem: FileName, ending: String)? {
        guard let ending = name.lowercasedExtension else { return nil }
        var stem = name.stem
        // Only these two of the endings that a phone gives its pair.
        for suffix in [".RAW-01.COVER", ".RAW-02.ORIGINAL", ".RAW-01.MP.COVER"] {
            stem = stem.dropping(ending: suffix) ?? stem
        }
        return (stem, ending)
    }
}
