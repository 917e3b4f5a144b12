// Whether two tiny pictures show the same.
import Photos

extension TinyPicture {
    /// Parts a side of which mean colours are compared.
    private static let parts = 4
    /// Difference of a mean, of 255, that compression, another filter, or a line that one of the two lacks explains.
    private static let tolerance = 16

    /// Returns whether another picture looks the same to a coarse look: nobody would see one replaced by the other.
    /// Takes some microseconds.
    func resembles(_ other: TinyPicture) -> Bool {
        guard size == other.size else { return false }
        return zip(means, other.means).allSatisfy { abs($0 - $1) <= Self.tolerance }
    }

    /// The mean red, green and blue of each part, up to 255; 0 for a part without pixels.
    private var means: [Int] {
        var sums = [Int](repeating: 0, count: Self.parts * Self.parts * 3)
        var counts = [Int](repeating: 0, count: Self.parts * Self.parts)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = Int(pixels[y * size.width + x])
                let part = y * Self.parts / size.height * Self.parts + x * Self.parts / size.width
                counts[part] += 1
                sums[part * 3] += (pixel >> 11) * 255 / 31
                sums[part * 3 + 1] += (pixel >> 5 & 63) * 255 / 63
                sums[part * 3 + 2] += (pixel & 31) * 255 / 31
            }
        }
        return sums.indices.map { sums[$0] / max(1, counts[$0 / 3]) }
    }
}
