// Orientations after turns, and the turn in the version of a file.
import Testing

@testable import Photos

struct PictureOrientationTests {
    @Test func fourQuartersLeadThroughFourOrientationsAndMirroredOnesStayMirrored() {
        #expect((0..<5).map { PictureOrientation.turned(1, by: $0) } == [1, 6, 3, 8, 1])
        #expect((0..<5).map { PictureOrientation.turned(2, by: $0) } == [2, 7, 4, 5, 2])
        for orientation in 1...8 {
            for quarters in -9...9 {
                let turned = PictureOrientation.turned(orientation, by: quarters)
                #expect(PictureOrientation.turned(turned, by: -quarters) == orientation)
            }
        }
        #expect(PictureOrientation.turned(0, by: 1) == 6 && PictureOrientation.turned(9, by: -1) == 8)
        #expect(PictureOrientation.turned(6, by: .max) == PictureOrientation.turned(6, by: 3))
    }

    /// A picture of four different corners, as it is shown: from the top left, clockwise.
    private static func corners(_ orientation: Int) -> [Int] {
        let upright = [
            [1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1], [1, 4, 3, 2], [4, 1, 2, 3], [3, 2, 1, 4],
            [2, 3, 4, 1],
        ]
        return upright[orientation - 1]
    }

    @Test func aMirrorExchangesTheSidesThatAreShown() {
        for orientation in 1...8 {
            let shown = Self.corners(orientation)
            #expect(
                Self.corners(PictureOrientation.mirrored(orientation, leftToRight: true))
                    == [shown[1], shown[0], shown[3], shown[2]])
            #expect(
                Self.corners(PictureOrientation.mirrored(orientation, leftToRight: false))
                    == [shown[3], shown[2], shown[1], shown[0]])
            #expect(
                Self.corners(PictureOrientation.turned(orientation, by: 1)) == [shown[3], shown[0], shown[1], shown[2]])
        }
    }

    @Test func aVersionSaysItsTurnAndNothingElseDoes() {
        for quarters in 0..<4 {
            let version = FileVersion.text(FileVersion.fingerprint(0x0000_ABCF, turnedBy: quarters))
            #expect(version.count == 8 && FileVersion.quarterTurns(in: version) == quarters)
        }
        #expect(FileVersion.quarterTurns(in: "") == 0 && FileVersion.quarterTurns(in: "3") == 0)
        #expect(FileVersion.quarterTurns(in: "W/\"1233\"") == 0)
    }

    @Test func anotherTurnIsAnotherStateOfTheFile() {
        let stamp = FileStamp(device: 1, inode: 2, byteCount: 3, modified: 4, sidecar: 0x4000_0000)
        let turned = (0..<4).map { quarters in
            var stamp = stamp
            stamp.note(quarterTurns: quarters)
            return stamp
        }
        #expect(turned[0] == stamp && Set(turned).count == 4 && turned.allSatisfy { $0.sidecar != 0 })
    }
}
