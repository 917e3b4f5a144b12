// How a picture lies in its view: properties that hold for any picture, any view and any use of the hand.
import Photos
import Testing

@testable import Browse

struct ZoomStateTests {
    /// Pictures and views from tiny to huge, with the zoomStates that a random hand makes of them.
    static func walk(seed: UInt64, _ body: (_ before: ZoomState, _ hand: Hand, _ after: ZoomState) throws -> Void)
        rethrows
    {
        var random = SplitMix(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + Double(random.next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
        }
        for _ in 0..<60 {
            let picture = PixelSize(width: Int(number(1...20_000)), height: Int(number(1...9_000)))
            let view = PixelSize(width: Int(number(50...3_840)), height: Int(number(50...2_160)))
            var zoomState = ZoomState(picture, in: view)
            for _ in 0..<40 {
                let x = number(0...Double(view.width)), y = number(0...Double(view.height))
                let hand: Hand =
                    switch Int(number(0...4.99)) {
                    case 0: .zoom(number(0.001...12), x, y)
                    case 1: .step(number(-4...4), x, y)
                    case 2: .toggle(x, y)
                    case 3: .pan(number(-5_000...5_000), number(-5_000...5_000))
                    default: .resize(PixelSize(width: Int(number(50...3_840)), height: Int(number(50...2_160))))
                    }
                let next = hand.move(zoomState)
                try body(zoomState, hand, next)
                zoomState = next
            }
        }
    }

    enum Hand {
        case zoom(Double, Double, Double)
        case step(Double, Double, Double)
        case toggle(Double, Double)
        case pan(Double, Double)
        case resize(PixelSize)

        func move(_ zoomState: ZoomState) -> ZoomState {
            switch self {
            case .zoom(let scale, let x, let y): zoomState.zoomed(to: scale, at: x, y)
            case .step(let steps, let x, let y): zoomState.stepped(by: steps, at: x, y)
            case .toggle(let x, let y): zoomState.toggled(at: x, y)
            case .pan(let x, let y): zoomState.panned(x: x, y: y)
            case .resize(let view): zoomState.moved(into: view)
            }
        }

        var point: (x: Double, y: Double)? {
            switch self {
            case .zoom(_, let x, let y), .step(_, let x, let y), .toggle(let x, let y): (x, y)
            case .pan, .resize: nil
            }
        }
    }

    @Test(arguments: 0..<4) func noEdgeComesInsideThatNeedNot(seed: UInt64) {
        Self.walk(seed: seed) { _, _, after in
            for (origin, extent, view) in [
                (after.origin.x, after.drawn.width, after.view.width),
                (after.origin.y, after.drawn.height, after.view.height),
            ] {
                if extent <= view {
                    #expect(abs((view - extent) - 2 * origin) <= 1, "in the middle")
                } else {
                    #expect(origin <= 0 && origin + extent >= view)
                }
            }
        }
    }

    @Test(arguments: 0..<4) func theScaleStaysWithinItsBoundsAndTheRatioIsKept(seed: UInt64) {
        Self.walk(seed: seed) { _, _, after in
            #expect(after.scale >= after.fittedScale && after.scale <= ZoomState.largestScale)
            #expect(abs(Double(after.drawn.width) - Double(after.picture.width) * after.scale) <= 1)
            #expect(abs(Double(after.drawn.height) - Double(after.picture.height) * after.scale) <= 1)
        }
    }

    @Test(arguments: 0..<4) func whatLiesUnderThePointerStaysThereUnlessAnEdgeForbidsIt(seed: UInt64) {
        Self.walk(seed: seed) { before, hand, after in
            guard let point = hand.point else { return }
            let wasUnder = before.point(under: point.x, point.y), isUnder = after.point(under: point.x, point.y)
            // An axis is bound where the picture does not reach beyond the view, or touches its edge.
            if after.drawn.width > after.view.width, after.origin.x < 0,
                after.origin.x + after.drawn.width > after.view.width
            {
                #expect(abs(wasUnder.x - isUnder.x) * after.scale < 1e-3)
            }
            if after.drawn.height > after.view.height, after.origin.y < 0,
                after.origin.y + after.drawn.height > after.view.height
            {
                #expect(abs(wasUnder.y - isUnder.y) * after.scale < 1e-3)
            }
        }
    }

    @Test func onePixelIsOneDevicePixelOnWholeOnes() {
        let fitted = ZoomState(PixelSize(width: 4000, height: 3000), in: PixelSize(width: 1281, height: 799))
        #expect(fitted.isFitted)
        #expect(fitted.drawn == PixelSize(width: 1065, height: 799))
        let whole = fitted.toggled(at: 700.5, 300.25)
        #expect(whole.scale == 1)
        #expect(whole.drawn == whole.picture)
        #expect(whole.toggled(at: 10, 10) == fitted)
    }

    @Test func aFittedPictureIsAsLargeAsItsDecode() {
        for (width, height) in [(4000, 3000), (3000, 4000), (20_000, 4_000), (1_281, 801), (33, 7_000)] {
            let picture = PixelSize(width: width, height: height), view = PixelSize(width: 1280, height: 800)
            #expect(ZoomState(picture, in: view).drawn == picture.scaled(toward: view, fit: .fit))
        }
    }

    @Test func stepsStopAtOneToOneOnceInEachDirection() {
        var zoomState = ZoomState(PixelSize(width: 4000, height: 3000), in: PixelSize(width: 1280, height: 800))
        var scales: [Double] = []
        while zoomState.scale < ZoomState.largestScale {
            zoomState = zoomState.stepped(by: 1, at: 640, 400)
            scales.append(zoomState.scale)
        }
        #expect(scales.count { $0 == 1 } == 1)
        #expect(scales == scales.sorted())
        while !zoomState.isFitted {
            zoomState = zoomState.stepped(by: -1, at: 640, 400)
            scales.append(zoomState.scale)
        }
        #expect(scales.count { $0 == 1 } == 2)
    }

    @Test func aPictureThatTheViewHoldsIsShownPixelByPixelAndDoubled() {
        let small = ZoomState(PixelSize(width: 200, height: 100), in: PixelSize(width: 1280, height: 800))
        #expect(small.scale == 1 && small.isFitted)
        #expect(small.toggled(at: 0, 0).scale == 2)
        #expect(small.zoomed(to: 0.1, at: 0, 0) == small)
    }

    @Test(arguments: 0..<4) func betweenTwoPlacesNothingJumps(seed: UInt64) {
        Self.walk(seed: seed) { before, hand, after in
            guard before.view == after.view else { return }
            #expect(before.interpolated(to: after, 1) == after)
            let start = before.interpolated(to: after, 0)
            #expect(abs(start.scale - before.scale) < 1e-6 * before.scale)
            #expect(abs(start.origin.x - before.origin.x) <= 1 && abs(start.origin.y - before.origin.y) <= 1)
            var last = before.scale
            for part in stride(from: 0.1, through: 1, by: 0.1) {
                let scale = before.interpolated(to: after, part).scale
                #expect((after.scale >= before.scale) ? scale >= last - 1e-9 : scale <= last + 1e-9)
                last = scale
            }
        }
    }

    @Test func onItsWayTheSamePointStaysUnderThePointer() {
        let from = ZoomState(PixelSize(width: 4000, height: 3000), in: PixelSize(width: 1280, height: 800)).zoomed(
            to: 1, at: 640, 400)
        let to = from.zoomed(to: 3, at: 300, 200)
        let under = from.point(under: 300, 200)
        for part in [0.2, 0.5, 0.9] {
            let point = from.interpolated(to: to, part).point(under: 300, 200)
            #expect(abs(point.x - under.x) < 1e-3 && abs(point.y - under.y) < 1e-3)
        }
    }

    @Test func aFlingGoesOnMoreAndMoreSlowlyAndEnds() {
        let deceleration = Deceleration(x: 1000, y: -500)
        #expect(!deceleration.isOver(after: 0))
        #expect(deceleration.isOver(after: 2))
        let half = deceleration.distance(after: 0.5), all = deceleration.distance(after: 2)
        #expect(half.x > all.x / 2 && all.x < 1000 / Deceleration.friction)
        #expect(abs(all.y + all.x / 2) < 1e-6)
        #expect(Deceleration(x: 0, y: 0).isOver(after: 0))
    }
}

struct PictureDetailTests {
    private let view = PixelSize(width: 1280, height: 800)

    @Test func theFittedSizeIsEnoughUntilOneLooksCloser() {
        let fitted = ZoomState(PixelSize(width: 4000, height: 3000), in: view)
        #expect(DecodeSizing.size(for: fitted) == nil)
        #expect(
            DecodeSizing.size(for: ZoomState(PixelSize(width: 100, height: 50), in: view).zoomed(to: 8, at: 0, 0))
                == nil)
    }

    @Test func aCloserLookHasAPixelForEachDevicePixelInFewSizes() {
        let picture = PixelSize(width: 4000, height: 3000)
        var sizes: Set<PixelSize> = []
        for scale in stride(from: 0.3, through: 8, by: 0.01) {
            let zoomState = ZoomState(picture, in: view).zoomed(to: scale, at: 640, 400)
            guard let size = DecodeSizing.size(for: zoomState) else { continue }
            sizes.insert(size)
            #expect(size == picture || size.width + 1 >= zoomState.drawn.width)
            #expect(size.width <= 4000 && Double(size.width) * 0.74 < Double(zoomState.drawn.width))
        }
        #expect(sizes.contains(picture))
        #expect(sizes.count <= 6)
    }

    @Test(arguments: [(20_000, 4_000), (10_000, 10_000), (60_000, 500), (8_256, 5_504), (20_001, 20_001)])
    func noDecodeIsLargerThanTheLimit(width: Int, height: Int) throws {
        let picture = PixelSize(width: width, height: height)
        let size = try #require(DecodeSizing.size(for: ZoomState(picture, in: view).zoomed(to: 8, at: 0, 0)))
        #expect(size.area <= DecodeSizing.pixelLimit && size.area * 4 > DecodeSizing.pixelLimit)
        // Of a very large one a part that libjpeg makes by itself, so that the rest is never in memory.
        let parts = (picture.width + size.width - 1) / size.width
        #expect(picture.area <= 2 * DecodeSizing.pixelLimit || size == picture.reduced(parts))
    }

    /// What a listing or a header may announce, and more: no arithmetic overflows, whatever the hand does.
    @Test(arguments: [1, 65_535, 1 << 30, 1 << 61, Int.max], [1, 65_535, 1 << 30, 1 << 61, Int.max])
    func aPictureOfAnySidesCanBeLookedAt(width: Int, height: Int) {
        let picture = PixelSize(width: width, height: height)
        for view in [view, PixelSize(square: 1), PixelSize(square: .max)] {
            var zoomState = ZoomState(picture, in: view)
            for scale in [1, 8, 1e300, 1e-300] {
                zoomState = zoomState.zoomed(to: scale, at: 640, 400).panned(x: -1e18, y: 1e18)
                #expect(zoomState.drawn.area > 0 && zoomState.origin.x <= PixelSize.largestSide)
                _ = DecodeSizing.size(for: zoomState)
                for quarterTurns in 0..<4 {
                    guard let region = DecodeSizing.region(for: zoomState, quarterTurns: quarterTurns) else { continue }
                    _ = DecodeSizing.suffices(region, for: zoomState, quarterTurns: quarterTurns, isThere: true)
                }
            }
            #expect(zoomState.moved(into: PixelSize(square: 300)).view == PixelSize(square: 300))
        }
    }
}

extension PixelSize {
    fileprivate func reduced(_ parts: Int) -> PixelSize {
        PixelSize(width: (width + parts - 1) / parts, height: (height + parts - 1) / parts)
    }
}
