// The facts of a photo from those of its file.
public import Photos

extension PhotoFacts {
    /// What a collection is arranged by of what is known of a file.
    public init(of file: CataloguedFile) {
        self.init(of: file.facts, taken: file.taken, stamp: file.stamp)
    }

    /// - Parameter stamp: the state that the file had when it was read; nil where it changed meanwhile.
    public init(of file: FileFacts, taken: TakenTime?, stamp: FileStamp?) {
        self.init()
        self.taken = taken
        modified = stamp?.modified
        byteCount = stamp?.byteCount ?? Int64(file.byteCount)
        pixelSize = file.size
        kind = file.format
        camera = file.camera.name
        lens = file.camera.lens
        seconds = file.seconds
        traits = file.traits
        marks = file.marks
        shot = ShotSettings(file.camera)
        words = file.description.words
    }
}
