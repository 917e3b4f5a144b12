// The ICC profile of a coding, so that all colours go one way. Source: ICC.1:2022, 7.2, 10.6, 10.18, 10.31 and annex E.

extension ColourCoding {
    /// Numbers of a curve that no formula of ICC has.
    private static let curveLength = 1024
    /// D50, to which all colours of a profile are adapted.
    private static let connection: Vector = (0.9642, 1, 0.8249)

    /// The profile of a matrix and a curve; nil where the colours are those of sRGB, and where the primaries are those
    /// of no light.
    package var profile: [UInt8]? {
        guard self != .sRGB, let columns = adaptedPrimaries else { return nil }
        let curve = curve
        let tags: [(String, [UInt8])] = [
            ("wtpt", Self.xyz(Self.connection)), ("rXYZ", Self.xyz(columns.0)), ("gXYZ", Self.xyz(columns.1)),
            ("bXYZ", Self.xyz(columns.2)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var table = Self.number(tags.count, 4), content: [UInt8] = []
        for (index, (name, data)) in tags.enumerated() {
            // The three curves are one.
            if index <= 4 { content += data }
            let start = 128 + 4 + 12 * tags.count + content.count - data.count
            table += Array(name.utf8) + Self.number(start, 4) + Self.number(data.count, 4)
        }
        let length = 128 + table.count + content.count
        // Version 4.2, of a screen.
        var header = Self.number(length, 4) + Self.number(0, 4) + Self.number(0x0420_0000, 4)
        header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + Self.xyz(Self.connection).dropFirst(8)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + content
    }

    private var curve: [UInt8] {
        switch transfer {
        case .sRGB:
            let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            return Array("para".utf8) + Self.number(0, 4) + Self.number(3, 2) + Self.number(0, 2)
                + parameters.flatMap(Self.fixed)
        case .gamma(let exponent):
            return Array("para".utf8) + Self.number(0, 4) + Self.number(0, 4) + Self.fixed(exponent)
        case .perceptualQuantizer, .hybridLogGamma, .logarithm:
            let last = Double(Self.curveLength - 1)
            return Array("curv".utf8) + Self.number(0, 4) + Self.number(Self.curveLength, 4)
                + (0..<Self.curveLength).flatMap {
                    Self.number(Int((65_535 * min(1, max(0, transfer.light(of: Double($0) / last)))).rounded()), 2)
                }
        }
    }

    // MARK: Colorimetry

    private typealias Vector = (Double, Double, Double)

    /// Bradford's cone responses, and back.
    private static let cones: (Vector, Vector, Vector) = (
        (0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296)
    )

    /// X, Y and Z of the full primaries, adapted to D50; nil where no light has them.
    private var adaptedPrimaries: (Vector, Vector, Vector)? {
        guard let white = Self.light(primaries.white), let sums = Self.solved(primaries, for: white) else { return nil }
        func adapted(_ point: Chromaticity, _ sum: Double) -> Vector? {
            let colour = (point.x * sum, point.y * sum, (1 - point.x - point.y) * sum)
            let (seen, from, to) = (Self.seen(colour), Self.seen(white), Self.seen(Self.connection))
            guard from.0 != 0, from.1 != 0, from.2 != 0 else { return nil }
            return Self.solved(
                Self.cones, for: (seen.0 * to.0 / from.0, seen.1 * to.1 / from.1, seen.2 * to.2 / from.2))
        }
        guard let red = adapted(primaries.red, sums.0), let green = adapted(primaries.green, sums.1),
            let blue = adapted(primaries.blue, sums.2)
        else { return nil }
        // What ICC's numbers of 16.16 bits hold.
        let all = [red.0, red.1, red.2, green.0, green.1, green.2, blue.0, blue.1, blue.2]
        return all.allSatisfy { abs($0) < 100 } ? (red, green, blue) : nil
    }

    /// The light of a white of intensity 1.
    private static func light(_ point: Chromaticity) -> Vector? {
        guard point.y > 0.001 else { return nil }
        return (point.x / point.y, 1, (1 - point.x - point.y) / point.y)
    }

    private static func seen(_ colour: Vector) -> Vector {
        func row(_ row: Vector) -> Double { row.0 * colour.0 + row.1 * colour.1 + row.2 * colour.2 }
        return (row(cones.0), row(cones.1), row(cones.2))
    }

    /// How much of each primary makes the white.
    private static func solved(_ primaries: Primaries, for white: Vector) -> Vector? {
        let (r, g, b) = (primaries.red, primaries.green, primaries.blue)
        return solved(
            ((r.x, g.x, b.x), (r.y, g.y, b.y), (1 - r.x - r.y, 1 - g.x - g.y, 1 - b.x - b.y)), for: white)
    }

    /// Solves three equations, given by their rows, by Cramer's rule; nil where they have no single solution.
    private static func solved(_ rows: (Vector, Vector, Vector), for sums: Vector) -> Vector? {
        func determinant(_ a: Vector, _ b: Vector, _ c: Vector) -> Double {
            a.0 * (b.1 * c.2 - b.2 * c.1) - a.1 * (b.0 * c.2 - b.2 * c.0) + a.2 * (b.0 * c.1 - b.1 * c.0)
        }
        let whole = determinant(rows.0, rows.1, rows.2)
        guard abs(whole) > 1e-6, whole.isFinite else { return nil }
        let first = determinant(
            (sums.0, rows.0.1, rows.0.2), (sums.1, rows.1.1, rows.1.2), (sums.2, rows.2.1, rows.2.2))
        let second = determinant(
            (rows.0.0, sums.0, rows.0.2), (rows.1.0, sums.1, rows.1.2), (rows.2.0, sums.2, rows.2.2))
        let third = determinant(
            (rows.0.0, rows.0.1, sums.0), (rows.1.0, rows.1.1, sums.1), (rows.2.0, rows.2.1, sums.2))
        return (first / whole, second / whole, third / whole)
    }

    // MARK: Bytes

    private static func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    }

    private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded()), 4) }

    private static func xyz(_ value: Vector) -> [UInt8] {
        Array("XYZ ".utf8) + number(0, 4) + fixed(value.0) + fixed(value.1) + fixed(value.2)
    }
}
