import Testing

@testable import Browse

/// The grid drawn as one picture between two sizes of its tiles.
struct TileScalingTests {
    private typealias Home = TileScaling.Home

    private func room(
        _ width: Int = 1_280, tile: Int = 200, kind: LayoutKind = .squares, scale: Double = 1
    ) -> GridLayout.Room {
        GridLayout.Room(kind: kind, width: width, scale: scale, tileSize: tile)
    }

    /// A scaling of a room around a point in the middle of a cell of the usual height.
    private func begun(_ room: GridLayout.Room, x: Double = 700, y: Double = 300) -> TileScaling {
        TileScaling(room, home: Home(x: x, y: y, height: room.cellHeight))
    }

    /// Half a device pixel: what drawing may be away from what is said.
    private func isAt(_ point: Home, _ other: Home, scale: Double = 1) -> Bool {
        abs(point.x - other.x) * scale < 0.5 && abs(point.y - other.y) * scale < 0.5
            && abs(point.height - other.height) * scale < 0.5
    }

    @Test func fingersInsideAStepScaleAroundTheirPointAndLayNothingOut() {
        var scaling = begun(room())
        scaling.hold()
        for factor in [1, 1.05, 1.15, 0.95, 0.93] {
            scaling.pinch(to: factor)
            #expect(scaling.tileSize == 200)
            #expect(abs(scaling.scale - factor) < 1e-9)
            #expect(isAt(scaling.place, Home(x: 700, y: 300, height: 213 * factor)))
            let corner = scaling.drawn(x: 800, y: 400)
            #expect(abs(corner.x - (700 + 100 * factor)) < 1e-9 && abs(corner.y - (300 + 100 * factor)) < 1e-9)
        }
    }

    @Test func theMiddleToTheNextStepAsksForItAndALittleBackDoesNot() {
        var scaling = begun(room())
        scaling.hold()
        // Cells of 213 pixels, and of 320 in four columns.
        let middle = (320.0 / 213).squareRoot()
        scaling.pinch(to: middle * 0.99)
        #expect(scaling.tileSize == 200)
        scaling.pinch(to: middle * 1.03)
        #expect(scaling.tileSize == 256)
        scaling.pinch(to: middle * 0.99)
        #expect(scaling.tileSize == 256)
        scaling.pinch(to: middle * 0.96)
        #expect(scaling.tileSize == 200)
    }

    @Test func aLayoutOfTheNextStepLeavesTheAnchorWhereItIsAndAsLargeAsItIs() {
        var scaling = begun(room())
        scaling.hold()
        scaling.pinch(to: 1.3)
        let before = scaling.place
        scaling.laidOut(for: 256, home: Home(x: 100, y: 310, height: 320))
        #expect(isAt(scaling.place, before))
        #expect(abs(scaling.scale - 1.3 * 213 / 320) < 1e-9)
        // The photos slide into their columns under the fingers, which keep the size.
        for _ in 0..<60 { scaling.advance(by: 1.0 / 60) }
        #expect(isAt(scaling.place, Home(x: 100, y: 310, height: 1.3 * 213)))
        #expect(!scaling.isOver && !scaling.isMoving)
        scaling.letGo()
        for _ in 0..<60 { scaling.advance(by: 1.0 / 60) }
        #expect(scaling.isOver)
        #expect(isAt(scaling.place, Home(x: 100, y: 310, height: 320)))
    }

    @Test func aStepOfAKeyIsDrawnFromTheOldSizeToTheNew() {
        var scaling = begun(room())
        scaling.go(to: 160)
        #expect(!scaling.isOver)
        scaling.advance(by: 0.1)
        #expect(scaling.scale == 1)
        scaling.laidOut(for: 160, home: Home(x: 40, y: 300, height: 182))
        #expect(isAt(scaling.place, Home(x: 700, y: 300, height: 213)))
        var last = scaling.scale
        while scaling.isMoving {
            scaling.advance(by: 1.0 / 60)
            #expect(scaling.scale <= last)
            last = scaling.scale
        }
        #expect(scaling.isOver)
        #expect(isAt(scaling.place, scaling.home))
    }

    @Test func aStepOverManySizesIsDrawnFromTwiceTheSizeAtMost() {
        var scaling = begun(room())
        scaling.go(to: 64)
        scaling.laidOut(for: 64, home: Home(x: 700, y: 300, height: 71))
        #expect(abs(scaling.scale - 2) < 1e-9)
    }

    @Test func anotherAnchorMovesNothing() {
        var numbers = SeededNumbers(7)
        var scaling = begun(room())
        scaling.hold()
        scaling.pinch(to: 1.3)
        scaling.laidOut(for: 256, home: Home(x: 100, y: 310, height: 320))
        scaling.advance(by: 0.05)
        for _ in 0..<20 {
            let point = (
                x: Double.random(in: 0...1_280, using: &numbers), y: Double.random(in: 0...800, using: &numbers)
            )
            let before = scaling.drawn(x: point.x, y: point.y)
            var other = scaling
            other.anchor(at: Home(x: 900, y: 20, height: 320))
            let after = other.drawn(x: point.x, y: point.y)
            #expect(abs(before.x - after.x) < 1e-6 && abs(before.y - after.y) < 1e-6)
            let back = other.laidOut(x: after.x, y: after.y)
            #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6)
        }
    }

    @Test func partsOfAWheelClickAddUpToAStep() {
        for tile in [64, 100, 200, 320] {
            var scaling = begun(room(tile: tile))
            scaling.hold()
            for _ in 0..<8 { scaling.move(bySteps: 0.125) }
            scaling.letGo()
            #expect(room(tile: scaling.tileSize).cellHeight > room(tile: tile).cellHeight, "\(tile)")
            #expect(
                room(tile: scaling.tileSize).metrics.columns
                    == room(tile: tile).metrics.columns - 1 || scaling.tileSize == GridMetrics.tileSize(tile, steps: 1))
        }
    }

    @Test func theEndsOfTheSizesGiveALittleAndNoMore() {
        for factor in [1e-9, 1e9] {
            var scaling = begun(room())
            scaling.hold()
            scaling.pinch(to: factor)
            let end = factor > 1 ? GridMetrics.tileSizes.upperBound : GridMetrics.tileSizes.lowerBound
            #expect(scaling.tileSize == end)
            let height = room(tile: end).cellHeight
            #expect(abs(scaling.place.height / height - 1) < 0.07)
        }
    }

    @Test func whatIsDrawnSmallerReachesBeyondTheViewport() {
        var scaling = begun(room())
        #expect(scaling.reach(pageHeight: 800) == (0, 800))
        scaling.hold()
        let reach = scaling.reach(pageHeight: 800)
        #expect(reach.top < 0 && reach.bottom > 800)
        // As far as fingers can go without another layout.
        while scaling.tileSize == 200 {
            #expect(scaling.laidOut(x: 0, y: 0).y >= reach.top - 1)
            #expect(scaling.laidOut(x: 0, y: 800).y <= reach.bottom + 1)
            scaling.move(bySteps: -0.02)
        }
    }

    /// Any sequence of fingers, keys, layouts and frames, in any room, with any numbers.
    @Test(arguments: 0..<300) func theAnchorStaysAtItsPointAndAllEndsOnAStep(number: Int) {
        var numbers = SeededNumbers(number)
        let wild = [0, -1, .nan, .infinity, 1e300, 1e-300]
        var room = LayoutCase.room(using: &numbers)
        if Bool.random(using: &numbers) { room = room.with(tileSize: Int.random(in: -5...900, using: &numbers)) }
        func home(_ room: GridLayout.Room) -> Home {
            // Of justified rows, the height differs from the wanted one.
            let height =
                room.cellHeight * Double.random(in: room.kind == .justified ? 0.67...1.5 : 1...1, using: &numbers)
            return Home(
                x: Double.random(in: 0...Double(room.width), using: &numbers),
                y: Double.random(in: 0...800, using: &numbers), height: height)
        }
        var scaling = TileScaling(room, home: home(room))
        for _ in 0..<60 {
            let before = scaling.place
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: scaling.hold()
            case 1: scaling.pinch(to: wild.randomElement(using: &numbers) ?? 1)
            case 2: scaling.pinch(to: Double.random(in: 0.2...5, using: &numbers))
            case 3: scaling.move(bySteps: wild.randomElement(using: &numbers) ?? 1)
            case 4: scaling.move(bySteps: Double.random(in: -2...2, using: &numbers))
            case 5: scaling.letGo()
            case 6: scaling.go(to: GridMetrics.tileSizeSteps.randomElement(using: &numbers) ?? 200)
            default:
                scaling.advance(by: Double.random(in: 0...0.1, using: &numbers))
                #expect(scaling.place.x.isFinite && scaling.place.y.isFinite)
                continue
            }
            let held = scaling.place
            #expect(abs(held.x - before.x) * room.scale < 1 && abs(held.y - before.y) * room.scale < 1)
            if scaling.tileSize != room.tileSize, Bool.random(using: &numbers) {
                room = room.with(tileSize: scaling.tileSize)
                let isHeld = scaling.isHeld
                scaling.laidOut(for: room.tileSize, home: home(room))
                let after = scaling.place
                #expect(abs(after.x - held.x) * room.scale < 1 && abs(after.y - held.y) * room.scale < 1)
                if isHeld { #expect(abs(after.height / held.height - 1) < 1e-6) }
            }
            #expect(scaling.scale.isFinite && scaling.scale > 0)
            let reach = scaling.reach(pageHeight: 800)
            #expect(reach.top.isFinite && reach.bottom.isFinite && reach.top <= 0 && reach.bottom >= 800)
        }
        scaling.hold()
        scaling.letGo()
        #expect(GridMetrics.tileSizeSteps.contains(scaling.tileSize))
        if scaling.tileSize != room.tileSize { scaling.laidOut(for: scaling.tileSize, home: home(room)) }
        for _ in 0..<120 { scaling.advance(by: 1.0 / 60) }
        #expect(scaling.isOver)
        #expect(abs(scaling.scale - 1) < 1e-3)
        #expect(isAt(scaling.place, scaling.home, scale: room.scale))
    }

    @Test func aWindowOfOnePixelAndOneNarrowerThanTwoTilesHaveTheirSteps() {
        var narrow = begun(room(1))
        narrow.hold()
        narrow.pinch(to: 3)
        #expect(narrow.tileSize == 200 && narrow.scale < 1.1)
        narrow.letGo()
        #expect(narrow.tileSize == 200)
        // One column of all sizes from 320 on: there is nothing between them to be seen.
        var phone = begun(room(360, tile: 320))
        phone.hold()
        phone.pinch(to: 5)
        #expect(phone.tileSize == 320 && phone.scale < 1.1)
        phone.pinch(to: 0.5)
        #expect(room(360, tile: phone.tileSize).metrics.columns == 2)
    }
}
