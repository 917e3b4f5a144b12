// Which statement says how a container's picture lies, and who applies it.

/// The rule of a container, which facts and pixels follow alike.
package enum OrientationRule: Sendable {
    /// EXIF's orientation, which is a part of the header. Loaders hand out the pixels as they are stored.
    case stated
    /// The orientation in the first directory, which the loader applies in part: it reports what is left.
    case reported
    /// The container's own properties, which the loader applies. EXIF says the same in other words, or is wrong.
    case applied
    /// None.
    case none
}

extension PictureHeader.Format {
    /// The rule of this format.
    package var orientationRule: OrientationRule {
        switch self {
        // What a camera raw file holds is shown as that says, or else as the file does.
        case .jpeg, .png, .webp, .cameraRaw, .portableMap: .stated
        // libtiff mirrors, and turns by half, by itself.
        case .tiff: .reported
        // ISO 23008-12, 6.5.10 and 6.5.12; MIAF, 7.3.6.7; ISO/IEC 18181-1, D.3.
        case .heif, .avif, .jpegXL: .applied
        case .gif, .bmp, .svg, .photoshop, .openEXR, .qoi, .icon, .animatedCursor, .iconFamily, .quickTime, .xpm,
            .targa:
            .none
        }
    }
}

extension EmbeddedMetadata {
    /// The orientation in EXIF, 1…8; 1 where it says none.
    func orientation(in file: some ByteAccess) -> Int {
        if let exif { return Self.orientation(file, at: exif.lowerBound) }
        return texts.exif?.withUnsafeBytes { Self.orientation(ByteView($0), at: 0) } ?? 1
    }

    private static func orientation(_ bytes: some ByteAccess, at header: Int) -> Int {
        let main = TIFFDirectory(bytes, at: header, searched: OrientationTag.mostEntries)
        return main?.value(of: OrientationTag.number).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    }
}
