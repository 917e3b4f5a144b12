// What the info panel says: numbers as people write them, and no row for what is not known.
import Photos
import Testing

@testable import Browse

/// A row as it is shown in English.
private struct Row: Equatable {
    let name: String
    let value: String
    let target: PhotoFact.Target?

    init(_ name: String, _ value: String, target: PhotoFact.Target? = nil) {
        (self.name, self.value, self.target) = (name, value, target)
    }

    init(_ fact: PhotoFact) { self.init(fact.name.description, fact.value.description, target: fact.target) }
}

struct InfoRowsTests {
    @Test(
        arguments: [
            (1.0 / 250, "1/250 s"), (1.0 / 8000, "1/8000 s"), (10.0 / 2500, "1/250 s"), (0.25, "1/4 s"), (0.3, "0.3 s"),
            (0.5, "0.5 s"), (1, "1 s"), (2.5, "2.5 s"), (30, "30 s"),
        ] as [(Double, String)])
    func exposureTimesAreFractionsOfASecondUntilTheyAreLong(seconds: Double, words: String) {
        #expect(FactWords.exposureTime(seconds).description == words)
    }

    @Test(
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (999_949, "999.9 kB"), (999_950, "1 MB"),
            (4_230_000, "4.2 MB"), (12_000_000_000, "12 GB"), (Int.max, "9223372 TB"),
        ] as [(Int, String)])
    func bytesAreCountedInThousands(count: Int, words: String) { #expect(FactWords.bytes(count).description == words) }

    @Test(
        arguments: [
            (2.8, 1, "2.8"), (8, 1, "8"), (1.96, 1, "2"), (0.04, 1, "0"), (48.2082, 5, "48.2082"), (1.05, 2, "1.05"),
        ] as [(Double, Int, String)])
    func numbersHaveNoZerosAtTheirEnd(value: Double, places: Int, words: String) {
        #expect(EnglishMessages().digits(value, places: places) == words)
    }

    @Test(arguments: [0, -1e300, 1e-300, .leastNonzeroMagnitude, 1e300, -.infinity, .infinity, .nan] as [Double])
    func numbersThatNoCameraWritesEndNothing(value: Double) {
        var camera = CameraData()
        (camera.exposureTime, camera.fNumber, camera.focalLength) = (value, value, value)
        camera.filmFocalLength = .max
        camera.sensitivity = .min
        camera.position = CameraData.Position(latitude: 90, longitude: -180, altitude: value)
        let facts = FileFacts(byteCount: .min, size: PixelSize(width: .max, height: .max), camera: camera)
        let photo = Photo(id: PhotoID("x"), title: "x")
        #expect(InfoRows.groups(of: photo, original: .file("/x"), file: facts).count == 2)
    }

    @Test func keywordsComeFirstAndTheNamesOfThePlaceAreRows() {
        var facts = FileFacts(byteCount: 1)
        facts.description = PhotoDescription(keywords: ["Places/Crete", "sea"], city: "Chania", country: "Greece")
        let photo = Photo(id: PhotoID("x"), title: "x")
        let groups = InfoRows.groups(of: photo, original: .file("/x"), file: facts)
        #expect(groups.map(\.title.description) == ["Keywords", "Photo"])
        #expect(groups[0].keywords == ["Places/Crete", "sea"] && groups[0].facts.isEmpty)
        let rows = groups[1].facts.map { Row($0) }
        #expect(rows.contains(Row("City", "Chania")) && rows.contains(Row("Country", "Greece")))
        #expect(!rows.contains { $0.name == "State" })
        facts.description.keywords = []
        #expect(InfoRows.groups(of: photo, original: .file("/x"), file: facts).map(\.title.description) == ["Photo"])
    }

    @Test func rawFilesThatBelongToThePhotoAreNamedWithTheirLengths() {
        let photo = Photo(id: PhotoID("x/a.jpg"), title: "a.jpg", companions: ["a.CR2", "a.dng"])
        let groups = InfoRows.groups(
            of: photo, original: .file("/p/x/a.jpg"), file: nil, companions: ["a.CR2": 25_100_000])
        #expect(
            groups.first?.facts.suffix(2).map(Row.init) == [
                Row("Camera Raw", "a.CR2, 25.1 MB", target: .file("/p/x/a.CR2")),
                Row("Camera Raw", "a.dng", target: .file("/p/x/a.dng")),
            ])
        #expect(ImageLocation.file("/a.jpg").path(besides: "b.jpg") == "/b.jpg")
        #expect(ImageLocation.remote("https://h/a.jpg").path(besides: "b.jpg") == nil)
    }

    @Test(arguments: [(0, "0 s"), (12, "12 s"), (185, "3 min 5 s"), (3600, "1 h 0 min 0 s"), (3753, "1 h 2 min 33 s")])
    func lengthsAreWrittenInWords(seconds: Int, words: String) {
        #expect(FactWords.length(seconds).description == words)
    }

    @Test func aVideoHasALength() {
        var facts = FileFacts(byteCount: 1, format: "MP4 video")
        facts.seconds = 12
        let video = Photo(id: PhotoID("x.mp4"), title: "x.mp4", badge: .video(seconds: nil))
        let groups = InfoRows.groups(of: video, original: .file("/x.mp4"), file: facts)
        #expect(groups.first?.title.description == "Video")
        #expect(groups.first?.facts.first { $0.name.description == "Length" }?.value.description == "12 s")
    }

    @Test func theMakerIsNamedOnce() {
        func name(_ make: String?, _ model: String?) -> String? {
            var camera = CameraData()
            (camera.make, camera.model) = (make, model)
            return camera.name
        }
        #expect(name("Canon", "Canon EOS R5") == "Canon EOS R5")
        #expect(name("NIKON CORPORATION", "NIKON D750") == "NIKON D750")
        #expect(name("Apple", "iPhone 12") == "Apple iPhone 12")
        #expect(name(nil, "X100") == "X100")
        #expect(name("Leica", nil) == "Leica")
        #expect(name(nil, nil) == nil)
    }

    @Test func placesHaveTheirHalvesOfTheEarth() throws {
        let vienna = try #require(CameraData.Position(latitude: 48.2082, longitude: 16.3738, altitude: 171.4))
        let south = try #require(CameraData.Position(latitude: -33.8688, longitude: -70.5, altitude: -3))
        #expect(FactWords.position(vienna).description == "48.2082° N, 16.3738° E")
        #expect(FactWords.position(south).description == "33.8688° S, 70.5° W")
        #expect(FactWords.altitude(171.4).description == "171 m")
        #expect(FactWords.altitude(-3).description == "3 m below sea level")
        #expect(CameraData.Position(latitude: 91, longitude: 0) == nil)
        #expect(CameraData.Position(latitude: .nan, longitude: 0) == nil)
    }

    @Test func aFocalLengthSaysWhatItWouldBeOnFilmWhereThatDiffers() {
        var camera = CameraData()
        #expect(FactWords.focalLength(camera) == nil)
        camera.focalLength = 4.25
        #expect(FactWords.focalLength(camera)?.description == "4.3 mm")
        camera.filmFocalLength = 26
        #expect(FactWords.focalLength(camera)?.description == "4.3 mm, 26 mm on 35 mm film")
        camera.focalLength = 26
        #expect(FactWords.focalLength(camera)?.description == "26 mm")
        camera.focalLength = nil
        #expect(FactWords.focalLength(camera)?.description == "26 mm on 35 mm film")
    }

    @Test func aFileTellsAllThatItKnows() throws {
        var camera = CameraData()
        camera.model = "X100"
        let taken = try #require(WallTime(year: 2026, month: 2, day: 3, hour: 4, minute: 5, second: 6))
        camera.fNumber = 2.8
        camera.orientation = 6
        let facts = FileFacts(
            byteCount: 4_230_000, format: "JPEG", size: PixelSize(width: 4032, height: 3024), camera: camera,
            taken: TakenTime(taken, origin: .fileName))
        let photo = Photo(id: PhotoID("a/b.jpg"), title: "b.jpg")
        let groups = InfoRows.groups(of: photo, original: .file("/p/a/b.jpg"), file: facts)
        #expect(groups.map(\.title.description) == ["Photo", "Camera"])
        #expect(
            groups[0].facts.map(Row.init) == [
                Row("Name", "b.jpg"), Row("Taken", "3 February 2026, 04:05:06 (file name)"),
                Row("Size", "4032 × 3024, 12.2 megapixels"), Row("Format", "JPEG"),
                Row("File Size", "4.2 MB"),
                Row("File", "/p/a/b.jpg", target: .file("/p/a/b.jpg")),
            ])
        #expect(
            groups[1].facts.map(Row.init) == [
                Row("Camera", "X100"), Row("Aperture", "f/2.8"), Row("Orientation", "Rotated right"),
            ])
    }

    @Test(
        arguments: [
            (
                TakenTime.Precision.year, nil, TakenTime.Clock.place, TakenTime.Origin.metadata,
                "1975 (description)"
            ),
            (.month, 60, .place, .sidecar, "June 1975 (sidecar)"),
            (.day, nil, .place, .fileName, "14 June 1975 (file name)"),
            (.exact, nil, .place, .exif, "14 June 1975, 08:05:09 (camera)"),
            (.exact, 120, .place, .exif, "14 June 1975, 08:05:09 (UTC+02:00) (camera)"),
            (
                .exact, -210, .offset, .metadata,
                "14 June 1975, 08:05:09 (UTC−03:30, converted by the time zone in the file) (description)"
            ),
            (
                .exact, -420, .file, .metadata,
                "14 June 1975, 08:05:09 (UTC−07:00, converted by another time of the file) (description)"
            ),
            (
                .exact, 0, .machine, .fileName,
                "14 June 1975, 08:05:09 (UTC+00:00, converted by this computer’s time zone) (file name)"
            ),
            (.exact, 120, .place, .modification, "14 June 1975, 08:05:09 (file date)"),
        ] as [(TakenTime.Precision, Int?, TakenTime.Clock, TakenTime.Origin, String)])
    func aTimeIsShownAsFarAsItIsKnownAndByWhichClock(
        precision: TakenTime.Precision, offset: Int?, clock: TakenTime.Clock, origin: TakenTime.Origin, words: String
    ) throws {
        let time = try #require(WallTime(year: 1975, month: 6, day: 14, hour: 8, minute: 5, second: 9))
        let taken = TakenTime(time, offset: offset, precision: precision, origin: origin, clock: clock)
        #expect(FactWords.taken(taken).description == words)
    }

    @Test func whatIsNotKnownHasNoRow() {
        let photo = Photo(id: PhotoID("b.jpg"), title: "b.jpg")
        let groups = InfoRows.groups(of: photo, original: .file("/p/b.jpg"), file: nil)
        #expect(groups.map(\.title.description) == ["Photo"])
        #expect(groups[0].facts.map(\.name.description) == ["Name", "File"])
        let service = Photo(
            id: PhotoID("12"), title: "Ada", size: PixelSize(width: 100, height: 50), link: "https://a.example/12")
        let remote = InfoRows.groups(of: service, original: .remote("https://b.example/12/100/50"), file: nil)
        #expect(remote.map(\.title.description) == ["Photo"])
        #expect(
            remote[0].facts.map(Row.init) == [
                Row("Author", "Ada"), Row("Number", "12"), Row("Size", "100 × 50"),
                Row("Page", "https://a.example/12", target: .link("https://a.example/12")),
                Row("Picture", "https://b.example/12/100/50", target: .link("https://b.example/12/100/50")),
            ])
        // An address that only this program understands is of no use to anybody else.
        let own = InfoRows.groups(of: service, original: .remote("sample:/id/12"), file: nil)
        #expect(own[0].facts.map(\.name.description) == ["Author", "Number", "Size", "Page"])
    }
}
