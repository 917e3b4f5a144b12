// The facts of a file in a message of a decode process.
import PhotoFormats
import Photos

extension WireWriter {
    /// Writes all but the stamp, which the receiver has from the system.
    mutating func write(_ facts: FileFacts) {
        write(facts.byteCount)
        write(facts.changed) { $0.write($1) }
        write(facts.format) { $0.write($1) }
        write(facts.size) { $0.write($1) }
        write(facts.camera)
        write(facts.taken) { $0.write($1) }
        write(facts.times)
        write(facts.description)
        write(facts.pages) { $0.write($1) }
        write(facts.seconds) { $0.write($1) }
        write(facts.traits.rawValue)
        write(facts.marks.code)
    }

    private mutating func write(_ camera: CameraData) {
        for words in [camera.make, camera.model, camera.lens, camera.software] { write(words) { $0.write($1) } }
        for measure in [camera.exposureTime, camera.fNumber, camera.focalLength] { write(measure) { $0.write($1) } }
        for number in [camera.sensitivity, camera.filmFocalLength, camera.orientation] {
            write(number) { $0.write($1) }
        }
        write(camera.position) { $0.write($1) }
    }

    mutating func write(_ position: CameraData.Position) {
        write(position.latitude)
        write(position.longitude)
        write(position.altitude) { $0.write($1) }
    }

    mutating func write(_ description: PhotoDescription) {
        for words in [
            description.title, description.caption, description.artist, description.city, description.state,
            description.country,
        ] { write(words) { $0.write($1) } }
        write(each: description.keywords.prefix(KeywordList.most)) { $0.write($1) }
    }

    mutating func write(_ facts: SidecarFacts) {
        write(facts.marks)
        write(facts.times)
        write(facts.description)
        write(facts.blanks.rawValue)
        write(facts.position) { $0.write($1) }
    }

    private mutating func write(_ time: WallTime) {
        for part in [time.year, time.month, time.day, time.hour, time.minute, time.second] { write(part) }
    }

    private mutating func write(_ taken: TakenTime) {
        write(taken.time)
        write(taken.hundredths)
        write(taken.offset) { $0.write($1) }
        write(taken.precision.rawValue)
        write(taken.origin.rawValue)
        write(taken.clock.rawValue)
    }

    private mutating func write(_ times: StatedTimes) {
        write(times.entries.count)
        for entry in times.entries {
            write(entry.statement.rawValue)
            write(entry.time)
        }
        write(times.offset) { $0.write($1) }
    }

    mutating func write(_ time: WrittenTime) {
        write(time.time)
        write(time.hundredths)
        write(time.offset) { $0.write($1) }
        write(time.precision.rawValue)
        write(time.isUniversal)
    }

    mutating func write(_ marks: StatedMarks) {
        write(marks.stars) { $0.write($1) }
        write(marks.isFavourite) { $0.write($1) }
        write(marks.label) { $0.write($1.rawValue) }
    }

    mutating func write(_ failure: SidecarFailure) {
        switch failure {
        case .malformed: write(UInt8(0))
        case .documentType: write(UInt8(1))
        case .notXMP: write(UInt8(2))
        case .tooLarge: write(UInt8(3))
        case .unreadable(let words):
            write(UInt8(4))
            write(words)
        case .stopped: write(UInt8(5))
        }
    }
}

extension WireReader {
    mutating func facts() throws -> FileFacts {
        var facts = FileFacts(
            byteCount: try number(in: 0...Int.max), changed: try optional { try $0.time() },
            format: try optional { try $0.text() }, size: try optional { try $0.size() }, camera: try camera(),
            taken: try optional { try $0.taken() })
        facts.times = try times()
        facts.description = try description()
        facts.pages = try optional { try $0.number(in: 2...TIFFPages.most) }
        facts.seconds = try optional { try $0.number(in: 0...Int(Int32.max)) }
        facts.traits = PictureTraits(rawValue: try code())
        guard facts.traits.isSubset(of: [.panorama, .animation]) else { throw MalformedMessage() }
        guard let marks = PhotoMarks(code: try code()) else { throw MalformedMessage() }
        facts.marks = marks
        return facts
    }

    private mutating func camera() throws -> CameraData {
        var camera = CameraData()
        camera.make = try optional { try $0.text() }
        camera.model = try optional { try $0.text() }
        camera.lens = try optional { try $0.text() }
        camera.software = try optional { try $0.text() }
        camera.exposureTime = try optional { try $0.real() }
        camera.fNumber = try optional { try $0.real() }
        camera.focalLength = try optional { try $0.real() }
        camera.sensitivity = try optional { try $0.number(in: 0...Int(Int32.max)) }
        camera.filmFocalLength = try optional { try $0.number(in: 0...Int(Int32.max)) }
        camera.orientation = try optional { try $0.number(in: 1...8) }
        camera.position = try optional { try $0.position() }
        return camera
    }

    mutating func position() throws -> CameraData.Position {
        let latitude = try real(), longitude = try real(), altitude = try optional { try $0.real() }
        guard let position = CameraData.Position(latitude: latitude, longitude: longitude, altitude: altitude) else {
            throw MalformedMessage()
        }
        return position
    }

    mutating func description() throws -> PhotoDescription {
        var description = PhotoDescription(
            title: try optional { try $0.text() }, caption: try optional { try $0.text() },
            artist: try optional { try $0.text() })
        description.city = try optional { try $0.text() }
        description.state = try optional { try $0.text() }
        description.country = try optional { try $0.text() }
        description.keywords = try each(most: KeywordList.most) { try $0.text() }
        return description
    }

    mutating func sidecarFacts() throws -> SidecarFacts {
        var facts = SidecarFacts()
        facts.marks = try marks()
        facts.times = try times()
        facts.description = try description()
        facts.blanks = BlankWords(rawValue: try code()).intersection(.all)
        facts.position = try optional { try $0.position() }
        return facts
    }

    private mutating func time() throws -> WallTime {
        var parts: [Int] = []
        for _ in 0..<6 { parts.append(try number(in: 0...9999)) }
        guard
            let time = WallTime(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        else { throw MalformedMessage() }
        return time
    }

    private mutating func taken() throws -> TakenTime {
        let time = try time(), hundredths = try number(in: 0...99)
        let offset = try optional { try $0.number(in: Self.offsets) }
        guard let precision = TakenTime.Precision(rawValue: try code()),
            let origin = TakenTime.Origin(rawValue: try code()), let clock = TakenTime.Clock(rawValue: try code())
        else { throw MalformedMessage() }
        return TakenTime(
            time, hundredths: hundredths, offset: offset, precision: precision, origin: origin, clock: clock)
    }

    /// Minutes by which a clock may be ahead of UTC: a day.
    private static let offsets = -1440...1440

    private mutating func times() throws -> StatedTimes {
        var times = StatedTimes()
        for _ in 0..<(try number(in: 0...TimeStatement.allCases.count)) {
            guard let statement = TimeStatement(rawValue: try code()) else { throw MalformedMessage() }
            times[statement] = try writtenTime()
        }
        times.offset = try optional { try $0.number(in: Self.offsets) }
        return times
    }

    mutating func writtenTime() throws -> WrittenTime {
        let time = try time(), hundredths = try number(in: 0...99)
        let offset = try optional { try $0.number(in: Self.offsets) }
        guard let precision = TakenTime.Precision(rawValue: try code()) else { throw MalformedMessage() }
        return WrittenTime(
            time, hundredths: hundredths, offset: offset, precision: precision, isUniversal: try flag())
    }

    mutating func marks() throws -> StatedMarks {
        StatedMarks(
            stars: try optional { try $0.number(in: PhotoMarks.rejection...PhotoMarks.mostStars) },
            isFavourite: try optional { try $0.flag() }, label: try optional { try $0.label() })
    }

    mutating func sidecarFailure() throws -> SidecarFailure {
        switch try code() {
        case 0: .malformed
        case 1: .documentType
        case 2: .notXMP
        case 3: .tooLarge
        case 4: .unreadable(try text())
        case 5: .stopped
        default: throw MalformedMessage()
        }
    }
}
