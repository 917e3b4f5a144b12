import Photos
import Testing

@testable import Browse

/// The transition between tile and page, over random tiles, windows, ratios and interruptions.
struct ZoomTransitionTests {
    private let frame = 1.0 / 60

    /// A tile, a window and a photo in it.
    private struct World {
        var ratio: Double
        var window: Rectangle
        var tile: ZoomPlacement
        var page: ZoomPlacement
    }

    private struct Dice {
        var random: SplitMix
        init(_ seed: Int) { random = SplitMix(seed: UInt64(seed)) }
        mutating func roll(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + Double(random.next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
        }
    }

    private func world(_ dice: inout Dice, ratio: Double? = nil) -> World {
        let ratio = ratio ?? (dice.roll(0...1) < 0.5 ? dice.roll(0.1...1) : dice.roll(1...10))
        let window = Rectangle(x: 0, y: 0, width: dice.roll(300...3840), height: dice.roll(300...2160))
        let side = dice.roll(64...280)
        let square = Rectangle(
            x: dice.roll(-side / 2...window.width - side / 2), y: dice.roll(-side / 2...window.height - side / 2),
            width: side, height: side)
        let height = min(window.height, window.width / ratio)
        let whole = Rectangle(midX: window.midX, midY: window.midY, width: height * ratio, height: height)
        return World(
            ratio: ratio, window: window,
            tile: ZoomPlacement(tile: square, ratio: ratio, fit: .fill, in: window, scale: 1),
            page: ZoomPlacement(whole: whole, in: window))
    }

    private func opening(_ world: World) -> ZoomTransition {
        ZoomTransition(at: world.tile, ratio: world.ratio, toward: .opening)
    }

    /// The largest difference of any side of what is seen.
    private func distance(_ a: ZoomPlacement, _ b: ZoomPlacement) -> Double {
        [
            a.visible.x - b.visible.x, a.visible.y - b.visible.y, a.visible.maxX - b.visible.maxX,
            a.visible.maxY - b.visible.maxY,
        ].map(abs).max() ?? 0
    }

    private func contains(_ outer: Rectangle, _ inner: Rectangle) -> Bool {
        inner.x >= outer.x - 1e-6 && inner.y >= outer.y - 1e-6 && inner.maxX <= outer.maxX + 1e-6
            && inner.maxY <= outer.maxY + 1e-6
    }

    @Test(arguments: 0..<200)
    func itLeavesTheTileAndArrivesOnThePageWithoutAJump(seed: Int) {
        var dice = Dice(seed)
        let world = world(&dice)
        var transition = opening(world)
        #expect(distance(transition.placement, world.tile) < 1e-9)
        var frames = 0
        while !transition.hasArrived(tile: world.tile, page: world.page), frames < 200 {
            transition.advance(by: frame, tile: world.tile, page: world.page)
            frames += 1
        }
        #expect(distance(transition.placement, world.page) < 1)
        #expect(frames > 20 && frames < 60)
    }

    @Test(arguments: 0..<200)
    func itsRatioIsRightAndWhatIsSeenIsOfThePhoto(seed: Int) {
        var dice = Dice(seed)
        let world = world(&dice)
        var transition = opening(world)
        for _ in 0..<50 {
            let placement = transition.placement
            #expect(abs(placement.whole.width - placement.whole.height * world.ratio) < 1e-6)
            #expect(contains(placement.whole, placement.visible))
            transition.advance(by: frame, tile: world.tile, page: world.page)
            if dice.roll(0...1) < 0.1 { transition.redirect(to: transition.phase == .opening ? .closing : .opening) }
        }
    }

    /// The share of the photo that is seen grows from the tile's crop to all of it.
    @Test(arguments: 0..<200)
    func whatIsSeenOfThePhotoGrowsAllTheWay(seed: Int) {
        var dice = Dice(seed)
        let world = world(&dice)
        var transition = opening(world)
        var before = 0.0
        while transition.progress < 1 {
            let placement = transition.placement
            let share =
                placement.visible.width * placement.visible.height / placement.whole.width / placement.whole.height
            #expect(share >= before - 1e-9)
            before = share
            transition.advance(by: frame / 4, tile: world.tile, page: world.page)
        }
        #expect(before > 0.97)
    }

    /// Whatever happens in mid-transition, no side of the picture steps further than it moved before and the spring can
    /// push it in that time, and neither does its velocity.
    @Test(arguments: 0..<300)
    func positionAndVelocityCarryOver(seed: Int) {
        var dice = Dice(seed)
        var world = world(&dice)
        var transition = opening(world)
        let step = 1e-4
        let end = dice.roll(0.05...0.4)
        for _ in 0..<Int(end / step) { transition.advance(by: step, tile: world.tile, page: world.page) }
        let before = transition.placement
        transition.advance(by: step, tile: world.tile, page: world.page)
        let here = transition.placement
        switch seed % 4 {
        case 0: transition.redirect(to: .closing)
        case 1: world.page = self.world(&dice, ratio: world.ratio).page
        case 2: world.tile = self.world(&dice, ratio: world.ratio).tile
        default:
            world = self.world(&dice)
            transition.setRatio(world.ratio)
        }
        #expect(distance(transition.placement, here) < 1e-6)
        transition.advance(by: step, tile: world.tile, page: world.page)
        let after = transition.placement
        // No end is further than 8,000 pixels: ω² · 8,000 px · (0.1 ms)², and what damping takes.
        #expect(abs(distance(after, here) - distance(here, before)) < 0.05)
    }

    @Test(arguments: 0..<100)
    func itComesHomeAfterAnyNumberOfTurns(seed: Int) {
        var dice = Dice(seed)
        let world = world(&dice)
        var transition = opening(world)
        for turn in 0..<5 {
            for _ in 0..<Int(dice.roll(1...20)) { transition.advance(by: frame, tile: world.tile, page: world.page) }
            transition.redirect(to: turn % 2 == 0 ? .closing : .opening)
        }
        for _ in 0..<90 { transition.advance(by: frame, tile: world.tile, page: world.page) }
        #expect(transition.phase == .closing && transition.hasArrived(tile: world.tile, page: world.page))
        #expect(distance(transition.placement, world.tile) < 0.1)
    }

    @Test func endsThatMoveAreFollowed() {
        var dice = Dice(7)
        var world = world(&dice)
        var transition = opening(world)
        for _ in 0..<30 {
            world.page.whole = world.page.whole.moved(x: 3, y: -2)
            world.page.visible = world.page.visible.moved(x: 3, y: -2)
            transition.advance(by: frame, tile: world.tile, page: world.page)
        }
        for _ in 0..<60 { transition.advance(by: frame, tile: world.tile, page: world.page) }
        #expect(transition.hasArrived(tile: world.tile, page: world.page))
    }

    /// Until the photo's ratio is known, its tile flies as the square that it is.
    @Test func aRatioThatIsLearntInMidTransitionChangesNothingThatIsSeen() {
        var dice = Dice(11)
        let square = world(&dice, ratio: 1)
        var transition = opening(square)
        for _ in 0..<10 { transition.advance(by: frame, tile: square.tile, page: square.page) }
        let before = transition.placement
        transition.setRatio(1.5)
        #expect(distance(transition.placement, before) < 1e-9)
        // The tile's crop is where it was.
        let crop = transition.placement.whole.crop(ratio: 1)
        #expect(abs(crop.x - before.whole.x) < 1e-6 && abs(crop.width - before.whole.width) < 1e-6)
    }

    @Test(arguments: [ZoomTransition.Phase.opening, .closing])
    func afterTheLastFrameItRestsExactlyAtItsEnd(phase: ZoomTransition.Phase) {
        var dice = Dice(5)
        let world = world(&dice)
        let end = phase == .opening ? world.page : world.tile
        var transition = ZoomTransition(
            at: phase == .opening ? world.tile : world.page, ratio: world.ratio, toward: phase)
        for _ in 0..<60 { transition.advance(by: frame, tile: world.tile, page: world.page) }
        #expect(!transition.isAtRest(tile: world.tile, page: world.page))
        transition.rest(tile: world.tile, page: world.page)
        #expect(distance(transition.placement, end) < 1e-9)
        // It stays there, until its end moves.
        transition.advance(by: frame, tile: world.tile, page: world.page)
        #expect(transition.isAtRest(tile: world.tile, page: world.page))
        var moved = end
        moved.visible = moved.visible.moved(x: 0, y: 1)
        #expect(
            !transition.isAtRest(
                tile: phase == .opening ? world.tile : moved, page: phase == .opening ? moved : world.page))
    }

    // MARK: By hand

    @Test(arguments: 0..<100)
    func aHandMovesItBetweenItsEndsAndGivesItItsVelocity(seed: Int) {
        var dice = Dice(seed)
        let world = world(&dice)
        var transition = ZoomTransition(at: world.page, ratio: world.ratio, toward: .underGesture)
        transition.drag(by: -0.3, tile: world.tile, page: world.page)
        #expect(abs(transition.progress - 0.7) < 1e-9)
        transition.drag(by: -5, tile: world.tile, page: world.page)
        #expect(abs(transition.progress) < 1e-9 && distance(transition.placement, world.tile) < 1e-6)
        transition.drag(by: 0.5, tile: world.tile, page: world.page)
        let here = transition.placement
        transition.advance(by: 1, tile: world.tile, page: world.page)
        #expect(transition.placement == here)
        transition.letGo(toward: .closing, velocity: -2, tile: world.tile, page: world.page)
        let before = transition.progress
        transition.advance(by: 1e-5, tile: world.tile, page: world.page)
        #expect(abs((transition.progress - before) / 1e-5 + 2) < 0.01)
    }

    @Test func noHandIsFasterThanTenTimesTheWayASecond() {
        var dice = Dice(3)
        let world = world(&dice)
        var transition = ZoomTransition(at: world.page, ratio: world.ratio, toward: .underGesture)
        transition.drag(by: -0.5, tile: world.tile, page: world.page)
        transition.letGo(toward: .closing, velocity: -1000, tile: world.tile, page: world.page)
        let before = transition.progress
        transition.advance(by: 1e-5, tile: world.tile, page: world.page)
        #expect(abs((transition.progress - before) / 1e-5 + 10) < 0.1)
    }
}
