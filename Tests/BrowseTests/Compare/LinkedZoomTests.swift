// Where photos that are compared lie together.
import Photos
import Testing

@testable import Browse

struct LinkedZoomTests {
    private let large = PixelSize(width: 6000, height: 4000), small = PixelSize(width: 3000, height: 2000)
    private let view = PixelSize(width: 600, height: 500)
    private let refs: [PhotoRef] = {
        let collection = PhotoRef.Collection.next()
        return (0..<3).map { PhotoRef(collection, slot: $0) }
    }()

    private func whole(_ size: PixelSize) -> ZoomState { ZoomState(size, in: view) }

    /// A zoom that knows the photos.
    private func linked(_ sizes: [PixelSize]) -> LinkedZoom {
        var linked = LinkedZoom()
        for (ref, size) in zip(refs, sizes) {
            let placed = linked.placement(of: ref, size, in: view)
            #expect(placed == whole(size))
        }
        return linked
    }

    /// Where a photo that is known lies.
    private func placed(
        _ linked: LinkedZoom, _ ref: PhotoRef, _ size: PixelSize, isGuess: Bool = false, in view: PixelSize
    ) -> ZoomState {
        var linked = linked
        return linked.placement(of: ref, size, isGuess: isGuess, in: view)
    }

    @Test func photosOfOneSizeLieInTheSamePlace() {
        var linked = linked([large, large])
        for state in [
            whole(large).zoomed(to: 1, at: 123, 77), whole(large).stepped(by: 3, at: 10, 20),
            whole(large).zoomed(to: 4, at: 500, 400).panned(x: 900, y: -333),
        ] {
            linked.move(refs[0], to: state, alone: false)
            let other = linked.placement(of: refs[1], large, in: view)
            #expect(abs(other.scale / state.scale - 1) < 1e-9)
            #expect(abs(other.middle.x - state.middle.x) < 1e-6 && abs(other.middle.y - state.middle.y) < 1e-6)
            #expect(other.drawn == state.drawn)
        }
    }

    @Test func ownPixelsAreExactlyThose() {
        var linked = linked([large, large, large.transposed])
        linked.move(refs[0], to: whole(large).zoomed(to: 1, at: 300, 250), alone: false)
        #expect(placed(linked, refs[1], large, in: view).scale == 1)
        // Of the same camera held upright, too.
        #expect(placed(linked, refs[2], large.transposed, in: view).scale == 1)
    }

    @Test func photosWithFewerPixelsShowTheSameShareAsLarge() {
        var linked = linked([large, small])
        linked.move(refs[0], to: whole(large).zoomed(to: 1, withMiddle: 0.3, 0.6), alone: false)
        let other = linked.placement(of: refs[1], small, in: view)
        #expect(abs(other.scale - 2) < 1e-9)
        #expect(abs(other.middle.x - 0.3) < 1e-6 && abs(other.middle.y - 0.6) < 1e-6)
    }

    @Test func whoeverIsMovedTheOthersFollowAndNothingCreeps() {
        let sizes = [large, small, PixelSize(width: 3000, height: 5000)]
        var linked = linked(sizes)
        linked.move(refs[0], to: whole(large).zoomed(to: 0.7, withMiddle: 0.4, 0.5), alone: false)
        let states = zip(refs, sizes).map { linked.placement(of: $0, $1, in: view) }
        for _ in 0..<5 {
            for (ref, state) in zip(refs, states) {
                linked.move(ref, to: state, alone: false)
                for ((other, size), state) in zip(zip(refs, sizes), states) {
                    let placed = linked.placement(of: other, size, in: view)
                    #expect(abs(placed.scale / state.scale - 1) < 1e-9)
                    #expect(abs(placed.middle.x - state.middle.x) < 1e-6)
                }
            }
        }
    }

    @Test func wholePhotosGoWithWholePhotosAndMagnifiedOnesGrowTogether() {
        let tall = PixelSize(width: 3000, height: 5000)
        var linked = linked([large, tall]), before = whole(tall).scale
        for step in 1...10 {
            linked.move(refs[0], to: whole(large).stepped(by: Double(step), at: 300, 250), alone: false)
            let scale = linked.placement(of: refs[1], tall, in: view).scale
            // Without a jump, whatever the ratios.
            #expect(scale > before && scale < before * 1.6)
            before = scale
        }
        linked.move(refs[0], to: whole(large), alone: false)
        #expect(placed(linked, refs[1], tall, in: view) == whole(tall))
    }

    @Test func onePhotoMovedAloneKeepsItsDistanceUntilAllAreWhole() {
        var linked = linked([large, large])
        let start = whole(large).zoomed(to: 1, withMiddle: 0.5, 0.5)
        linked.move(refs[0], to: start, alone: false)
        linked.move(refs[1], to: start.panned(x: 60, y: 40), alone: true)
        #expect(linked.isApart(refs[1]))
        // The other one stays.
        #expect(placed(linked, refs[0], large, in: view) == start)
        // It is moved: the distance stays.
        linked.move(refs[0], to: start.panned(x: -300, y: 0), alone: false)
        var other = linked.placement(of: refs[1], large, in: view)
        #expect(abs(other.middle.x - start.panned(x: -240, y: 40).middle.x) < 1e-6)
        // So it does where the first one follows the second.
        linked.move(refs[1], to: other.panned(x: 100, y: 0), alone: false)
        let first = linked.placement(of: refs[0], large, in: view)
        #expect(abs(first.middle.x - start.panned(x: -200, y: 0).middle.x) < 1e-6)
        linked.move(refs[0], to: whole(large), alone: false)
        #expect(!linked.isApart(refs[1]))
        other = linked.placement(of: refs[1], large, in: view)
        #expect(other == whole(large))
    }

    @Test func onePhotoMagnifiedAloneStaysSoWhileTheOthersBeginToBe() {
        var linked = linked([large, large])
        linked.move(refs[1], to: whole(large).zoomed(to: 1, withMiddle: 0.2, 0.5), alone: true)
        // The first frame of an animation shows what was there.
        linked.move(refs[0], to: whole(large), alone: false)
        #expect(placed(linked, refs[1], large, in: view).scale == 1)
        linked.move(refs[0], to: whole(large).stepped(by: 1, at: 300, 250), alone: false)
        #expect(placed(linked, refs[1], large, in: view).scale > 1)
        linked.move(refs[1], to: whole(large), alone: false)
        #expect(placed(linked, refs[0], large, in: view) == whole(large))
        #expect(!linked.isApart(refs[1]))
    }

    @Test func aPhotoOfUnknownSizeIsMagnifiedAsMuchAsTheOthers() {
        var linked = linked([large])
        linked.move(refs[0], to: whole(large).zoomed(to: 0.5, withMiddle: 0.4, 0.4), alone: false)
        let guess = PixelSize(width: 30_000, height: 20_000)
        let guessed = linked.placement(of: refs[1], guess, isGuess: true, in: view)
        #expect(guessed.drawn == whole(large).zoomed(to: 0.5, at: 0, 0).drawn)
        #expect(abs(guessed.middle.x - 0.4) < 1e-3)
        // It says nothing of how large the others are.
        #expect(abs(placed(linked, refs[0], large, in: view).scale - 0.5) < 1e-9)
    }

    @Test func whenALargerPhotoComesOrGoesTheOthersStay() {
        var linked = linked([small, small])
        let state = whole(small).zoomed(to: 0.6, withMiddle: 0.5, 0.4)
        linked.move(refs[0], to: state, alone: false)
        let third = linked.placement(of: refs[2], large, in: view)
        #expect(abs(placed(linked, refs[1], small, in: view).scale - 0.6) < 1e-9)
        #expect(abs(third.middle.y - 0.4) < 1e-6)
        linked.keep(only: [refs[0], refs[1]])
        #expect(abs(placed(linked, refs[1], small, in: view).scale - 0.6) < 1e-9)
    }

    @Test func aPhotoThatIsReplacedLeavesNoDistanceBehind() {
        var linked = linked([large, large])
        let start = whole(large).zoomed(to: 1, withMiddle: 0.5, 0.5)
        linked.move(refs[0], to: start, alone: false)
        linked.move(refs[1], to: start.panned(x: 60, y: 40), alone: true)
        linked.keep(only: [refs[0], refs[2]])
        #expect(!linked.isApart(refs[1]))
        #expect(placed(linked, refs[2], large, in: view) == start)
    }

    @Test func picturesSmallerThanTheirViewsAreMagnifiedTogether() {
        let tiny = PixelSize(width: 60, height: 40)
        var linked = linked([tiny, tiny])
        #expect(whole(tiny).scale == 1)
        linked.move(refs[0], to: whole(tiny).zoomed(to: 2, at: 300, 250), alone: false)
        #expect(placed(linked, refs[1], tiny, in: view).scale == 2)
        linked.move(refs[0], to: whole(tiny), alone: false)
        #expect(placed(linked, refs[1], tiny, in: view) == whole(tiny))
    }

    @Test func levelsLeadToScalesAndBack() {
        for (whole, pixels) in [(0.1, 1.0), (0.3, 1.4), (1, 1), (0.9, 0.5)] {
            for scale in [whole, whole * 1.01, 0.5, 0.99, 1, 1.3, 2, 8] where scale >= whole {
                let level = LinkedZoom.level(at: scale, whole: whole, pixels: pixels)
                #expect(abs(LinkedZoom.scale(at: level, whole: whole, pixels: pixels) / scale - 1) < 1e-9)
            }
        }
    }
}
