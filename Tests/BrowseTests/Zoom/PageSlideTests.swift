import Browse
import Testing

/// The slide from one photo to the next.
struct PageSlideTests {
    private let frame = 1.0 / 60, width = 1200.0

    /// Offsets of all frames until the end.
    private func frames(_ slide: inout PageSlide) -> [Double] {
        var offsets = [slide.offset]
        while !slide.isOver(width: width), offsets.count < 200 {
            slide.advance(by: frame)
            offsets.append(slide.offset)
        }
        return offsets
    }

    @Test func thePhotoComesFromItsSideAndStopsInItsPlace() {
        for step in [1, -1] {
            var slide = PageSlide()
            slide.turn(step)
            let offsets = frames(&slide).map { $0 * Double(step) }
            #expect(offsets.first == 1)
            #expect(offsets == offsets.sorted(by: >), "and never further than its place")
            #expect(offsets.allSatisfy { $0 >= 0 })
            #expect(offsets.count > 12 && offsets.count < 32)
            // No frame moves it by more than an eighth of the page.
            #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 - $1 < 0.13 })
        }
    }

    @Test func thePhotoAfterThatTakesTheMovementOver() {
        var slide = PageSlide()
        slide.turn(1)
        for _ in 0..<8 { slide.advance(by: frame) }
        let before = slide.offset
        slide.advance(by: frame)
        let here = slide.offset
        slide.turn(1)
        // The one that was shown is where it was, a page before the new one.
        #expect(abs(slide.offset - 1 - here) < 1e-12)
        slide.advance(by: frame)
        let step = here - (slide.offset - 1)
        #expect(step > 0 && step >= before - here, "it goes on no slower")
        // Back again: to where the first one is.
        slide.turn(-1)
        slide.turn(-1)
        #expect(slide.offset < 0)
    }

    @Test func noNumberOfPhotosQueuesUp() {
        var slide = PageSlide()
        for _ in 0..<50 {
            slide.turn(1)
            slide.advance(by: 1 / 30)
            #expect(slide.offset <= PageSlide.mostPages)
        }
        #expect(frames(&slide).count < 40)
        slide.turn(-1)
        slide.stop()
        #expect(slide == PageSlide())
    }
}
