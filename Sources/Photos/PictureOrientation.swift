// The eight ways in which a picture may lie in its file, and how a turn changes them.

/// Arithmetic of EXIF orientations, 1…8. Source: EXIF 2.32, 4.6.4 A, tag 0112H.
public enum PictureOrientation {
    /// The orientations that follow from one another by clockwise quarter turns: those of pictures, and of mirrored
    /// ones.
    private static let cycles = [[1, 6, 3, 8], [2, 7, 4, 5]]

    /// Returns the orientation of a picture that is turned clockwise by so many quarters, counter-clockwise where
    /// negative. What is no orientation counts as 1, as it does for those who read it.
    public static func turned(_ orientation: Int, by quarters: Int) -> Int {
        for cycle in cycles {
            if let place = cycle.firstIndex(of: orientation) { return cycle[(place + quarters & 3) & 3] }
        }
        return turned(1, by: quarters)
    }

    /// Returns the orientation of a picture whose left and right, or top and bottom, are exchanged as it is shown.
    public static func mirrored(_ orientation: Int, leftToRight: Bool) -> Int {
        // Each is the other's. Top and bottom are exchanged by half a turn more.
        let mirrors = [1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7]
        let mirrored = mirrors[orientation] ?? 2
        return leftToRight ? mirrored : turned(mirrored, by: 2)
    }
}
