// Where the pictures of a film strip lie.
import Testing

@testable import Browse

struct FilmStripLayoutTests {
    private func layout(_ count: Int = 100, width: Double = 640, isRightToLeft: Bool = false) -> FilmStripLayout {
        FilmStripLayout(count: count, side: 64, gap: 6, width: width, isRightToLeft: isRightToLeft)
    }

    @Test func thePresentOneLiesInTheMiddleAtBothEndsToo() {
        for index in [0, 50, 99] { #expect(layout().x(of: index, at: Double(index)) == 288) }
    }

    @Test func theNextOneLiesToTheRightAndFromRightToLeftToTheLeft() {
        #expect(layout().x(of: 8, at: 7) == 288 + 70)
        #expect(layout(isRightToLeft: true).x(of: 8, at: 7) == 288 - 70)
        #expect(layout(isRightToLeft: true).index(at: 288 - 10, position: 7) == 8)
    }

    @Test func thosePartlyInViewAreSeenAndNoOthers() {
        for isRightToLeft in [false, true] {
            for width in [1.0, 63, 64, 320, 640, 1920] {
                let layout = layout(1000, width: width, isRightToLeft: isRightToLeft)
                for step in 0..<70 {
                    let position = 500 + Double(step) / 70
                    let seen = layout.indices(at: position)
                    for index in 400..<600 {
                        let left = layout.x(of: index, at: position)
                        // Of one at the very edge nothing is seen, as far as numbers go.
                        if abs(left + 64) < 1e-6 || abs(left - width) < 1e-6 { continue }
                        #expect(seen.contains(index) == (left + 64 > 0 && left < width), "\(index) of \(seen)")
                    }
                    #expect(seen.count <= layout.mostSeen)
                }
            }
        }
    }

    @Test func beyondTheEndsThereIsNothing() {
        #expect(layout(3).indices(at: 0) == 0..<3)
        #expect(layout(0).indices(at: 0).isEmpty)
        #expect(layout(3).indices(at: 50).isEmpty)
        #expect(layout(3).indices(at: -50).isEmpty)
        #expect(layout().index(at: 100, position: 0) == nil)
    }

    @Test func aPointBetweenTwoIsOnNone() {
        #expect(layout().index(at: 288, position: 7) == 7)
        #expect(layout().index(at: 288 + 63.9, position: 7) == 7)
        #expect(layout().index(at: 288 + 65, position: 7) == nil)
        #expect(layout().index(at: 288 + 70, position: 7) == 8)
    }
}
