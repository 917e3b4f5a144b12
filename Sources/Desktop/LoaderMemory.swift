// What loaders take while they work, as measured: the bytes that a decode counts in the budget of all decodes.
import Photos

extension PictureHeader {
    /// Bytes for each pixel, and for each byte of the file, that a format's loader holds at its highest.
    ///
    /// Measured as the growth of resident memory (`tessera-lab decode --json`) on pictures of 4000 × 4000 pixels of noise
    /// with gdk-pixbuf 2.42.10, webp-pixbuf-loader 0.2.1 and libheif 1.15.1; the table is in docs/limits.md.
    private var rate: (pixel: Int, file: Int) {
        switch format {
        // Also interlaced, and with 16 bits a sample, which are halved row by row.
        case .png, .bmp, .portableMap, .targa, .xpm, .icon, .iconFamily: (4, 0)
        case .gif: (5, 1)
        // Rows of RGBA, and a copy of the file that grows by doubling. The strip or tile is `scratch`.
        case .tiff: (4, 2)
        case .webp: isAnimated ? (17, 1) : (10, 1)
        // The codec's planes, their conversion, alpha, and a copy of the file.
        case .heif, .avif: (13, 2)
        // A drawing's pixels are there twice, in its process and here.
        case .svg: (8, 0)
        default: (10, 1)
        }
    }

    /// Bytes that a decode to `reduced` of a picture of `size` holds, whose file has `count` bytes. The result is not
    /// among them.
    func loaderBytes(_ size: PixelSize, reducedTo reduced: PixelSize, fileCount count: Int) -> Int {
        if isReducedByItsLoader, !isLossless {
            return (isProgressive ? size.area * PixbufDecoder.coefficientBytes : 0) + reduced.area * 3
        }
        // Sizes are within the limits, and so are strips.
        return size.area * rate.pixel + count * rate.file + 2 * scratch + (format == .svg ? DrawingProcess.usualMemory : 0)
    }
}
