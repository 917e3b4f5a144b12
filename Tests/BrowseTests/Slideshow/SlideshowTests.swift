// The course of a slideshow: order, time, pauses, steps, and photos that cannot be shown.
import Photos
import Testing

@testable import Browse

@Suite struct SlideshowTests {
    private static let collection = PhotoRef.Collection.next()
    private let photos = (0..<5).map { PhotoRef(collection, slot: $0) }

    @Test func itBeginsAtThePhotoAndGoesRound() throws {
        var show = try #require(Slideshow(photos, from: photos[3]))
        #expect(show.wanted == [photos[3], photos[4]])
        #expect(play(&show, slides: 4) == [photos[3], photos[4], photos[0], photos[1]])
    }

    @Test func thereIsNoneWithoutPhotosAndOnePhotoStays() throws {
        #expect(Slideshow([]) == nil)
        var show = try #require(Slideshow([photos[0]]))
        show.arrived(photos[0])
        #expect(!show.isTimed)
        #expect(show.wanted == [photos[0]])
        show.step(forward: true)
        #expect(show.current == photos[0] && show.isShown)
    }

    @Test func theTimeOfASlideCountsOnceItsPictureIsThere() throws {
        var show = try #require(Slideshow(photos))
        #expect(!show.isTimed)
        show.timeIsUp()
        #expect(show.current == photos[0])
        show.arrived(photos[1])
        #expect(!show.isTimed)
        show.arrived(photos[0])
        #expect(show.isTimed)
        show.timeIsUp()
        #expect(show.current == photos[1])
        #expect(!show.isShown)
    }

    @Test func aPauseStopsTheTimeAndStepsStillGoOn() throws {
        var show = try #require(Slideshow(photos))
        show.arrived(photos[0])
        show.togglePause()
        #expect(!show.isTimed)
        show.timeIsUp()
        #expect(show.current == photos[0])
        show.step(forward: true)
        show.arrived(photos[1])
        #expect(show.current == photos[1] && !show.isTimed)
        show.step(forward: false)
        show.step(forward: false)
        #expect(show.current == photos[4])
        // Ahead is where the last step went.
        #expect(show.wanted == [photos[4], photos[3]])
        show.arrived(photos[4])
        show.togglePause()
        show.timeIsUp()
        #expect(show.current == photos[0])
    }

    @Test func whatFailsIsLeftOutAndTheLastFailureEndsIt() throws {
        var show = try #require(Slideshow(photos))
        show.failed(photos[1])
        #expect(show.current == photos[0])
        #expect(show.next == photos[2])
        show.failed(photos[0])
        #expect(show.current == photos[2])
        show.failed(photos[3])
        #expect(play(&show, slides: 3) == [photos[2], photos[4], photos[2]])
        show.failed(photos[4])
        show.failed(photos[2])
        // The last one is on the screen and stays there.
        #expect(show.current == photos[2] && !show.isOver && !show.isTimed)
        var none = try #require(Slideshow(photos))
        for photo in photos { none.failed(photo) }
        #expect(none.isOver)
        #expect(none.wanted.isEmpty)
    }

    @Test func aShuffledShowBeginsWithThePhotoAndShowsEachOnce() throws {
        let many = (0..<100).map { PhotoRef(Self.collection, slot: $0) }
        var show = try #require(Slideshow(many, from: many[40], shuffledBy: 7))
        #expect(show.current == many[40])
        let shown = play(&show, slides: 100)
        #expect(Set(shown) == Set(many))
        #expect(shown != many)
        #expect(try #require(Slideshow(many, from: many[40], shuffledBy: 7)).order == shown)
        #expect(try #require(Slideshow(many, from: many[40], shuffledBy: 8)).order != shown)
    }

    @Test func photosThatComeAreShownInTheirTurn() throws {
        var show = try #require(Slideshow(Array(photos[0..<2]), from: photos[1]))
        show.arrived(photos[1])
        #expect(show.next == photos[0])
        show.renew(photos)
        #expect(show.current == photos[1] && show.isShown)
        #expect(show.next == photos[2])
        show.renew([photos[0], photos[2], photos[3]])
        #expect(show.current == photos[2] && !show.isShown, "it is gone")
        show.renew([photos[3]])
        #expect(show.current == photos[3])
        show.renew([])
        #expect(show.current == photos[3])
    }

    /// Shows slides as their pictures arrive and their times are up.
    private func play(_ show: inout Slideshow, slides: Int) -> [PhotoRef] {
        (0..<slides).map { slide in
            if slide > 0 { show.timeIsUp() }
            show.arrived(show.current)
            return show.current
        }
    }
}
