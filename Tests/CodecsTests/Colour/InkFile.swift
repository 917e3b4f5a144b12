// Pictures of inks with a profile that says what they look like, in all forms that files have.
import CReference
import Fixtures
import Glibc
import Photos

@testable import Codecs

/// 128 × 64 pixels in squares of 16: all sixteen mixtures of whole inks, and steps of each ink alone.
enum InkFile {
    static let size = PixelSize(width: 128, height: 64)

    /// Cyan, magenta, yellow and black of a square, from 0 to 1.
    typealias Inks = [Double]

    /// The squares from left to right and from above.
    static let squares: [Inks] = mixtures + steps

    private static let mixtures = (0..<16).map { mixture -> Inks in
        (0..<4).map { ink -> Double in mixture >> ink & 1 == 1 ? 1 : 0 }
    }
    private static let steps = (0..<16).map { step -> Inks in
        (0..<4).map { ink -> Double in ink == step / 4 ? Double(step % 4 + 1) / 5 : 0 }
    }

    /// What the profile says of a mixture of whole inks: CIELAB in eight bits, of which 128 is no colour.
    private static func stated(_ mixture: [Int]) -> [UInt8] {
        let (c, m, y) = (mixture[0], mixture[1], mixture[2])
        if mixture[3] == 1 { return [0, 128, 128] }
        let lightness = 255 - 80 * c - 100 * m - 20 * y
        let a = 128 - 25 * c + 50 * m - 5 * y
        let b = 128 - 25 * c + 45 * y
        return [UInt8(lightness), UInt8(a), UInt8(b)]
    }

    /// The colour that the profile says. Between no ink and all of one it goes in a straight line.
    static func meant(_ inks: Inks) -> Colour {
        let share = inks.first { $0 > 0 && $0 < 1 }
        let paper = stated([0, 0, 0, 0]), whole = stated(inks.map { $0 > 0 ? 1 : 0 })
        let lab = zip(paper, whole).map { paper, whole -> Double in
            Double(paper) + (share ?? 1) * (Double(whole) - Double(paper))
        }
        return ColourMath.sRGB(lightness: lab[0] / 2.55, a: lab[1] - 128, b: lab[2] - 128)
    }

    /// The colour where nothing is known of the inks: each takes its share of one primary, and black of all.
    static func overprinted(_ inks: Inks) -> Colour {
        func level(_ ink: Double) -> UInt8 { UInt8(((1 - ink) * (1 - inks[3]) * 255).rounded()) }
        return Colour(r: level(inks[0]), g: level(inks[1]), b: level(inks[2]))
    }

    /// The profile of a printer: a table of two steps an ink. Source: ICC.1:2022, 10.11 (lut8Type).
    static let profile: [UInt8] = {
        let identity = (0...255).map { UInt8($0) }
        var table = Array("mft1".utf8) + [0, 0, 0, 0, 4, 3, 2, 0]
        for index in 0..<9 { table += [0, index % 4 == 0 ? 1 : 0, 0, 0] }
        for _ in 0..<4 { table += identity }
        for node in 0..<16 { table += stated([node >> 3 & 1, node >> 2 & 1, node >> 1 & 1, node & 1]) }
        for _ in 0..<3 { table += identity }
        return ICCWriter(deviceClass: "prtr", space: "CMYK", table: table).bytes
    }()

    /// The samples as a file has them that counts paper, or ink.
    static func samples(countingPaper: Bool) -> [UInt8] {
        (0..<size.area).flatMap { place -> [UInt8] in
            let square = squares[place / size.width / 16 * 8 + place % size.width / 16]
            return square.map { ink -> UInt8 in UInt8(((countingPaper ? 1 - ink : ink) * 255).rounded()) }
        }
    }

    static func jpeg(
        _ profile: [UInt8]? = profile, ycck: Bool = false, marked: Bool = true, progressive: Bool = false
    ) -> [UInt8] {
        var form = TesseraReferenceInks(ycck: ycck, marked: marked, progressive: progressive)
        var length = 0
        guard
            let bytes = tessera_reference_jpeg_encode_inks(
                samples(countingPaper: marked), Int32(size.width), Int32(size.height), &form, &length)
        else { preconditionFailure("no encoder") }
        defer { free(bytes) }
        let plain = Array(UnsafeBufferPointer(start: bytes, count: length))
        return profile.map { ICCWriter.insert(ICCWriter.segments($0), into: plain) } ?? plain
    }

    /// A TIFF of one strip, in the byte order of Intel. `extra` are samples behind the inks, of the given meaning.
    static func tiff(_ profile: [UInt8]? = profile, bits: Int = 8, extra: Int? = nil, set: Int? = nil) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { place -> UInt8 in UInt8(truncatingIfNeeded: value >> (8 * place)) }
        }
        let channels = extra == nil ? 4 : 5
        let inks = samples(countingPaper: false)
        var pixels: [UInt8] = []
        for place in 0..<size.area {
            for channel in 0..<channels {
                let sample: UInt8 = channel < 4 ? inks[4 * place + channel] : 99
                pixels += bits == 16 ? [sample, sample] : [sample]
            }
        }
        var entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 3, 1, size.width), (257, 3, 1, size.height), (258, 3, 1, bits), (259, 3, 1, 1), (262, 3, 1, 5),
            (273, 4, 1, 0), (277, 3, 1, channels), (278, 3, 1, size.height), (279, 4, 1, pixels.count),
        ]
        if let set { entries.append((332, 3, 1, set)) }
        if let extra { entries.append((338, 3, 1, extra)) }
        if let profile { entries.append((34_675, 7, profile.count, 0)) }
        let start = 8 + 2 + 12 * entries.count + 4
        var file = Array("II".utf8) + little(42, 2) + little(8, 4) + little(entries.count, 2)
        for entry in entries {
            let value =
                switch entry.tag {
                case 273: start
                case 34_675: start + pixels.count
                default: entry.value
                }
            file += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4) + little(value, 4)
        }
        return file + little(0, 4) + pixels + (profile ?? [])
    }
}
