// Facts of videos in ISO base media files: MP4 and QuickTime. Sources: ISO 14496-12, 8.2.2, 8.3.2 and 8.8.2; QuickTime
// File Format, “Movie Atoms”.
import Photos

extension VideoHeader {
    /// Most tracks that are looked at for one with a picture.
    private static let mostTracks = 16
    /// Seconds from 1904, when the times of these files begin, to 1970.
    private static let epoch = 2_082_844_800

    /// Most keys of metadata that are looked at: a phone writes some ten.
    private static let mostKeys = 256
    private static let creationKey = "com.apple.quicktime.creationdate"

    /// Reads the boxes `mvhd`, `mehd`, `tkhd` and the metadata's creation date.
    mutating func readMovie(_ file: some ByteAccess, _ count: Int) {
        guard let movie = ISOBox.find("moov", in: file, from: 0, to: count) else { return }
        if let header = ISOBox.find("mvhd", in: file, from: movie.start, to: movie.end) {
            readTimes(file, header, movie)
        }
        creationDates = Self.creationDates(file, movie)
        xmp = Self.packet(file, movie)
        var next = movie.start
        for _ in 0..<Self.mostTracks where size == nil {
            guard let track = ISOBox.find("trak", in: file, from: next, to: movie.end) else { return }
            if let header = ISOBox.find("tkhd", in: file, from: track.start, to: track.end) { readSize(file, header) }
            next = track.end
        }
    }

    private mutating func readTimes(_ file: some ByteAccess, _ header: ISOBox, _ movie: ISOBox) {
        let isLong = file.number(header.start, 1, bigEndian: true) == 1
        let created = isLong ? file.big64(header.start + 4) : file.big32(header.start + 4).map(UInt64.init)
        recorded = created.flatMap(Self.time)
        guard let scale = file.big32(header.start + (isLong ? 20 : 12)), scale > 0 else { return }
        func seconds(_ ticks: UInt64?, isLong: Bool) -> Double? {
            // All bits set: the length is not known.
            guard let ticks, ticks != (isLong ? .max : UInt64(UInt32.max)), ticks > 0 else { return nil }
            return Double(ticks) / Double(scale)
        }
        duration = seconds(
            isLong ? file.big64(header.start + 24) : file.big32(header.start + 16).map(UInt64.init), isLong: isLong)
        // A file that was written in fragments has its whole length elsewhere.
        guard let extends = ISOBox.find("mvex", in: file, from: movie.start, to: movie.end),
            let whole = ISOBox.find("mehd", in: file, from: extends.start, to: extends.end)
        else { return }
        let hasLongLength = file.number(whole.start, 1, bigEndian: true) == 1
        let length = hasLongLength ? file.big64(whole.start + 4) : file.big32(whole.start + 4).map(UInt64.init)
        duration = seconds(length, isLong: hasLongLength) ?? duration
    }

    /// Returns the seconds since 1970 of a creation time; nil for 0 and other clocks that were never set. Some cameras
    /// count from 1970, which exiftool takes into account as well.
    private static func time(_ created: UInt64) -> Int? {
        guard created < 1 << 40 else { return nil }
        let seconds = Int(created) >= epoch ? Int(created) - epoch : Int(created)
        return seconds > 366 * 86_400 ? seconds : nil
    }

    /// Returns what phones write into the movie's metadata, then what cameras write into its user data, then what
    /// programs add to that.
    private static func creationDates(_ file: some ByteAccess, _ movie: ISOBox) -> [String] {
        var dates: [String?] = []
        if let (meta, start) = metadata(file, movie),
            let keys = ISOBox.find("keys", in: file, from: start, to: meta.end),
            let number = number(ofKey: creationKey, in: file, keys),
            let list = ISOBox.find("ilst", in: file, from: start, to: meta.end)
        {
            dates.append(value(number, in: file, list))
        }
        if let own = ISOBox.find("udta", in: file, from: movie.start, to: movie.end) {
            if let date = ISOBox.find("date", in: file, from: own.start, to: own.end) {
                dates.append(text(file, from: date.start, to: date.end))
            }
            if let day = ISOBox.find(dayName, in: file, from: own.start, to: own.end) {
                // A length and a language.
                dates.append(
                    text(file, from: day.start + 4, to: min(day.end, day.start + 4 + (file.big16(day.start) ?? 0))))
            }
            if let (meta, start) = metadata(file, own),
                let list = ISOBox.find("ilst", in: file, from: start, to: meta.end)
            {
                dates.append(value(dayName, in: file, list))
            }
        }
        return dates.compactMap(\.self)
    }

    /// “©day”.
    private static let dayName: [UInt8] = [0xA9, 0x64, 0x61, 0x79]

    /// Returns the metadata of a box, and where its boxes begin: ISO's has a version and flags in front, QuickTime's
    /// has not.
    private static func metadata(_ file: some ByteAccess, _ outer: ISOBox) -> (meta: ISOBox, start: Int)? {
        ISOBox.find("meta", in: file, from: outer.start, to: outer.end).map { meta in
            (meta, meta.start + (file.has("hdlr", at: meta.start + 4) ? 0 : 4))
        }
    }

    /// Returns the place of XMP: in QuickTime's user data, or in a box of its own in front of the movie's or directly
    /// behind it, where no more has to be read to find it. Source: XMP part 3, 1.2.7.
    private static func packet(_ file: some ByteAccess, _ movie: ISOBox) -> Range<Int>? {
        if let own = ISOBox.find("udta", in: file, from: movie.start, to: movie.end),
            let box = ISOBox.find("XMP_", in: file, from: own.start, to: own.end)
        {
            return box.start..<box.end
        }
        func packet(at start: Int, to end: Int) -> Range<Int>? {
            file.bytes(start, count: 16) == packetName && start + 16 < end ? start + 16..<end : nil
        }
        var offset = 0
        for _ in 0..<mostTracks {
            guard let box = ISOBox.find("uuid", in: file, from: offset, to: movie.start - 8) else { break }
            if let packet = packet(at: box.start, to: box.end) { return packet }
            offset = box.end
        }
        guard file.has("uuid", at: movie.end + 4), let length = file.big32(movie.end) else { return nil }
        return packet(at: movie.end + 8, to: movie.end + length)
    }

    private static let packetName: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    /// Returns the number of a key, from 1.
    private static func number(ofKey key: String, in file: some ByteAccess, _ keys: ISOBox) -> Int? {
        guard let count = file.big32(keys.start + 4) else { return nil }
        var offset = keys.start + 8
        for number in 1...max(1, min(count, mostKeys)) {
            guard let length = file.big32(offset), length >= 8, offset + length <= keys.end else { return nil }
            if length == 8 + key.utf8.count, file.has(key, at: offset + 8) { return number }
            offset += length
        }
        return nil
    }

    /// Returns the text of the entry that has the number of a key for its name.
    private static func value(_ number: Int, in file: some ByteAccess, _ list: ISOBox) -> String? {
        value((0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }, in: file, list)
    }

    private static func value(_ name: [UInt8], in file: some ByteAccess, _ list: ISOBox) -> String? {
        guard let entry = ISOBox.find(name, in: file, from: list.start, to: list.end),
            let data = ISOBox.find("data", in: file, from: entry.start, to: entry.end)
        else { return nil }
        // A type and a locale.
        return text(file, from: data.start + 8, to: data.end)
    }

    /// Returns a text of the length that a time has at most.
    private static func text(_ file: some ByteAccess, from start: Int, to end: Int) -> String? {
        guard start < end, let bytes = file.bytes(start, count: min(64, end - start)) else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Reads width and height, numbers with 16 bits behind the point, and the matrix, which may turn the picture.
    private mutating func readSize(_ file: some ByteAccess, _ header: ISOBox) {
        let matrix = header.start + (file.number(header.start, 1, bigEndian: true) == 1 ? 52 : 40)
        guard matrix + 44 <= header.end, let a = file.big32(matrix), let d = file.big32(matrix + 16) else { return }
        set(width: file.big32(matrix + 36).map { $0 >> 16 }, height: file.big32(matrix + 40).map { $0 >> 16 })
        if a == 0, d == 0 { size = size?.transposed }
    }
}
