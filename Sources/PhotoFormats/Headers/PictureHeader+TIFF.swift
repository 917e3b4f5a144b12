// A page of a TIFF: its size, and the strips or tiles in which its loader unpacks it.
// Sources: TIFF 6.0, sections 3, 8 and 15; libtiff's TIFFRGBAImage, which holds one strip or tile unpacked.
import Photos

extension PictureHeader {
    /// - Parameter page: Counted from 0; the last one is taken where there are fewer.
    mutating func fillTIFF(_ bytes: ByteView, page: Int) {
        if bytes.isBigTIFF {
            unsupported = Message("BigTIFF")
            return
        }
        guard let pages = TIFFPages(bytes), let directory = pages.directory(of: page, in: bytes),
            let width = directory.value(of: 256),
            let height = directory.value(of: 257), let size = Self.size(width, height)
        else { return }
        self.size = size
        self.pages = pages.count
        if ![256, 257, 258, 259, 277, 278, 284, 322, 323].allSatisfy(directory.isPlain) {
            fault = Message("its header cannot be understood")
            return
        }
        let samples = max(1, directory.value(of: 277) ?? 1)
        let bits = directory.largestShort(of: 258) ?? 1
        // With separate planes, each plane has strips of its own.
        let isPlanar = directory.value(of: 284) == 2
        var block = size
        if let across = directory.value(of: 322) {
            block = PixelSize(width: across, height: directory.value(of: 323) ?? across)
        } else {
            block = PixelSize(width: width, height: min(height, directory.value(of: 278) ?? height))
        }
        // A tile may be larger than a small image, but has the same limits.
        note(part: block)
        let planes = isPlanar ? samples : 1
        let (row, overflow) = block.width.multipliedReportingOverflow(by: bits * samples)
        let (bitCount, overflow2) = row.multipliedReportingOverflow(by: block.height)
        scratch = overflow || overflow2 ? .max : bitCount / 8
        // Each strip or tile has an offset and a length in the file, of at least two bytes each.
        let blocks = PixelSize(
            width: (width + block.width - 1) / block.width, height: (height + block.height - 1) / block.height)
        let (count, overflow3) = blocks.area.multipliedReportingOverflow(by: planes)
        let isListed = count <= 1 || (!overflow3 && count <= bytes.count / 4)
        if !isListed || scratch > Self.largestBlock { fault = Message("its strips or tiles are too large or too many") }
        let codec = directory.value(of: 259) ?? 1
        if Self.nestedCodecs.contains(codec) { unsupported = Self.packing(codec) }
        unusual = Self.rarity(directory, bits: bits, codec: codec)
        changeForLoader(directory, bytes, bits: bits, samples: samples)
    }

    /// Most bytes of one strip or tile, unpacked: as many as the largest image has in 8-bit RGBA.
    private static let largestBlock = 400_000_000
    /// Old-style JPEG (6) and JBIG (34661): the packed bytes contain a size of their own, which libtiff trusts.
    private static let nestedCodecs = [6, 34_661]
    /// What every libtiff reads: none, CCITT, LZW, both forms of deflate, JPEG and PackBits.
    private static let usualCodecs = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946]
    /// Depths of a sample, and meanings of its bits, that TIFFRGBAImage takes: whole numbers of these widths.
    private static let usualBits = [1, 2, 4, 8, 16]

    /// What of the first image libtiff's TIFFRGBAImage may lack; nil for what it always reads.
    private static func rarity(_ directory: TIFFDirectory<ByteView>, bits: Int, codec: Int) -> Message? {
        // 3 is IEEE floating point, 5 and 6 are complex numbers.
        switch directory.largestShort(of: 339) ?? 1 {
        case 3: return Message("Floating-point TIFF")
        case 5, 6: return Message("TIFF with complex numbers")
        default: break
        }
        if !usualBits.contains(bits) { return Message("{count}-bit TIFF", ["count": .count(bits)]) }
        if !usualCodecs.contains(codec) { return packing(codec) }
        // Grey, RGB, palettes, masks, CMYK, YCbCr and CIELab.
        guard let meaning = directory.value(of: 262), ![0, 1, 2, 3, 4, 5, 6, 8].contains(meaning) else { return nil }
        return Message("TIFF with colour type {number}", ["number": .text("\(meaning)")])
    }

    private static func packing(_ codec: Int) -> Message {
        let names = [
            6: "JPEG of 1992", 34_661: "JBIG", 34_712: "JPEG 2000", 34_887: "LERC", 34_925: "LZMA", 50_000: "Zstandard",
            50_001: "WebP", 34_676: "SGI LogLuv", 34_677: "SGI LogLuv",
        ]
        return Message("{name}-compressed TIFF", ["name": .text(names[codec] ?? "\(codec)")])
    }

    /// Shows the loader one picture alone, and inks as they are.
    private mutating func changeForLoader(
        _ directory: TIFFDirectory<ByteView>, _ bytes: ByteView, bits: Int, samples: Int
    ) {
        var changes: [LoaderFeed.Change] = []
        if Self.holdsInks(directory, bits: bits, samples: samples), let meaning = directory.placeOfShort(262) {
            inks = .inkCounts
            changes.append(LoaderFeed.Change(at: meaning.offset, to: meaning.isBigEndian ? [0, 2] : [2, 0]))
        }
        if bytes.number(4, 4, bigEndian: directory.isBigEndian) != directory.offset {
            changes.append(LoaderFeed.Change(at: 4, to: directory.offsetBytes))
        }
        // The loader reads all of the next directory only to report that there is one.
        let link = directory.linkOffset
        if let next = bytes.number(link, 4, bigEndian: false), next != 0 {
            if link < 8 { fault = Message("its header cannot be understood") }
            changes.append(LoaderFeed.Change(at: link, to: [0, 0, 0, 0]))
        }
        if !changes.isEmpty { feed = LoaderFeed(upTo: bytes.count, changing: changes) }
    }

    /// Whether the samples are inks that the loader hands out as they are once the file says RGB: libtiff takes the
    /// fourth for alpha by which the others are multiplied already. Where there are more, none may be alpha by which
    /// they are not.
    private static func holdsInks(_ directory: TIFFDirectory<ByteView>, bits: Int, samples: Int) -> Bool {
        directory.value(of: 262) == 5 && (directory.value(of: 332) ?? 1) == 1 && samples >= 4 && [8, 16].contains(bits)
            && directory.largestShort(of: 338) != 2
    }
}

extension ByteView {
    /// Whether the bytes begin as a TIFF with places of 64 bits does. Source: BigTIFF design, libtiff.
    var isBigTIFF: Bool { starts(with: [0x49, 0x49, 0x2B, 0]) || starts(with: [0x4D, 0x4D, 0, 0x2B]) }
}
