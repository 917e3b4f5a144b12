// Targets for what is read of a file without decoding it: metadata of pictures and videos, packets, sidecars.
import Glibc
import Library
import Photos

@testable import Codecs
@testable import PhotoFormats

extension FuzzTarget {
    static let facts = [
        FuzzTarget(name: "tiff") { try tiff($0) },
        FuzzTarget(name: "boxes") { try boxes($0) },
        FuzzTarget(name: "metadata") { try metadata($0) },
        FuzzTarget(name: "video") { try video($0) },
        FuzzTarget(name: "facts") { try file($0) },
        FuzzTarget(name: "iptc") { try iptc($0) },
        FuzzTarget(name: "xmp") { try xmp($0) },
        FuzzTarget(name: "sidecar") { try sidecar($0) },
    ]

    /// Reads EXIF, which is a TIFF.
    private static func tiff(_ bytes: [UInt8]) throws {
        let counted = CountedBytes(bytes)
        guard let main = TIFFDirectory(counted, at: 0, searched: 1024) else { return }
        let camera = CameraData(main)
        try expect(camera.orientation.map { (1...8).contains($0) } ?? true, "an orientation that is none")
        try expect([camera.exposureTime, camera.fNumber].allSatisfy { $0.map { $0 > 0 } ?? true }, "a number below 0")
        try check(PhotoDescription(main))
        var times = StatedTimes()
        times.add(main)
        try check(times)
        _ = (main.next, main.largestShort(of: 258), main.range(of: 0x02BC), main.directories(of: 0x014A, most: 8))
        try counted.expectFewReads("EXIF")
    }

    /// Reads the tables of HEIF and AVIF, and the boxes of JPEG XL.
    private static func boxes(_ bytes: [UInt8]) throws {
        let counted = CountedBytes(bytes)
        if let items = HEIFItems(counted, count: counted.count) {
            let extents = items.items.values.flatMap(\.extents)
            try expect(extents.allSatisfy { $0.upperBound <= bytes.count }, "an extent behind the file")
        }
        try counted.expectFewReads("items")
        for format in [PictureHeader.Format.heif, .jpegXL, .cameraRaw] {
            _ = EmbeddedMetadata(in: counted, count: counted.count, format: format)
            try counted.expectFewReads("\(format.rawValue)")
        }
        try bytes.withUnsafeBytes { bytes in
            for format in [PictureHeader.Format.heif, .avif, .jpegXL] {
                let header = PictureHeader(scanning: ByteView(bytes), as: format)
                try expect(header.feed == nil, "a part of a file that is read as a whole")
            }
        }
    }

    /// Finds the places of metadata in all formats.
    private static func metadata(_ bytes: [UInt8]) throws {
        let counted = CountedBytes(bytes)
        for format in PictureHeader.Format.allCases {
            let found = EmbeddedMetadata(in: counted, count: counted.count, format: format)
            let places = [found.exif, found.own, found.place, found.xmp, found.iptc].compactMap(\.self)
            try expect(places.allSatisfy { $0.lowerBound >= 0 }, "a place before the file")
            let texts = [found.texts.exif, found.texts.xmp, found.texts.iptc].compactMap(\.self)
            try expect(texts.allSatisfy { $0.count <= 256 << 10 }, "a text without end")
            try expect(found.orientation.map { (1...8).contains($0) } ?? true, "an orientation that is none")
            try counted.expectFewReads("\(format.rawValue)")
            try exported(counted, found)
            try counted.expectFewReads("EXIF for an export")
        }
    }

    /// Makes EXIF and IPTC of an exported photo, and reads what was made.
    private static func exported(_ file: CountedBytes, _ found: EmbeddedMetadata) throws {
        let size = PixelSize(width: 640, height: 480)
        for withPlace in [true, false] {
            if let iptc = found.iptc {
                _ = ExportedIPTC.bytes(of: file, at: iptc, withPlace: withPlace, restated: restated).map(
                    ExportedIPTC.segment)
            }
            guard let made = ExportedEXIF(of: file, found, size: size, withPlace: withPlace, restated: restated) else {
                continue
            }
            try expect(made.bytes.count <= 65_000, "EXIF that fits no segment")
            let again = CountedBytes(made.bytes)
            guard let main = TIFFDirectory(again, at: 0) else { throw Finding(description: "EXIF that cannot be read") }
            try expect(main.value(of: 0x0112) == 1, "another orientation than 1")
            guard let photo = main.directory(of: 0x8769) else { throw Finding(description: "EXIF without a photo") }
            try expect(photo.value(of: 0xA002) == 640 && photo.value(of: 0xA003) == 480, "another size")
            if !withPlace { try expect(!main.has(0x8825) && !photo.has(0x927C), "a place that was left out") }
        }
    }

    private static func video(_ bytes: [UInt8]) throws {
        let counted = CountedBytes(bytes)
        let header = VideoHeader(in: counted, count: counted.count)
        try expect(header.duration.map { $0 > 0 && $0.isFinite } ?? true, "a length that is none")
        try expect((header.size?.longerSide ?? 0) <= PixelSize.largestPhotoSide, "a size that no video has")
        var times = StatedTimes()
        times.add(header)
        try check(times)
        try counted.expectFewReads("video")
    }

    /// Those of a day after most that files state.
    private static let rules = WallTime(year: 2030, month: 1, day: 2, hour: 3, minute: 4, second: 5)
        .map { TakenTimeRules(now: $0) }

    /// Reads the facts of a file on the disk, once as a picture and once as a video.
    private static func file(_ bytes: [UInt8]) throws {
        // Without a name from the first moment on: a parser may end the process.
        var template = Array("/tmp/tessera-fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0, unlink(template) == 0 else { return }
        defer { close(descriptor) }
        guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else { return }
        for name in ["IMG_20230614_183000.jpg", "drawing.svgz", "video.mp4"] {
            guard let file = FileWindow(path: "/proc/self/fd/\(descriptor)") else { continue }
            let facts = FileFactsReader.read(file, name: name, rules: rules, withDetails: true)
            try expect(facts.byteCount == bytes.count, "another length")
            try check(facts.description)
            // Each walk has its limit, and the pieces of its reads are of 16 KB.
            let most = (256 << 20) + 64 * bytes.count
            try expect(file.bytesRead <= most, "\(file.bytesRead) bytes read of \(bytes.count)")
        }
    }

    /// Checks that times are of the calendar, in order, and give one at most.
    private static func check(_ times: StatedTimes) throws {
        try expect(zip(times.entries, times.entries.dropFirst()).allSatisfy { $0.statement < $1.statement }, "no order")
        for entry in times.entries {
            try expect((0...99).contains(entry.time.hundredths), "hundredths that are none")
            try expect(entry.time.time.beginning(of: entry.time.precision) == entry.time.time, "more than is known")
        }
        guard let taken = rules?.taken(times, name: "PXL_20230614_183000123.jpg") else {
            throw Finding(description: "no time where the name has one")
        }
        try expect(LocalMoment(taken).map { $0.precision == taken.precision } ?? true, "another precision")
    }

    /// Checks that words are within their limits. A text in Latin-1 has twice its bytes as UTF-8, one in Windows'
    /// letters half as many again.
    private static func check(_ words: PhotoDescription) throws {
        let texts = [words.title, words.caption, words.artist, words.city, words.state, words.country]
        try expect(texts.allSatisfy { ($0?.utf8.count ?? 0) <= 8192 }, "a text without end")
        try expect(words.keywords.count <= KeywordList.most, "keywords without end")
        let counts = words.keywords.map(\.utf8.count)
        try expect(
            counts.allSatisfy { (1...KeywordList.longest).contains($0) }, "a keyword without end or text")
        try expect(counts.reduce(0, +) <= KeywordList.longestTogether, "keywords of too many bytes together")
        try expect(Set(words.keywords).count == words.keywords.count, "a keyword twice")
    }

    private static func iptc(_ bytes: [UInt8]) throws {
        let counted = CountedBytes(bytes)
        let places = [0..<bytes.count, IPTCRecord.range(in: counted, resources: 0..<bytes.count)].compactMap(\.self)
        for place in places {
            let record = IPTCRecord(in: counted, at: place)
            try check(PhotoDescription(record))
            _ = (0...255).map { record.text(of: $0) }
            var times = StatedTimes()
            times.add(record)
            try check(times)
        }
        try counted.expectFewReads("IPTC")
    }

    private static func xmp(_ bytes: [UInt8]) throws {
        let packet = XMPPacket(Array(bytes.prefix(XMPPacket.reach)))
        var times = StatedTimes()
        times.add(packet)
        try check(times)
        try check(PhotoDescription(packet))
        _ = (CameraData(packet), StatedMarks(packet), packet.isPanorama)
    }

    /// What a sidecar says otherwise than a photo's file.
    private static var restated: RestatedFacts {
        var restated = RestatedFacts()
        restated.kinds = .all
        restated.words = PhotoDescription(title: "t", keywords: ["a/b", "c"], country: "d")
        restated.date = WrittenTime(numbers: "1975-06-14T18:30:05.120+02:00")
        return restated
    }

    /// Reads a sidecar, states marks in it, and reads what was written.
    private static func sidecar(_ bytes: [UInt8]) throws {
        guard let facts = try? SidecarDocument(bytes).facts else { return }
        let stated = facts.marks
        for withPlace in [true, false] {
            let packet = SidecarDocument.exported(bytes, [.stars(2)], restated, withPlace: withPlace)
            guard !packet.isEmpty else { continue }
            let exported = Result { try SidecarDocument(packet).facts }
            guard case .success(let exported) = exported else {
                throw Finding(description: "a packet that cannot be read again")
            }
            try expect(exported.marks.stars == 2, "a packet without its stars")
            try expect(exported.description.keywords == restated.words.keywords, "a packet with other keywords")
            if !withPlace { try expect(exported.position == nil, "a position that was left out") }
        }
        try check(facts.times)
        try check(facts.description)
        for mark in [PhotoMarks.Mark.stars(4), .rejection, .favourite(true), .label(.green), .label(.none)] {
            guard let written = try? SidecarDocument(bytes).restated(with: .mark(mark)) else { continue }
            let found = Result { try SidecarDocument(written).marks }
            guard case .success(let marks) = found else {
                throw Finding(description: "a sidecar that cannot be read again")
            }
            switch mark {
            case .stars(let stars): try expect(marks.stars == stars, "\(marks) after \(stated), not \(stars) stars")
            case .favourite: try expect(marks.isFavourite == true, "\(marks) after \(stated), no favourite")
            case .label(let label): try expect(marks.label == label, "\(marks) after \(stated), not \(label)")
            }
        }
        try words(bytes, facts)
    }

    /// Changes the words and the date of a sidecar, and reads what was written.
    private static func words(_ bytes: [UInt8], _ facts: SidecarFacts) throws {
        let before = facts.description, others = ["of the file"]
        let gone = before.keywords.first ?? "nothing", day = WrittenTime(numbers: "1975-06-14")
        let statements: [SidecarStatement] = [
            .addKeyword("a & b/<c>", others: others), .addKeyword("plain", others: others),
            .removeKeyword(gone, others: others, leavesBlank: true), .title("a & <b>", leavesBlank: false),
            .title(nil, leavesBlank: true), .caption("c", leavesBlank: false), .caption(nil, leavesBlank: true),
            .date(day), .date(nil),
            .all([
                .addKeyword("a & b/<c>", others: others), .addKeyword("plain", others: []),
                .title("t", leavesBlank: false),
            ]),
        ]
        for statement in statements {
            guard let written = try? SidecarDocument(bytes).restated(with: statement) else { continue }
            guard let after = try? SidecarDocument(written).facts else {
                throw Finding(description: "a sidecar that cannot be read again")
            }
            let words = after.description
            try expect(after.marks == facts.marks, "\(after.marks) after \(facts.marks) with \(statement)")
            switch statement {
            case .mark, .all: break
            case .addKeyword(let keyword, _):
                let isFull = words.keywords.count >= KeywordList.most - 1
                let has = words.keywords.contains { $0 == keyword || $0.split(separator: "/").contains(keyword[...]) }
                try expect(has || isFull, "\(words.keywords) without \(keyword)")
            case .removeKeyword(let keyword, _, _):
                try expect(!words.keywords.contains(keyword), "\(words.keywords) with \(keyword)")
            case .title(let text, _): try expect(words.title == text, "\(words.title ?? "-") for \(text ?? "-")")
            case .caption(let text, _): try expect(words.caption == text, "\(words.caption ?? "-") for \(text ?? "-")")
            case .date(let time): try expect(after.date == time, "another date")
            }
        }
    }
}
