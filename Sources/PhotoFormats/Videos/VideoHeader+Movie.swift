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
        creationDate = Self.creationDate(file, movie)
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

    /// Returns what phones write into the movie's metadata, or else what cameras write into its user data.
    private static func creationDate(_ file: some ByteAccess, _ movie: ISOBox) -> String? {
        if let meta = ISOBox.find("meta", in: file, from: movie.start, to: movie.end) {
            // ISO's box has a version and flags in front, QuickTime's has not.
            let start = meta.start + (file.has("hdlr", at: meta.start + 4) ? 0 : 4)
            if let keys = ISOBox.find("keys", in: file, from: start, to: meta.end),
                let number = number(ofKey: creationKey, in: file, keys),
                let list = ISOBox.find("ilst", in: file, from: start, to: meta.end),
                let date = value(number, in: file, list)
            {
                return date
            }
        }
        guard let own = ISOBox.find("udta", in: file, from: movie.start, to: movie.end) else { return nil }
        if let date = ISOBox.find("date", in: file, from: own.start, to: own.end) {
            return text(file, from: date.start, to: date.end)
        }
        let dayName: [UInt8] = [0xA9, 0x64, 0x61, 0x79]
        guard let day = ISOBox.find(dayName, in: file, from: own.start, to: own.end) else { return nil }
        // A length and a language.
        return text(file, from: day.start + 4, to: min(day.end, day.start + 4 + (file.big16(day.start) ?? 0)))
    }

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
        let name = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
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
