// A damped spring in closed form: position and velocity at any time after its release.
import func Glibc.cos
import func Glibc.exp
import func Glibc.sin

/// A mass on a damped spring, given by damping ratio and response. Position and velocity are vectors whose components
/// move by the same law, each toward its own target: a rectangle keeps its ratio on the way to one of the same ratio.
public struct Spring: Hashable, Sendable {
    /// Components of a position or a velocity. The unit is the caller's; velocities are per second.
    public typealias Vector = SIMD8<Double>

    /// The spring of the zoom transition: arrives within half a second and overshoots by 0.6 %.
    public static let zoom = Spring(dampingRatio: 0.85, response: 0.45)

    /// Undamped angular frequency, 1/s.
    private let frequency: Double
    /// Decay rate of the amplitude, 1/s.
    private let decay: Double
    /// Angular frequency of the damped oscillation, 1/s; 0 at critical damping.
    private let swing: Double

    /// Amplitudes below e^-40 of the initial one are taken as 0.
    private static let end = 40.0

    /// - Parameters:
    ///   - dampingRatio: 1 comes to rest soonest without overshoot; clamped to 0.1 ... 1.
    ///   - response: Period of the undamped oscillation in seconds, above 0.
    public init(dampingRatio: Double, response: Double) {
        let ratio = min(max(dampingRatio, 0.1), 1)
        frequency = 2 * .pi / max(response, 1e-3)
        decay = ratio * frequency
        swing = frequency * (1 - ratio * ratio).squareRoot()
    }

    /// Advances `position` and `velocity` by `seconds`, at least 0. One long step gives the same result as many short
    /// ones.
    public func move(
        _ position: inout Vector, _ velocity: inout Vector, toward target: Vector, seconds: Double
    ) {
        let (cosine, sine) = swung(max(0, seconds))
        let distance = position - target
        position = target + distance * (cosine + decay * sine) + velocity * sine
        velocity = velocity * (cosine - decay * sine) - distance * (frequency * frequency * sine)
    }

    /// Returns e^(-decay·t) · cos(swing·t), and e^(-decay·t) · sin(swing·t) ÷ swing, which is e^(-decay·t) · t at
    /// critical damping.
    private func swung(_ seconds: Double) -> (cosine: Double, sine: Double) {
        guard decay * seconds < Spring.end else { return (0, 0) }
        let amplitude = exp(-decay * seconds)
        return (amplitude * cos(swing * seconds), amplitude * (swing > 0 ? sin(swing * seconds) / swing : seconds))
    }
}
