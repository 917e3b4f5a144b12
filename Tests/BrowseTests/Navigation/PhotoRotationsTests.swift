// How long a photo stays turned, and which one.
import Browse
import Photos
import Testing

struct PhotoRotationsTests {
    private let here = SourceID("folder:/a"), there = SourceID("folder:/b"), photo = PhotoID("1.jpg")

    @Test func aPhotoStaysTurnedWhileItsSourceIsShown() {
        var rotations = PhotoRotations()
        rotations.enter(here)
        rotations[photo, of: here] = 7
        rotations.enter(here)
        #expect(rotations[photo, of: here] == 3)
        #expect(rotations[PhotoID("2.jpg"), of: here] == 0)
        rotations[photo, of: here] = 4
        #expect(rotations[photo, of: here] == 0)
    }

    @Test func aPhotoOfTheSameNameInAnotherSourceIsNotTurned() {
        var rotations = PhotoRotations()
        rotations.enter(here)
        rotations[photo, of: here] = 1
        #expect(rotations[photo, of: there] == 0)
        rotations[photo, of: there] = 2
        #expect(rotations[photo, of: there] == 0)
    }

    @Test func whatIsLeftIsForgotten() {
        var rotations = PhotoRotations()
        rotations.enter(here)
        rotations[photo, of: here] = 1
        rotations.enter(there)
        rotations.enter(here)
        #expect(rotations[photo, of: here] == 0 && rotations == {
            var none = PhotoRotations()
            none.enter(here)
            return none
        }())
    }
}
