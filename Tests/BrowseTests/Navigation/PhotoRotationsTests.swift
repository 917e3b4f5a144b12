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
        #expect(
            rotations[photo, of: here] == 0
                && rotations
                    == {
                        var none = PhotoRotations()
                        none.enter(here)
                        return none
                    }()
        )
    }

    @Test func aWrittenTurnIsDrawnWithTheOldVersionAndNotWithTheNewOne() {
        var rotations = PhotoRotations()
        rotations.enter(here)
        rotations[photo, version: "a", of: here] = 1
        rotations.wrote(1, of: photo, from: "a", to: "b", of: here)
        #expect(rotations[photo, version: "a", of: here] == 1 && rotations[photo, version: "b", of: here] == 0)
        // Turned once more while the old version is on the screen.
        rotations[photo, version: "a", of: here] = 2
        #expect(rotations[photo, version: "b", of: here] == 1)
        rotations.wrote(1, of: photo, from: "b", to: "c", of: here)
        #expect(["a", "b", "c"].map { rotations[photo, version: $0, of: here] } == [2, 1, 0])
        // A version that somebody else has made is as it is.
        #expect(rotations[photo, version: "x", of: here] == 0)
    }

    @Test func aTurnThatIsWrittenBackLeadsToTheFirstVersion() {
        var rotations = PhotoRotations()
        rotations.enter(here)
        for turns in [1, 2] {
            rotations[photo, version: "a", of: here] = 1
            rotations.wrote(1, of: photo, from: "a", to: "b", of: here)
            rotations[photo, version: "b", of: here] = 3
            rotations.wrote(3, of: photo, from: "b", to: "a", of: here)
            #expect(rotations[photo, version: "a", of: here] == 0, "\(turns)")
            #expect(rotations[photo, version: "b", of: here] == 3, "\(turns)")
        }
    }

    @Test func aChangeBySomebodyElseEndsWhatIsKnownOfVersions() {
        var rotations = PhotoRotations()
        rotations.enter(here)
        rotations[photo, version: "a", of: here] = 1
        rotations.wrote(1, of: photo, from: "a", to: "b", of: here)
        rotations[photo, version: "x", of: here] = 2
        rotations.wrote(2, of: photo, from: "x", to: "y", of: here)
        #expect(["a", "x", "y"].map { rotations[photo, version: $0, of: here] } == [0, 2, 0])
        rotations.wrote(1, of: photo, from: "a", to: "b", of: there)
        #expect(rotations[photo, version: "a", of: here] == 0)
    }
}
