// The first image of a TIFF: its size, and the strips or tiles in which its loader unpacks it.
// Sources: TIFF 6.0, sections 3, 8 and 15; libtiff's TIFFRGBAImage, which holds one strip or tile unpacked.
import Photos

extension PictureHeader {
    mutating func fillTIFF(_ bytes: ByteView) {
        guard let directory = TIFFDirectory(bytes, at: 0), let width = directory.value(of: 256),
            let height = directory.value(of: 257), let size = Self.size(width, height)
        else { return }
        self.size = size
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
        if let codec = directory.value(of: 259), Self.nestedCodecs.contains(codec) {
            fault = Message("it is packed as no photo is ({codec})", ["codec": .text("\(codec)")])
        }
        feedWithoutFollowers(directory, bytes)
    }

    /// Most bytes of one strip or tile, unpacked: as many as the largest image has in 8-bit RGBA.
    private static let largestBlock = 400_000_000
    /// Old-style JPEG (6) and JBIG (34661): the packed bytes contain a size of their own, which libtiff trusts.
    private static let nestedCodecs = [6, 34_661]

    /// Leaves out further directories: the loader reads all of the next one only to report that there is one.
    private mutating func feedWithoutFollowers(_ directory: TIFFDirectory<ByteView>, _ bytes: ByteView) {
        let link = directory.linkOffset
        guard let next = bytes.number(link, 4, bigEndian: false), next != 0 else { return }
        if link < 8 {
            fault = Message("its header cannot be understood")
            return
        }
        var feed = LoaderFeed()
        feed.append(0..<link)
        feed.append(inserting: [0, 0, 0, 0])
        feed.append(link + 4..<bytes.count)
        self.feed = feed
    }
}
