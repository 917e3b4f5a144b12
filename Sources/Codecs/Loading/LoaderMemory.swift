// Measured memory use of the loaders: the bytes that one decode takes of the budget of all decodes.
import PhotoFormats
import Photos

extension PictureHeader {
    /// Peak bytes that a format's loader holds for each pixel, and for each byte of the file.
    ///
    /// Measured as the growth of resident memory (`tessera-lab decode --json`) with images of 4000 × 4000 pixels of
    /// noise, gdk-pixbuf 2.42.10, webp-pixbuf-loader 0.2.1 and libheif 1.15.1; the table is in docs/limits.md.
    private var rate: (pixel: Int, file: Int) {
        switch format {
        // Also interlaced images, and 16 bits per sample, which are halved row by row.
        case .png, .bmp, .portableMap, .targa, .xpm, .icon, .iconFamily: (4, 0)
        case .gif: (5, 1)
        // Rows of RGBA, and a copy of the file that grows by doubling. `scratch` counts the strip or tile.
        case .tiff: (4, 2)
        case .webp: isAnimated ? (17, 1) : (10, 1)
        // The codec's planes, their conversion, alpha, and a copy of the file.
        case .heif, .avif: (13, 2)
        // The pixels of a drawing exist twice: in its process and here.
        case .svg: (8, 0)
        default: (10, 1)
        }
    }

    /// Bytes of coefficients per pixel of a JPEG, at most: components of 2 bytes.
    var coefficientBytes: Int { inks == nil ? 6 : 8 }

    /// Returns the bytes held while an image of `size`, whose file has `count` bytes, is decoded to `reduced`. The
    /// result is not counted.
    func loaderBytes(_ size: PixelSize, reducedTo reduced: PixelSize, fileCount count: Int) -> Int {
        if isReducedByItsLoader, !isLossless {
            return (isProgressive ? size.area * coefficientBytes : 0) + reduced.area * (inks == nil ? 3 : 4)
        }
        // No overflow: sizes and strips are within the limits.
        return size.area * rate.pixel + count * rate.file + 2 * scratch
            + (format == .svg ? DrawingProcess.usualMemory : 0)
    }
}
