// Sums and products of numbers that strangers name, such as the lengths of files: as large as they can be instead of an
// end of the program.

extension FixedWidthInteger {
    /// Returns the sum; the largest or the least number where that cannot be represented.
    public func addingSaturating(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return !overflows ? sum : other < 0 ? .min : .max
    }

    /// Returns the product; the largest or the least number where that cannot be represented.
    public func multipliedSaturating(by other: Self) -> Self {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return !overflows ? product : (self < 0) == (other < 0) ? .max : .min
    }
}
