// Files for tests of the catalogue.
import Library
import Photos

enum CatalogueSamples {
    static func stamp(inode: UInt64, bytes: Int64 = 1_000, modified: Int64 = 1_700_000_000_123_456_789) -> FileStamp {
        FileStamp(device: 0xFFFF_FFFF_FFFF_FF01, inode: inode, byteCount: bytes, modified: modified)
    }

    /// A file of which everything is known.
    static func full(_ path: String, inode: UInt64) -> CataloguedFile {
        var camera = CameraData()
        camera.make = "Canon"
        camera.model = "Canon EOS R5"
        camera.lens = "RF35mm F1.8"
        camera.software = "Hand 1.0"
        camera.exposureTime = 0.004
        camera.fNumber = 2.8
        camera.sensitivity = 400
        camera.focalLength = 35
        camera.filmFocalLength = 52
        camera.orientation = 6
        camera.position = CameraData.Position(latitude: -33.8688, longitude: 151.2, altitude: -3.5)
        let taken = WallTime(year: 2023, month: 6, day: 14, hour: 18, minute: 30, second: 60).map {
            TakenTime($0, hundredths: 42, offset: -570, origin: .exif)
        }
        var facts = FileFacts(
            byteCount: 1_000, format: "JPEG", size: PixelSize(width: 300, height: 400), camera: camera, taken: taken)
        facts.seconds = 3_753
        facts.traits = .panorama
        facts.marks = PhotoMarks(stars: 4, isFavourite: true)
        facts.description = PhotoDescription(
            title: "Abend", caption: "Der alte Hafen", artist: "Ada",
            keywords: ["Orte/Kreta", "Ada"],
            city: "Chania", state: "Kreta", country: "Griechenland")
        return CataloguedFile(path: FilePath(path), stamp: stamp(inode: inode), facts: facts, taken: taken)
    }

    /// A file of which almost nothing is known.
    static func plain(_ path: String, inode: UInt64) -> CataloguedFile {
        CataloguedFile(path: FilePath(path), stamp: stamp(inode: inode), facts: FileFacts(byteCount: 1_000), taken: nil)
    }
}
