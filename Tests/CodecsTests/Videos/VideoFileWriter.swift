// Small video files with headers and no pictures.

/// Writes the headers of containers.
enum VideoFileWriter {
    static func big(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    }

    static func little(_ value: Int) -> [UInt8] { big(value, 4).reversed() }

    // MARK: MP4 and QuickTime

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(8 + content.count, 4) + Array(name.utf8) + content
    }

    struct Movie {
        var brand = "isom"
        /// Seconds since 1904.
        var created = 0
        var scale = 1000
        var ticks = 62_500
        var isLong = false
        var width = 1920
        var height = 1080
        var isTurned = false
        /// Ticks of all fragments; nil for a file without.
        var fragments: Int?
        /// The metadata's creation date, behind other keys, in a box as ISO or as QuickTime has it.
        var creationDate: String?
        var isPlain = true
        /// That of the user data.
        var day: String?
        /// The same in a box without length and language.
        var date: String?
        /// Bytes of pictures in front of the headers.
        var mediaLength = 0

        var bytes: [UInt8] {
            let wide = isLong ? 8 : 4
            let header =
                [isLong ? 1 : 0, 0, 0, 0] + big(created, wide) + big(created, wide) + big(scale, 4) + big(ticks, wide)
            let turn =
                isTurned
                ? [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x4000_0000]
                : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
            let track =
                [isLong ? 1 : 0, 0, 0, 7] + [UInt8](repeating: 0, count: isLong ? 32 : 20)
                + [UInt8](repeating: 0, count: 16)
                + turn.flatMap { big($0, 4) } + big(width << 16, 4) + big(height << 16, 4)
            let sound = [UInt8](repeating: 0, count: 84)
            var movie = box("mvhd", header + [UInt8](repeating: 0, count: 80))
            movie += box("trak", box("tkhd", sound)) + box("trak", box("tkhd", track))
            if let fragments { movie += box("mvex", box("mehd", [0, 0, 0, 0] + big(fragments, 4))) }
            if let creationDate { movie += metadata(creationDate) }
            if let day {
                let text = big(day.utf8.count, 2) + big(0x15C7, 2) + Array(day.utf8)
                movie += box("udta", big(text.count + 8, 4) + [0xA9] + Array("day".utf8) + text)
            }
            if let date { movie += box("udta", box("date", Array(date.utf8))) }
            return box("ftyp", Array((brand + "\0\0\0\0").utf8))
                + box("mdat", [UInt8](repeating: 7, count: mediaLength))
                + box("moov", movie)
        }

        private func metadata(_ creationDate: String) -> [UInt8] {
            func key(_ name: String) -> [UInt8] { box("mdta", Array(name.utf8)) }
            func entry(_ number: Int, _ text: String) -> [UInt8] {
                let data = box("data", big(1, 4) + big(0, 4) + Array(text.utf8))
                return big(data.count + 8, 4) + big(number, 4) + data
            }
            let keys = key("com.apple.quicktime.make") + key("com.apple.quicktime.creationdate")
            return box(
                "meta",
                (isPlain ? [] : [0, 0, 0, 0]) + box("hdlr", [UInt8](repeating: 0, count: 24))
                    + box("keys", big(0, 4) + big(2, 4) + keys)
                    + box("ilst", entry(1, "Apple") + entry(2, creationDate)))
        }

        private func big(_ value: Int, _ length: Int) -> [UInt8] { VideoFileWriter.big(value, length) }
        private func box(_ name: String, _ content: [UInt8]) -> [UInt8] { VideoFileWriter.box(name, content) }
    }

    // MARK: Matroska

    static func element(_ mark: Int, _ content: [UInt8], unknownLength: Bool = false) -> [UInt8] {
        let bytes = mark > 0xFFFFFF ? 4 : mark > 0xFFFF ? 3 : mark > 0xFF ? 2 : 1
        let length: [UInt8] =
            unknownLength
            ? [0x01] + [UInt8](repeating: 0xFF, count: 7)
            : [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
        return big(mark, bytes) + length + content
    }

    static func matroska(
        _ type: String = "webm", scale: Int? = nil, ticks: Double = 12_340, isFloat: Bool = false, date: Int? = nil,
        isLive: Bool = false
    ) -> [UInt8] {
        let ticks =
            isFloat
            ? big(Int(Float(ticks).bitPattern), 4)
            : (0..<8).reversed().map { UInt8(truncatingIfNeeded: ticks.bitPattern >> (8 * $0)) }
        var info = element(0x4D80, Array("writer".utf8))
        if let scale { info += element(0x2AD7B1, big(scale, 3)) }
        info += element(0x4489, ticks)
        if let date { info += element(0x4461, big(date, 8)) }
        let video = element(0xE0, element(0xB0, big(640, 2)) + element(0xBA, big(480, 2)))
        let tracks = element(0xAE, element(0xD7, [2])) + element(0xAE, element(0xD7, [1]) + video)
        let segment =
            element(0xEC, [0, 0]) + element(0x1549A966, info) + element(0x1654AE6B, tracks)
            + element(0x1F43B675, [1, 2, 3])
        return element(0x1A45DFA3, element(0x4282, Array(type.utf8)))
            + element(0x18538067, segment, unknownLength: isLive)
    }

    // MARK: AVI

    static func avi(frames: Int = 250, frameTime: Int = 40_000, allFrames: Int? = nil, date: String? = nil) -> [UInt8] {
        var list =
            Array("avih".utf8) + little(56) + little(frameTime) + [UInt8](repeating: 0, count: 12) + little(frames)
        list += [UInt8](repeating: 0, count: 12) + little(320) + little(240) + [UInt8](repeating: 0, count: 16)
        if let allFrames {
            list += Array("LIST".utf8) + little(16) + Array("odmldmlh".utf8) + little(4) + little(allFrames)
        }
        if let date { list += Array("IDIT".utf8) + little(date.utf8.count) + Array(date.utf8) }
        list = Array("LIST".utf8) + little(list.count + 4) + Array("hdrl".utf8) + list
        return Array("RIFF".utf8) + little(list.count + 4) + Array("AVI ".utf8) + list
    }
}
