// The scans of a progressive JPEG that are worth decoding: complete, and visible at the chosen scale.

extension JPEGScan {
    /// Returns the end of the last complete scan within the first `limit` bytes, if the scans up to there hold the mean
    /// values of every component, so that they can be shown.
    package func displayableEnd(within limit: Int) -> Int? {
        let there = scans.prefix { $0.range.upperBound <= limit }
        let told = there.reduce(0) { $0 + ($1.holdsFirstMeans ? $1.count : 0) }
        return told >= sampling.count ? there.last?.range.upperBound : nil
    }

    /// The scans that a decode at 1/8 does not use: at this scale libjpeg makes one sample of each block of the finest
    /// components, which is the block's mean value. All scans of coarser components are used, because libjpeg makes
    /// more samples of their blocks, so that they need no enlarging (jdmaster.c, jpeg_core_output_dimensions).
    package var unusedAtOneEighth: [Range<Int>] {
        let across = sampling.map(\.across).max(), down = sampling.map(\.down).max()
        let finest = sampling.filter { $0.across == across && $0.down == down }.map(\.component)
        return scans.filter { $0.holdsDetail && $0.count == 1 && finest.contains($0.component) }.map(\.range)
    }
}
