// A thousand files with every kind of date, the same in every run.
import Glibc
import Photos

/// One file: its name, its bytes and its time of change.
struct DatedFile {
    let name: String
    let bytes: [UInt8]
    let changed: WallTime

    /// Returns the files. Each has an EXIF, XMP, PNG or name's date, several that differ, one of a clock that was never
    /// set, or none.
    static func thousand() -> [DatedFile] {
        var maker = Maker()
        return (0..<1000).map { maker.file($0) }
    }

    private struct Maker {
        var random = SplitMix(seed: 2026)

        mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

        mutating func time() -> WallTime {
            // A few days that are near one another, so that the clock decides as well.
            let years = [1991, 2003, 2012, 2012, 2023, 2023, 2023, 2024]
            return WallTime(
                year: years[below(8)], month: 6 + below(2), day: 1 + below(28), hour: below(24), minute: below(60),
                second: below(60))!
        }

        mutating func file(_ index: Int) -> DatedFile {
            var notes = CameraNotes()
            notes.bigEndian = below(2) == 0
            notes.main = [(0x010F, .text("Maker")), (0x0110, .text("Model"))]
            var name = ["DSC_", "IMG_", "P10", "photo "][below(4)] + "\(1000 + index)"
            var changed = time()
            let container = ["jpg", "png", "tif", "webp", "heic"][below(5)]
            switch below(16) {
            case 0, 1, 2: original(in: &notes, time())
            case 3: digitized(in: &notes, time())
            case 4:
                unset(in: &notes)
                digitized(in: &notes, time())
            case 5:
                unset(in: &notes)
                notes.xmp = packet("exif:DateTimeOriginal=\"\(iso(time()))\"", "")
            case 6: notes.xmp = packet("", "<photoshop:DateCreated>\(iso(time()))</photoshop:DateCreated>")
            case 7: notes.xmp = packet("xmp:CreateDate='\(iso(time()))'", "")
            case 8:
                // XMP's own order of precedence.
                notes.xmp = packet(
                    "xmp:CreateDate=\"\(iso(time()))\" photoshop:DateCreated=\"\(iso(time()))\"",
                    "<exif:DateTimeOriginal>\(iso(time()))</exif:DateTimeOriginal>")
            case 9, 10: name = named(time(), index)
            case 11:
                original(in: &notes, time())
                notes.xmp = packet("exif:DateTimeOriginal=\"\(iso(time()))\"", "")
                name = named(time(), index)
            case 12:
                notes.main.append((0x0132, .text(written(time()))))
                if below(2) == 0 { name = named(time(), index) }
            case 13:
                notes.own.append((0x9003, .text("9999:12:31 23:59:59")))
                notes.xmp = packet("xmp:CreateDate=\"1980-01-01T00:00:00\"", "")
                if below(2) == 0 { name = named(time(), index) }
            case 14:
                changed = WallTime(
                    year: [1970, 1980][below(2)], month: 1, day: 1, hour: 12, minute: below(60), second: 0)!
            default: break
            }
            if container == "png", below(3) == 0 { addCreationTime(to: &notes) }
            notes.hasNoEXIF = notes.own.isEmpty && notes.main.count == 2
            let bytes =
                switch container {
                case "jpg": notes.jpeg
                case "png": notes.png
                case "tif": notes.tiff
                case "webp": notes.webp(marked: below(2) == 0)
                default: notes.heif
                }
            return DatedFile(name: "\(name).\(container)", bytes: bytes, changed: changed)
        }

        mutating func original(in notes: inout CameraNotes, _ time: WallTime) {
            notes.own.append((0x9003, .text(written(time))))
            if below(2) == 0 { notes.own.append((0x9011, .text(["+02:00", "-05:00", "Z"][below(3)]))) }
            if below(2) == 0 { notes.own.append((0x9291, .text(["12", "5", "05", "999", "01"][below(5)]))) }
        }

        mutating func digitized(in notes: inout CameraNotes, _ time: WallTime) {
            notes.own.append((0x9004, .text(written(time))))
            if below(2) == 0 { notes.own.append((0x9292, .text(["34", "7", "007"][below(3)]))) }
        }

        mutating func unset(in notes: inout CameraNotes) {
            let texts = [
                "0000:00:00 00:00:00", "    :  :     :  :  ", "1970:01:01 00:00:00", "1980:01:01 00:03:07",
                "2099:01:01 00:00:00",
            ]
            notes.own.append((0x9003, .text(texts[below(texts.count)])))
        }

        mutating func named(_ time: WallTime, _ index: Int) -> String {
            let date = Self.padded([time.year, time.month, time.day]),
                clock = Self.padded([time.hour, time.minute, time.second])
            let plain = (date.joined(), clock.joined())
            let dashed = date.joined(separator: "-")
            return [
                "IMG_\(plain.0)_\(plain.1)", "PXL_\(plain.0)_\(plain.1)\(Self.padded([index % 100])[0])0.MP",
                "\(plain.0)_\(plain.1)", "IMG-\(plain.0)-WA0\(index)",
                "WhatsApp Image \(dashed) at \(clock.joined(separator: "."))",
                "Screenshot from \(dashed) \(clock.joined(separator: "-"))", "Screenshot_\(plain.0)-\(plain.1)",
                "signal-\(dashed)-\(plain.1)", "photo_\(dashed)_\(clock.joined(separator: "-"))",
                "\(dashed) \(clock.joined(separator: "."))",
            ][below(10)] + (below(4) == 0 ? "_\(index)" : " (\(index))")
        }

        /// As PNG recommends it, and as others write it.
        mutating func addCreationTime(to notes: inout CameraNotes) {
            let time = time(), months = ["Jun", "Jul"]
            let clock = Self.padded([time.hour, time.minute, time.second]).joined(separator: ":")
            let texts = [
                "Wed, \(time.day) \(months[time.month - 6]) \(time.year) \(clock) +0200",
                "\(time.day) \(months[time.month - 6]) \(time.year) \(clock)", iso(time), written(time),
            ]
            let text = Array(texts[below(4)].utf8)
            let chunk =
                below(3) == 0
                ? (name: "iTXt", content: Array("Creation Time\0\0\0\0\0".utf8) + text)
                : (name: "tEXt", content: Array("Creation Time\0".utf8) + text)
            if below(2) == 0 { notes.chunks.append(chunk) } else { notes.lateChunks.append(chunk) }
        }

        static func padded(_ numbers: [Int]) -> [String] { numbers.map { $0 < 10 ? "0\($0)" : "\($0)" } }

        func written(_ time: WallTime) -> String {
            Self.padded([time.year, time.month, time.day]).joined(separator: ":") + " "
                + Self.padded([time.hour, time.minute, time.second]).joined(separator: ":")
        }

        mutating func iso(_ time: WallTime) -> String {
            Self.padded([time.year, time.month, time.day]).joined(separator: "-") + "T"
                + Self.padded([time.hour, time.minute, time.second]).joined(separator: ":")
                + ["", "Z", "+02:00", ".25", ".5-07:00"][below(5)]
        }

        func packet(_ attributes: String, _ elements: String) -> [UInt8] {
            Array(
                """
                <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
                xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
                <?xpacket end="w"?>
                """.utf8)
        }
    }

    /// Writes the file below `folder` with its time of change, in the time zone of the machine.
    func write(below folder: String) {
        let path = folder + "/" + name
        let file = fopen(path, "w")!
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
            Int32(changed.year - 1900), Int32(changed.month - 1), Int32(changed.day)
        )
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (
            Int32(changed.hour), Int32(changed.minute), Int32(changed.second)
        )
        parts.tm_isdst = -1
        let time = timespec(tv_sec: mktime(&parts), tv_nsec: 0)
        utimensat(AT_FDCWD, path, [time, time], 0)
    }
}
