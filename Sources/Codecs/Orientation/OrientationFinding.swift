// What a file on the disk says about how its picture lies.
package import PhotoFormats
package import Photos

/// The place of a file's orientation, and the state in which the file said that.
package struct OrientationFinding {
    /// Nil for a file that has no orientation, or none that can be changed without moving other bytes.
    package let tag: OrientationTag?
    package let stamp: FileStamp

    /// Reads the file at an absolute path; nil where there is no regular file that can be read.
    package init?(inFile path: String) {
        guard let file = FileWindow(path: path) else { return nil }
        stamp = FileStamp(file.status)
        let found = CameraRaw.isName(FilePath(path).name) ? nil : OrientationTag(in: file)
        // What was read of a file that is being changed says nothing.
        tag = file.stamp == stamp ? found : nil
    }
}
