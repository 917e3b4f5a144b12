import Browse
import Testing

/// The way of a photo that is being turned.
struct TurnMotionTests {
    /// A wide photo fitted into a view of 1000 by 800, and the same photo upright.
    private let wide = Rectangle(x: 0, y: 100, width: 1000, height: 600)
    private let tall = Rectangle(midX: 500, midY: 400, width: 480, height: 800)

    @Test func aTurnBeginsWithThePhotoAsItLay() {
        let motion = TurnMotion(from: wide, .rest, turned: 1, to: tall)
        #expect(motion.angle == -90)
        // What is 800 wide before its rotation is drawn as wide as the wide photo was.
        #expect(abs(800 * motion.size - 1000) < 1e-9)
        #expect(motion.x == 0 && motion.y == 0)
        #expect(TurnMotion(from: wide, .rest, turned: -1, to: tall).angle == 90)
        #expect(TurnMotion(from: wide, .rest, turned: 2, to: wide).size == 1)
    }

    @Test func aTurnEndsWithThePhotoAtRest() {
        let motion = TurnMotion(from: wide.moved(x: 30, y: -8), .rest, turned: 1, to: tall)
        #expect(motion.x == 30 && motion.y == -8)
        #expect(motion.settled(by: 0) == motion)
        #expect(motion.settled(by: 1) == .rest)
        #expect(motion.settled(by: 0.5).angle == -45)
    }

    @Test func aSecondTurnGoesOnFromWhereTheFirstIs() {
        let now = TurnMotion(from: wide, .rest, turned: 1, to: tall).settled(by: 0.4)
        let next = TurnMotion(from: tall, now, turned: 1, to: wide)
        // Drawn at the same angle and size as before: 90 degrees further from the next rest, which is 90 further on.
        #expect(next.angle == now.angle - 90)
        #expect(abs(1000 * next.size - 800 * now.size) < 1e-9)
        // And back: as if there had been none.
        let back = TurnMotion(from: tall, now, turned: -1, to: wide)
        #expect(back.angle == now.angle + 90)
    }

    @Test func aPhotoWithoutSizeIsAtItsOwn() {
        let nothing = Rectangle(x: 0, y: 0, width: 0, height: 0)
        #expect(TurnMotion(from: wide, .rest, turned: 1, to: nothing).size == 1)
    }
}
