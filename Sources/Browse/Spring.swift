// A damped spring in closed form: where it is and how fast it moves, any time after it was let go.

/// A mass on a damped spring, by its damping ratio and its response as designers name them. What moves is a vector whose
/// parts move alike, each toward its own target: a rectangle keeps its ratio on the way to one of the same ratio.
public struct Spring: Hashable, Sendable {
    /// Parts of a position or a velocity; the unit is the caller's, a velocity's is that a second.
    public typealias Vector = SIMD8<Double>

    /// What a zoom between grid and photo moves by: it arrives within half a second and goes past its end by 0.6 %.
    public static let zoom = Spring(dampingRatio: 0.85, response: 0.45)

    /// Undamped angular frequency, 1/s.
    private let frequency: Double
    /// Rate at which the amplitude falls, 1/s.
    private let decay: Double
    /// Angular frequency of the damped swing, 1/s; 0 where it swings no more.
    private let swing: Double

    /// Amplitudes below e^-40 of the first one are nothing.
    private static let end = 40.0

    /// - Parameters:
    ///   - dampingRatio: 1 comes to rest soonest without going past its target; moved into 0.1 ... 1.
    ///   - response: Seconds that a swing without damping would take, above 0.
    public init(dampingRatio: Double, response: Double) {
        let ratio = min(max(dampingRatio, 0.1), 1)
        frequency = 2 * .pi / max(response, 1e-3)
        decay = ratio * frequency
        swing = frequency * (1 - ratio * ratio).squareRoot()
    }

    /// Moves `position` and `velocity` on by `seconds`, at least 0. One step of any length is the same as many.
    public func move(
        _ position: inout Vector, _ velocity: inout Vector, toward target: Vector, seconds: Double
    ) {
        let (cosine, sine) = swung(max(0, seconds))
        let distance = position - target
        position = target + distance * (cosine + decay * sine) + velocity * sine
        velocity = velocity * (cosine - decay * sine) - distance * (frequency * frequency * sine)
    }

    /// e^(-decay·t) · cos(swing·t), and e^(-decay·t) · sin(swing·t) ÷ swing, which is e^(-decay·t) · t without swing.
    ///
    /// The complex exponential by eight terms of its series for t ÷ 1024, squared ten times: better than 1e-9. The pure
    /// rooms have no mathematical library.
    private func swung(_ seconds: Double) -> (cosine: Double, sine: Double) {
        guard decay * seconds < Spring.end else { return (0, 0) }
        let real = -decay * seconds / 1024, imaginary = swing * seconds / 1024
        var (cosine, sine) = (1.0, 0.0)
        for term in stride(from: 8.0, to: 0, by: -1) {
            (cosine, sine) = (
                1 + (real * cosine - imaginary * sine) / term, (real * sine + imaginary * cosine) / term
            )
        }
        for _ in 0..<10 { (cosine, sine) = (cosine * cosine - sine * sine, 2 * cosine * sine) }
        return (cosine, swing > 0 ? sine / swing : cosine * seconds)
    }
}
