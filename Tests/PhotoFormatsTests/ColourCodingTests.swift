// Colours that are named by numbers become profiles of the same colours.
import Photos
import Testing

@testable import PhotoFormats

@Suite struct ColourCodingTests {
    private func fixed(_ profile: [UInt8], _ tag: String) -> [Double] {
        profile.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            let entry = (0..<7).map { 132 + 12 * $0 }.first { view.has(tag, at: $0) }
            guard let entry, let start = view.big32(entry + 4) else { return [] }
            return (0..<3).compactMap { view.big32(start + 8 + 4 * $0) }
                .map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
        }
    }

    private func isNear(_ one: [Double], _ other: [Double]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 0.0005 }
    }

    @Test func displayP3HasTheColumnsOfItsOwnProfile() throws {
        let profile = try #require(ColourCoding(primaries: 12, transfer: 13)?.profile)
        #expect(isNear(fixed(profile, "rXYZ"), [0.51512, 0.24120, -0.00105]))
        #expect(isNear(fixed(profile, "gXYZ"), [0.29198, 0.69225, 0.04189]))
        #expect(isNear(fixed(profile, "bXYZ"), [0.15710, 0.06657, 0.78407]))
        #expect(profile.withUnsafeBytes { ByteView($0).big32(0) } == profile.count)
    }

    @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22])
    func thePrimariesOfEachNumberMakeWhite(code: Int) throws {
        let profile = try #require(ColourCoding(primaries: code, transfer: 8)?.profile)
        let columns = ["rXYZ", "gXYZ", "bXYZ"].map { fixed(profile, $0) }
        let sum = (0..<3).map { row in columns.reduce(0) { $0 + $1[row] } }
        #expect(isNear(sum, [0.9642, 1, 0.8249]), "\(code): \(sum)")
    }

    @Test func whatIsSRGBOrMeansNothingHasNoProfile() {
        for (primaries, transfer) in [(1, 13), (2, 2), (1, 1), (1, 6), (2, 13)] {
            #expect(ColourCoding(primaries: primaries, transfer: transfer) == .sRGB)
        }
        #expect(ColourCoding.sRGB.profile == nil)
        for (primaries, transfer) in [(0, 13), (3, 13), (200, 13), (1, 0), (1, 3), (1, 19)] {
            #expect(ColourCoding(primaries: primaries, transfer: transfer) == nil)
        }
        let point = ColourCoding.Chromaticity(0.3, 0.3)
        let none = ColourCoding.Primaries(red: point, green: point, blue: point, white: point)
        #expect(ColourCoding(primaries: none, transfer: .sRGB).profile == nil)
        let black = ColourCoding.Primaries(red: .init(0, 0), green: .init(0, 0), blue: .init(0, 0), white: .init(0, 0))
        #expect(ColourCoding(primaries: black, transfer: .gamma(2)).profile == nil)
    }

    @Test(arguments: [
        ColourCoding.Transfer.perceptualQuantizer, .hybridLogGamma, .logarithm(decades: 2), .gamma(2.2), .sRGB,
    ])
    func aCurveRisesFromBlackToWhite(transfer: ColourCoding.Transfer) {
        let light = (0...1000).map { transfer.light(of: Double($0) / 1000) }
        #expect(zip(light, light.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(light[0] < 0.001 && abs(light[1000] - 1) < 0.001)
    }

    @Test func whiteOfPaperIsTheSameByBothHighDynamicRanges() {
        // 203 cd/m², by BT.2408, table 1: 58 % of PQ and 75 % of HLG. Half of a screen's light is three quarters of a
        // level.
        let quantizer = ColourCoding.Transfer.perceptualQuantizer.light(of: 0.5807)
        let logarithmic = ColourCoding.Transfer.hybridLogGamma.light(of: 0.75)
        #expect(abs(quantizer - 0.5206) < 0.002 && abs(logarithmic - 0.5206) < 0.002)
    }

    private func png(_ chunks: [(String, [UInt8])]) -> PictureHeader {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            number(content.count) + Array(name.utf8) + content + number(0)
        }
        let bytes =
            PictureHeader.pngMark + chunk("IHDR", number(8) + number(8) + [8, 2, 0, 0, 0])
            + chunks.flatMap { chunk($0.0, $0.1) } + chunk("IDAT", [1, 2, 3]) + chunk("gAMA", number(100_000))
            + chunk("IEND", [])
        return bytes.withUnsafeBytes { PictureHeader(scanning: $0) }
    }

    @Test func ofAPNGsStatementsTheMostExactCounts() {
        let p3 = ColourCoding(primaries: 12, transfer: 13)?.profile
        let gamma: [UInt8] = [0, 0, 0xB1, 0x8F], linear: [UInt8] = [0, 1, 0x86, 0xA0]
        let plain = png([])
        #expect(plain.profile == nil && plain.takesLoadersProfile)
        let coded = png([("cICP", [12, 13, 0, 1]), ("iCCP", [97, 0, 0]), ("gAMA", linear)])
        #expect(coded.profile == p3 && p3 != nil)
        let standard = png([("cICP", [1, 13, 0, 1]), ("iCCP", [97, 0, 0])])
        #expect(standard.profile == nil && !standard.takesLoadersProfile)
        let own = png([("gAMA", linear), ("iCCP", [97, 0, 0])])
        #expect(own.profile == nil && own.takesLoadersProfile)
        #expect(png([("sRGB", [0]), ("gAMA", linear)]).profile == nil)
        #expect(png([("gAMA", gamma)]).profile == nil)
        let light = ColourCoding(primaries: .bt709, transfer: .gamma(1)).profile
        #expect(png([("gAMA", linear)]).profile == light && light != nil)
        #expect(png([("gAMA", [0, 0, 0, 1])]).profile == nil && png([("gAMA", [0, 0])]).profile == nil)
    }

    @Test func anAdobeRGBPhotoSaysSoInEXIFAlone() {
        func jpeg(space: Int, index: String, isWhole: Bool = true) -> [UInt8]? {
            func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
            func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }
            let own = 8 + 2 + 12 + 4, other = own + 2 + 24 + 4
            let tiff =
                Array("MM".utf8) + short(42) + long(8) + short(1) + short(0x8769) + short(4) + long(1) + long(own)
                + long(0)
                + short(2) + short(0xA001) + short(3) + long(1) + short(space) + short(0)
                + short(0xA005) + short(4) + long(1) + long(other) + long(0)
                + short(1) + short(1) + short(2) + long(4) + Array(index.utf8) + [0] + long(0)
            let segment = Array("Exif\0\0".utf8) + tiff
            let bytes = [0xFF, 0xD8, 0xFF, 0xE1] + short(segment.count + 2) + segment + [0xFF, 0xD9]
            return bytes.withUnsafeBytes { JPEGScan(ByteView($0), to: .end).colours(of: ByteView($0)) }
        }
        #expect(jpeg(space: 0xFFFF, index: "R03") == ColourCoding.adobeRGB.profile)
        #expect(jpeg(space: 2, index: "R98") == ColourCoding.adobeRGB.profile)
        #expect(jpeg(space: 0xFFFF, index: "R98") == nil && jpeg(space: 1, index: "R03") == nil)
    }
}
