// Colour profiles as screens and cameras have them: a header, and tags for primaries and curve.
// Source: ICC.1:2022, sections 7.2, 10.18 and 10.31.

/// What goes into a profile of a matrix and one curve, or, for grey, of the curve alone.
struct ICCWriter {
    /// X, Y and Z of a primary at full intensity, adapted to D50.
    typealias Primary = (Double, Double, Double)
    typealias Primaries = (red: Primary, green: Primary, blue: Primary)

    /// Sums to D50, as all of these do. As in the ICC's own sRGB profile; from IEC 61966-2-1 by Bradford's adaptation.
    static let sRGB: Primaries = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410))
    /// From SMPTE EG 432-1 with D65, by the same adaptation; with sRGB's curve it is what telephones write.
    static let displayP3: Primaries = (
        (0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)
    )

    var primaries = sRGB
    /// The exponent of a plain power; sRGB's own curve if nil.
    var gamma: Double?
    /// A screen's; `scnr` is a camera's or scanner's, `prtr` a printer's.
    var deviceClass = "mntr"
    var space = "RGB "
    /// From the channels to CIELAB, in place of matrix and curves.
    var table: [UInt8]?
    /// Zeros behind the tags, that make a profile larger or another one.
    var padding = 0

    private static func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    }

    private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded()), 4) }

    private static func xyz(_ value: Primary) -> [UInt8] {
        Array("XYZ ".utf8) + number(0, 4) + fixed(value.0) + fixed(value.1) + fixed(value.2)
    }

    private var curve: [UInt8] {
        let kind = Array("para".utf8) + Self.number(0, 4)
        if let gamma { return kind + Self.number(0, 4) + Self.fixed(gamma) }
        let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        return kind + Self.number(3, 2) + Self.number(0, 2) + parameters.flatMap(Self.fixed)
    }

    private static let white = xyz((0.9642, 1, 0.8249))

    private var tags: [(String, [UInt8])] {
        if let table { return [("A2B0", table)] }
        if space == "GRAY" { return [("kTRC", curve)] }
        return [
            ("rXYZ", Self.xyz(primaries.red)), ("gXYZ", Self.xyz(primaries.green)), ("bXYZ", Self.xyz(primaries.blue)),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
    }

    var bytes: [UInt8] {
        let white = Self.white
        let tags = [("wtpt", white)] + tags
        var index = Self.number(tags.count, 4)
        var content: [UInt8] = []
        for (name, data) in tags {
            let offset = 128 + 4 + 12 * tags.count + content.count
            index += Array(name.utf8) + Self.number(offset, 4) + Self.number(data.count, 4)
            content += data
        }
        let body = index + content + [UInt8](repeating: 0, count: padding)
        var header = Self.number(128 + body.count, 4) + Self.number(0, 4) + Self.number(0x0420_0000, 4)
        header += Array(deviceClass.utf8) + Array(space.utf8) + Array((table == nil ? "XYZ " : "Lab ").utf8)
        header += [UInt8](repeating: 0, count: 12)
        header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + white.dropFirst(8)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + body
    }

    /// `profile` as APP2 segments, in parts of up to `part` bytes.
    static func segments(_ profile: [UInt8], part: Int = 60_000) -> [[UInt8]] {
        let starts = Array(stride(from: 0, to: profile.count, by: part))
        return starts.enumerated().map { index, start in
            let content =
                Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(starts.count)]
                + profile[start..<min(profile.count, start + part)]
            return [0xFF, 0xE2] + number(content.count + 2, 2) + content
        }
    }

    /// `png` with `profile` in a chunk behind its header, in zlib's form for what is not compressed (RFC 1950 and
    /// 1951).
    static func insert(_ profile: [UInt8], intoPNG png: [UInt8]) -> [UInt8] {
        var data: [UInt8] = [0x78, 0x01]
        let starts = Array(stride(from: 0, to: profile.count, by: 0xFFFF))
        for start in starts {
            let block = profile[start..<min(profile.count, start + 0xFFFF)]
            data.append(start == starts.last ? 1 : 0)
            data += number(block.count, 2).reversed() + number(~block.count, 2).reversed() + block
        }
        let sums = profile.reduce((1, 0)) { (($0.0 + Int($1)) % 65521, ($0.1 + $0.0 + Int($1)) % 65521) }
        data += number(sums.1, 2) + number(sums.0, 2)
        return insert("iCCP", Array("test".utf8) + [0, 0] + data, intoPNG: png)
    }

    /// `png` with a chunk behind its header.
    static func insert(_ name: String, _ content: [UInt8], intoPNG png: [UInt8]) -> [UInt8] {
        let chunk = Array(name.utf8) + content
        let check = chunk.reduce(UInt32.max) { check, byte in
            (0..<8).reduce(check ^ UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
        }
        // Signature 8, header 25.
        return Array(png.prefix(33)) + number(content.count, 4) + chunk + number(Int(~check), 4) + png.dropFirst(33)
    }

    /// `webP`, which is of the extended form, with `profile` in a chunk behind its header.
    static func insert(_ profile: [UInt8], intoWebP webP: [UInt8]) -> [UInt8] {
        func little(_ value: Int) -> [UInt8] { number(value, 4).reversed() }
        let padding = [UInt8](repeating: 0, count: profile.count % 2)
        var content = Array(webP[8..<30])
        // The flag that there is one.
        content[12] |= 0x20
        content += Array("ICCP".utf8) + little(profile.count) + profile + padding
        content += webP[30...]
        return Array("RIFF".utf8) + little(content.count) + content
    }

    /// `jpeg` with these segments behind its first marker.
    static func insert(_ segments: [[UInt8]], into jpeg: [UInt8]) -> [UInt8] {
        Array(jpeg.prefix(2)) + segments.flatMap { $0 } + jpeg.dropFirst(2)
    }
}
