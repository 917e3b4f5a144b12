// Recognition of camera raw files, and the previews that they hold in plain view. Sources: TIFF 6.0; TIFF/EP (ISO
// 12234-2); DNG 1.6, chapters 2 and 4; the layouts that dcraw and exiftool document for RAF and RW2.
package import Photos

/// The parts of a camera raw file around its sensor data. Most are TIFF, with the previews in directories of their own.
package struct RawContainer<Bytes: ByteAccess> {
    /// A complete JPEG in the file, whose pixels are not read yet.
    package struct Preview {
        package let range: Range<Int>
        package let size: PixelSize
    }

    private let bytes: Bytes
    private let count: Int
    /// The first directory; nil in a file that is no TIFF.
    let main: TIFFDirectory<Bytes>?

    /// Most directories read in one chain, and below one of them; cameras write up to five.
    private static var mostDirectories: Int { 8 }
    /// Most entries of a directory that are searched.
    private static var mostEntries: Int { 1024 }

    package init(_ bytes: Bytes, count: Int) {
        (self.bytes, self.count) = (bytes, count)
        main = TIFFDirectory(bytes, at: 0, searched: Self.mostEntries)
    }

    /// Returns whether the bytes begin with the mark of a raw format that is no plain TIFF: Canon's CR2 and CR3, Fuji's
    /// RAF, Olympus' ORF, Panasonic's RW2, Minolta's MRW, Sigma's X3F.
    static func hasMark(_ bytes: Bytes) -> Bool {
        if bytes.has("CR\u{2}", at: 8), bytes.has("II*\0", at: 0) { return true }
        if bytes.has("ftypcrx ", at: 4) { return true }
        return ["FUJIFILMCCD-RAW", "IIRO", "IIRS", "MMOR", "IIU\0", "\0MRM", "FOVb"].contains { bytes.has($0, at: 0) }
    }

    /// Whether a TIFF holds sensor data: it says that it is DNG, or one of its images has the colours of a filter.
    package var holdsSensorData: Bool {
        directories.contains { directory in
            directory.value(of: 0xC612) != nil
                || directory.value(of: 0x0106).map { Self.sensorColours.contains($0) } ?? false
        }
    }

    /// PhotometricInterpretation: one filter a pixel, and linear raw.
    private static var sensorColours: [Int] { [32_803, 34_892] }

    /// The chain of directories and those below each of them. Offsets that form a ring are counted.
    private var directories: [TIFFDirectory<Bytes>] {
        var all: [TIFFDirectory<Bytes>] = []
        var next = main
        for _ in 0..<Self.mostDirectories {
            guard let directory = next else { break }
            all.append(directory)
            all += directory.directories(of: 0x014A, most: Self.mostDirectories)
            next = directory.next
        }
        return all
    }

    /// The size of the largest image in the file; nil when none says its size.
    var size: PixelSize? {
        directories.compactMap { directory in
            guard let width = directory.value(of: 0x0100), let height = directory.value(of: 0x0101) else { return nil }
            return PixelSize(announcedWidth: width, height: height)
        }.max { $0.area < $1.area }
    }

    /// EXIF orientation 1…8 of the image; 1 when it says none.
    package var orientation: Int { main?.value(of: 0x0112).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1 }

    /// The place of the JPEG that a RAF holds, and that has the file's EXIF; nil in any other file.
    static func fujiJPEG(_ bytes: Bytes, count: Int) -> Range<Int>? {
        guard bytes.has("FUJIFILMCCD-RAW", at: 0), let start = bytes.big32(84), let length = bytes.big32(88),
            start > 0, length > 0, start + length <= count
        else { return nil }
        return start..<start + length
    }
}

extension RawContainer where Bytes == ByteView {
    /// The previews, the smallest first. An image that only looks like one, such as sensor data packed as lossless
    /// JPEG, is left out, and so is one whose size cannot be read.
    package var previews: [Preview] {
        var places = directories.flatMap { directory -> [Range<Int>] in
            var places = [directory.range(of: 0x002E)].compactMap(\.self)  // Panasonic's JpgFromRaw
            if let start = directory.value(of: 0x0201), let length = directory.value(of: 0x0202) {
                places.append(start..<start + length)
            }
            // 6 and 7 are JPEG. One strip holds all of it.
            if [6, 7].contains(directory.value(of: 0x0103)), let start = directory.value(of: 0x0111),
                let length = directory.value(of: 0x0117)
            {
                places.append(start..<start + length)
            }
            return places
        }
        places += [Self.fujiJPEG(bytes, count: count)].compactMap(\.self)
        var seen: Set<Int> = []
        // Previews have bytes of their own; a crafted file may have two hundred that share theirs.
        var unread = 4 * count
        return places.compactMap { place -> Preview? in
            guard place.lowerBound > 0, seen.insert(place.lowerBound).inserted, let part = bytes.part(place),
                part.starts(with: [0xFF, 0xD8, 0xFF])
            else { return nil }
            unread -= place.count
            guard unread >= 0 else { return nil }
            let scan = JPEGScan(part, to: .header)
            guard let size = scan.size, !scan.isLossless else { return nil }
            return Preview(range: place, size: size)
        }.sorted { $0.size.area < $1.size.area }
    }
}
