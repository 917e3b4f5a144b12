import Foundation
import Photos
import Testing

@testable import Browse

/// The spring against what the textbooks say of it.
struct SpringTests {
    private typealias Vector = Spring.Vector

    private static let ratios = [0.2, 0.5, 0.85, 0.999, 1.0]

    /// Eight starts and targets at once.
    private func random(_ seed: UInt64) -> (position: Vector, velocity: Vector, target: Vector) {
        var random = SplitMix(seed: seed)
        func vector(_ size: Double) -> Vector {
            var vector = Vector.zero
            for lane in 0..<8 { vector[lane] = (Double(random.next() >> 11) / Double(1 << 53) - 0.5) * 2 * size }
            return vector
        }
        return (vector(1000), vector(9000), vector(1000))
    }

    private func largest(_ vector: Vector) -> Double { (0..<8).map { abs(vector[$0]) }.max() ?? 0 }

    /// x = target + e^(-βt) (d cos ωt + (v + βd) ÷ ω sin ωt); at the critical ratio ω is 0 and the sine's part is t.
    private func analytic(
        _ ratio: Double, _ response: Double, _ d: Vector, _ v: Vector, _ target: Vector, _ t: Double
    ) -> Vector {
        let frequency = 2 * Double.pi / response, decay = ratio * frequency
        let swing = frequency * (1 - ratio * ratio).squareRoot()
        let sine = swing > 0 ? sin(swing * t) / swing : t
        return target + (d * cos(swing * t) + (v + decay * d) * sine) * exp(-decay * t)
    }

    @Test(arguments: ratios)
    func itMovesAsTheFormulaSays(ratio: Double) {
        let spring = Spring(dampingRatio: ratio, response: 0.45)
        for seed in 0..<50 as Range<UInt64> {
            let start = random(seed)
            for seconds in [0, 0.001, 1.0 / 60, 0.1, 0.45, 1, 2.5] {
                var (position, velocity) = (start.position, start.velocity)
                spring.move(&position, &velocity, toward: start.target, seconds: seconds)
                let right = analytic(
                    ratio, 0.45, start.position - start.target, start.velocity, start.target, seconds)
                #expect(largest(position - right) < 1e-6)
            }
        }
    }

    /// x″ = -ω²(x - target) - 2βx′, by differences of a microsecond.
    @Test(arguments: ratios)
    func itObeysItsDifferentialEquation(ratio: Double) {
        let spring = Spring(dampingRatio: ratio, response: 0.45)
        let frequency = 2 * Double.pi / 0.45
        let start = random(1)
        let step = 1e-6
        for seconds in [0.01, 0.1, 0.3, 0.8] {
            var (position, velocity) = (start.position, start.velocity)
            spring.move(&position, &velocity, toward: start.target, seconds: seconds)
            var (later, laterVelocity) = (position, velocity)
            spring.move(&later, &laterVelocity, toward: start.target, seconds: step)
            #expect(largest((later - position) / step - velocity) < 1)
            let force = -frequency * frequency * (position - start.target) - 2 * ratio * frequency * velocity
            #expect(largest((laterVelocity - velocity) / step - force) < 20)
        }
    }

    @Test(arguments: ratios)
    func itsEnergyNeverGrowsAndItSettles(ratio: Double) {
        let spring = Spring(dampingRatio: ratio, response: 0.45)
        let frequency = 2 * Double.pi / 0.45
        var (position, velocity, target) = random(2)
        func energy() -> Vector {
            (position - target) * (position - target) * (frequency * frequency) + velocity * velocity
        }
        var before = energy()
        for _ in 0..<600 {
            spring.move(&position, &velocity, toward: target, seconds: 1.0 / 60)
            let now = energy()
            #expect((0..<8).allSatisfy { now[$0] <= before[$0] + 1e-9 })
            before = now
        }
        #expect(largest(position - target) < 1e-6 && largest(velocity) < 1e-5)
    }

    @Test func oneLongStepIsAsManyShortOnes() {
        let start = random(3)
        var (position, velocity) = (start.position, start.velocity)
        for _ in 0..<60 { Spring.zoom.move(&position, &velocity, toward: start.target, seconds: 0.01) }
        var (atOnce, velocityAtOnce) = (start.position, start.velocity)
        Spring.zoom.move(&atOnce, &velocityAtOnce, toward: start.target, seconds: 0.6)
        #expect(largest(position - atOnce) < 1e-6)
        #expect(largest(velocity - velocityAtOnce) < 1e-5)
    }

    @Test func afterAnHourItIsAtItsTarget() {
        var (position, velocity, target) = random(4)
        Spring.zoom.move(&position, &velocity, toward: target, seconds: 3600)
        #expect(position == target && velocity == .zero)
    }

    @Test func theZoomGoesPastItsEndByLessThanAPercent() {
        var (position, velocity) = (Vector.zero, Vector.zero)
        var highest = 0.0
        for _ in 0..<1000 {
            Spring.zoom.move(&position, &velocity, toward: Vector(repeating: 1), seconds: 0.001)
            highest = max(highest, position[0])
        }
        #expect(highest > 1.006 && highest < 1.0065)
    }
}
