// The table of the files that programs and cameras keep beside a photo, and how their names are made from the photo's.
public import Photos

/// The endings of companions, and the forms of their names.
///
/// A companion has the whole name of a photo's file before its ending (`a.jpg.xmp`, `a.jpg.pp3`) or the name without
/// the extension (`a.xmp`, `a.AAE`). Endings have no case; names are compared by their bytes first, and without the
/// case of their letters where the file system takes both for one.
public enum CompanionTable {
    /// Endings in lower case.
    public static let endings: Set<String> = [
        // Metadata: XMP (darktable, digiKam, Lightroom), exiv2, exiftool, Google Takeout, Camera Raw's masks
        "xmp", "exv", "mie", "json", "acr",
        // Development: RawTherapee, ART, DxO, ON1, Capture One, Canon, Nikon, UFRaw
        "pp3", "arp", "dop", "on1", "onphoto", "cos", "cop", "cot", "vrd", "dr4", "nksc", "nks", "ufraw",
        // Edits of an iPhone; voice memos, thumbnails, small copies and subtitles of cameras
        "aae", "wav", "thm", "lrv", "srt",
        // Camera raw files that have no preview for a tile
        "raw", "bay", "cap", "k25",
    ]
    /// The video of a Live Photo, and the photos that have one, by their extensions in lower case.
    static let liveVideos: Set<String> = ["mov", "mp4"]
    static let liveStills: Set<String> = ["heic", "heif", "hif", "jpg", "jpeg", "jpe"]

    private static let sidecar = "xmp"

    /// Whether a file of this name is a companion by its ending.
    public static func covers(_ name: FileName) -> Bool { name.lowercasedExtension.map(endings.contains) ?? false }

    /// Whether a file of this name is a sidecar, in which marks may be.
    public static func isSidecar(_ name: FileName) -> Bool { name.lowercasedExtension == sidecar }

    private static func isEdit(_ name: FileName) -> Bool { name.lowercasedExtension == "aae" }

    /// Whether a file of this name may be the video of a Live Photo.
    public static func isLiveVideo(_ name: FileName) -> Bool {
        name.lowercasedExtension.map(liveVideos.contains) ?? false
    }

    /// The name that a new sidecar of a file gets.
    public static func newSidecar(of name: FileName) -> FileName { name + "." + sidecar }

    /// Returns the whole names of the files that a companion may belong to, the likeliest first.
    static func files(of name: FileName) -> [FileName] {
        let base = name.stem
        guard base != name, let ending = name.lowercasedExtension else { return [] }
        var files = [base]
        switch ending {
        case sidecar: files += [duplicated(base)].compactMap(\.self)
        case "pp3", "arp": if base.lowercasedExtension == "out" { files.append(base.stem) }
        case "json": files += takeout(base)
        default: break
        }
        return files
    }

    /// Returns the names without extension of the photos that a companion may belong to.
    static func stems(of name: FileName) -> [FileName] {
        let base = name.stem
        guard base != name else { return [] }
        switch name.lowercasedExtension {
        // An iPhone's edits of a photo as it was taken: `IMG_O1234.AAE` beside `IMG_1234.HEIC`.
        case "aae": return [base] + [base.dropping(prefix: "IMG_O").map { "IMG_" + $0 }].compactMap(\.self)
        // GoPro's small copies: `GL010001.LRV` beside `GX010001.MP4`.
        case "lrv":
            let number = base.dropping(prefix: "GL")
            return [base] + ["GX", "GH", "GS"].compactMap { start in number.map { FileName(start + $0) } }
        default: return [base]
        }
    }

    /// `a.jpg` of `a_01.jpg`: darktable's other versions of a photo have sidecars `a_01.jpg.xmp`, `a_02.jpg.xmp` and
    /// so on.
    private static func duplicated(_ base: FileName) -> FileName? {
        let stem = base.stem.text.utf8
        guard let line = stem.lastIndex(of: UInt8(ascii: "_")), line > stem.startIndex else { return nil }
        let number = stem[stem.index(after: line)...]
        let isNumber = number.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, number.count == 2 || number.count == 3 && number.first != 0x30 else { return nil }
        return FileName(String(base.text[..<line]) + base.ending)
    }

    /// Takeout's names: `a.jpg.supplemental-metadata.json`, of which the middle may be cut, and `a.jpg(1).json` of
    /// `a(1).jpg`.
    private static func takeout(_ base: FileName) -> [FileName] {
        var bare = base, number = ""
        if base.text.utf8.last == UInt8(ascii: ")"), let open = base.text.utf8.lastIndex(of: UInt8(ascii: "(")),
            open > base.text.startIndex
        {
            (bare, number) = (FileName(String(base.text[..<open])), String(base.text[open...]))
        }
        var files: [FileName] = []
        func add(_ file: FileName) {
            if !number.isEmpty {
                files.append(file.stem + number + file.ending)
            } else if file != base {
                files.append(file)
            }
        }
        add(bare)
        if let word = bare.lowercasedExtension, "supplemental-metadata".utf8.starts(with: word.utf8) { add(bare.stem) }
        return files
    }

    /// Returns the name of a companion after the file whose whole name it has got another one, in the same form; nil
    /// for a companion that has not that file's whole name, or its stem in another case.
    /// - Parameters:
    ///   - old: The name that the file had.
    ///   - new: The name that it gets.
    public static func renamed(_ companion: FileName, from old: FileName, to new: FileName) -> FileName? {
        if let rest = companion.dropping(alikePrefix: old + ".") { return new + "." + rest }
        if files(of: companion).contains(where: old.isAlike) {
            guard isSidecar(companion) else { return new + companion.ending }
            return companion.stem.stem.dropping(alikePrefix: old.stem)
                .map { new.stem + $0 + new.ending + companion.ending }
        }
        guard companion.stem != old.stem, stems(of: companion).contains(where: old.stem.isAlike) else { return nil }
        if companion.stem.isAlike(old.stem) { return new.stem + companion.ending }
        // Where the other name cannot have the form of the camera, the companion gets all of it.
        guard isEdit(companion), let number = new.stem.dropping(prefix: "IMG_") else {
            return new + companion.ending
        }
        return FileName("IMG_O" + number + companion.ending)
    }
}
