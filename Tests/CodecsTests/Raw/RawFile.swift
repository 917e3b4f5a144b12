// Minimal camera raw files around previews: TIFF with directories of their own, RAF, CR3.
import Fixtures

/// Writes the layouts that cameras use, with sensor data of a few bytes.
struct RawFile {
    /// A preview in a directory: a JPEG by strip (CR2, DNG) or by the tags of EXIF's thumbnail (NEF, ARW).
    struct Preview {
        var jpeg: [UInt8]
        var isStrip = true
        /// What the length tag says; the JPEG's own length if nil.
        var statedLength: Int?
    }
    var bigEndian = false
    var orientation = 1
    var make = "Maker"
    var model = "Model"
    /// DateTimeOriginal.
    var taken = "2023:06:14 18:30:00"
    /// Previews in directories below the first one, beside the sensor data.
    var below: [Preview] = []
    /// Previews in directories of the chain, the first one included.
    var chained: [Preview] = []
    /// A first directory of plain RGB, which only LibRaw shows.
    var bitmap: (width: Int, height: Int, bytes: [UInt8])?
    var isDNG = false
    /// Whether the sensor data say that they are of a colour filter.
    var saysFilter = true
    /// Sensor data packed as lossless JPEG.
    var sensorJPEG: [UInt8] = []
    /// Whether an offset leads back to the first directory.
    var isRing = false

    private typealias Entry = (tag: Int, type: Int, values: [Int])

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let big = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
        return bigEndian ? big : big.reversed()
    }

    /// The TIFF. Data come first and directories behind them, so that every address is known when it is written.
    var tiff: [UInt8] {
        var file = (bigEndian ? Array("MM".utf8) : Array("II".utf8)) + number(42, 2) + number(0, 4)
        func append(_ bytes: [UInt8]) -> Int {
            if file.count % 2 == 1 { file.append(0) }
            defer { file += bytes }
            return file.count
        }
        func text(_ text: String) -> (place: Int, count: Int) { (append(Array(text.utf8) + [0]), text.utf8.count + 1) }
        func directory(_ entries: [Entry], next: Int = 0) -> Int {
            let rows = entries.sorted { $0.tag < $1.tag }.map { entry -> [UInt8] in
                let length = entry.type == 3 ? 2 : entry.type == 1 ? 1 : 4
                let values = entry.values.flatMap { number($0, length) }
                let head = number(entry.tag, 2) + number(entry.type, 2)
                if entry.type == 2 { return head + number(entry.values[1], 4) + number(entry.values[0], 4) }
                if values.count <= 4 {
                    return head + number(entry.values.count, 4) + values
                        + [UInt8](repeating: 0, count: 4 - values.count)
                }
                let place = append(values)
                return head + number(entry.values.count, 4) + number(place, 4)
            }
            return append(number(rows.count, 2) + rows.joined() + number(next, 4))
        }
        func preview(_ preview: Preview) -> [Entry] {
            let place = append(preview.jpeg), length = preview.statedLength ?? preview.jpeg.count
            return preview.isStrip
                ? [(0x0103, 3, [7]), (0x0106, 3, [6]), (0x0111, 4, [place]), (0x0117, 4, [length])]
                : [(0x0103, 3, [6]), (0x0201, 4, [place]), (0x0202, 4, [length])]
        }
        let (makePlace, modelPlace, takenPlace) = (text(make), text(model), text(taken))
        let own = directory([(0x9003, 2, [takenPlace.place, takenPlace.count])])
        let sensor = append(sensorJPEG.isEmpty ? [UInt8](repeating: 0x55, count: 64) : sensorJPEG)
        var parts = [
            directory([
                (0x00FE, 4, [0]), (0x0100, 4, [6000]), (0x0101, 4, [4000]), (0x0102, 3, [16]), (0x0115, 3, [1]),
                (0x0116, 4, [4000]), (0x828D, 3, [2, 2]), (0x828E, 1, [0, 1, 1, 2]),
                (0x0103, 3, [sensorJPEG.isEmpty ? 1 : 7]),
                (0x0106, 3, [saysFilter ? 32_803 : 2]), (0x0111, 4, [sensor]), (0x0117, 4, [max(64, sensorJPEG.count)]),
            ])
        ]
        parts += below.map { directory([(0x00FE, 4, [1])] + preview($0)) }
        if isRing { parts.append(8) }
        var next = 0
        for part in chained.dropFirst().reversed() { next = directory(preview(part), next: next) }
        var main: [Entry] = [
            (0x00FE, 4, [1]), (0x010F, 2, [makePlace.place, makePlace.count]),
            (0x0110, 2, [modelPlace.place, modelPlace.count]),
            (0x0112, 3, [orientation]), (0x014A, 4, parts), (0x8769, 4, [own]),
        ]
        if isDNG {
            main += [(0xC612, 1, [1, 4, 0, 0]), (0xC613, 1, [1, 1, 0, 0])]
            let unique = text("Maker Model")
            main.append((0xC614, 2, [unique.place, unique.count]))
        }
        if let first = chained.first { main += preview(first) }
        if let bitmap {
            main += [
                (0x0100, 4, [bitmap.width]), (0x0101, 4, [bitmap.height]), (0x0102, 3, [8, 8, 8]), (0x0103, 3, [1]),
                (0x0106, 3, [2]), (0x0111, 4, [append(bitmap.bytes)]), (0x0115, 3, [3]), (0x0116, 4, [bitmap.height]),
                (0x0117, 4, [bitmap.bytes.count]),
            ]
        }
        let place = directory(main, next: next)
        file.replaceSubrange(4..<8, with: number(place, 4))
        return file
    }

    /// The TIFF with Canon's mark behind its header.
    var cr2: [UInt8] {
        var file = tiff
        // The mark takes the first bytes of the data, which begin with the maker's name.
        file.replaceSubrange(8..<12, with: Array("CR\u{2}\0".utf8))
        return file
    }

    static func big(_ value: Int, _ length: Int = 4) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    }

    /// A RAF around a JPEG.
    static func raf(_ jpeg: [UInt8]) -> [UInt8] {
        let head = Array("FUJIFILMCCD-RAW 0201FF389501".utf8)
        let padded = head + [UInt8](repeating: 0, count: 84 - head.count)
        return padded + big(148) + big(jpeg.count) + [UInt8](repeating: 0, count: 148 - 92) + jpeg
    }

    /// The boxes in which a CR3 has its notes: `main` and `own` are a TIFF each.
    static func cr3(main: [UInt8], own: [UInt8]) -> [UInt8] {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + Array(name.utf8) + content }
        let id: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        return box("ftyp", Array("crx ".utf8) + big(1) + Array("crx isom".utf8))
            + box("moov", box("uuid", id + box("CNCV", [1, 2, 3]) + box("CMT1", main) + box("CMT2", own)))
            + box("mdat", [UInt8](repeating: 0, count: 64))
    }
}
