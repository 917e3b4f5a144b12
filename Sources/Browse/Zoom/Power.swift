// Powers and exponentials, for targets that import no C library.

/// Returns e^−x for x ≥ 0, to nine digits up to 10: four terms of the series for x ÷ 1024, squared ten times.
func decay(_ x: Double) -> Double {
    let small = x / 1024
    var power = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
    for _ in 0..<10 { power *= power }
    return 1 / power
}

/// Returns `base` to the power of `exponent`: `base` is above 0, `exponent` 0 or more. The fractional part is computed
/// by repeated square roots, to 30 bits.
func power(_ base: Double, _ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    var result = 1.0, root = base, rest = exponent - whole
    for _ in 0..<Int(whole) { result *= base }
    for _ in 0..<30 {
        root = root.squareRoot()
        rest *= 2
        if rest >= 1 {
            result *= root
            rest -= 1
        }
    }
    return result
}
