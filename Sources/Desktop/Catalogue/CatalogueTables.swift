// Reading and writing of the catalogue's rows.
import Glibc
import Library
import Photos

/// The rows of one open catalogue, for the thread of its connection.
///
/// Folders and words are only added, so that their numbers, once read, stay right for every program that has the file
/// open; what a transaction has added that is then undone is forgotten.
final class CatalogueTables {
    /// The columns of `file` that a collection is arranged by, in the order in which `facts(from:at:)` reads them.
    static let arranged = """
        inode, bytes, modified, kind, width, height, taken, utc_offset, origin, make, model, lens, seconds, traits, \
        marks, sidecar, precision, clock, changed, f_number, iso, exposure, focal_length, words
        """

    private static let written = """
        INSERT OR REPLACE INTO file (folder, name, device, inode, bytes, modified, kind, width, height, orientation, \
        taken, utc_offset, origin, make, model, lens, software, exposure, f_number, iso, focal_length, \
        film_focal_length, latitude, longitude, altitude, read, seconds, traits, marks, sidecar, precision, clock, \
        changed, words) \
        VALUES (\(repeatElement("?", count: 34).joined(separator: ", ")))
        """

    /// Whether the time of a row was found in the file, so that its name does not matter, nor does a sidecar.
    private static let isTimeOfContent = """
        (origin IN (\(TakenTime.Origin.exif.rawValue), \(TakenTime.Origin.metadata.rawValue)) \
        AND coalesce(clock, 0) != \(TakenTime.Clock.file.rawValue))
        """

    /// How many names of one file are looked at for what is known of it. A backup by hard links has a few dozens.
    private static let mostNames = 64

    /// Words that are searched for one by one before all are read in one sequence, which takes a tenth of the time for
    /// each: a folder of photos with keywords has hundreds.
    private static let missesTolerated = 64
    /// Most words that are kept in memory, in either direction.
    private static let mostKept = 32 << 10

    let database: Database
    private var folders: [[UInt8]: Int64] = [:]
    private var words: [String: Int64] = [:]
    private var texts: [Int64: String] = [:]
    /// Words that were not in memory when they were asked for.
    private var misses = 0
    /// The camera's line by the numbers of its maker and its model.
    private var cameras: [Int64: [Int64: String]] = [:]

    init(_ database: Database) { self.database = database }

    /// Runs `body` in a transaction and forgets what it has added if it is undone.
    func change(_ body: () throws -> Void) throws {
        do {
            try database.transaction(body)
        } catch {
            (folders, words, texts, cameras) = ([:], [:], [:], [:])
            throw error
        }
    }

    // MARK: Files

    /// Writes one file, in a transaction.
    /// - Parameter time: seconds since 1970 at which it was read.
    func keep(_ file: CataloguedFile, at place: CataloguePlace, read time: Int64) throws {
        let camera = file.facts.camera
        let row = try database.statement(Self.written)
        row.bind(1, try folder(place.folder))
        row.bind(2, bytes: place.name)
        row.bind(3, Int64(bitPattern: file.stamp.device))
        row.bind(4, Int64(bitPattern: file.stamp.inode))
        row.bind(5, file.stamp.byteCount)
        row.bind(6, file.stamp.modified)
        row.bind(7, try word(file.facts.format))
        row.bind(8, file.facts.size?.width)
        row.bind(9, file.facts.size?.height)
        row.bind(10, camera.orientation)
        row.bind(11, file.taken.map(Self.number))
        row.bind(12, file.taken?.offset)
        row.bind(13, (file.taken?.origin.rawValue).map(Int.init))
        row.bind(14, try word(camera.make))
        row.bind(15, try word(camera.model))
        row.bind(16, try word(camera.lens))
        row.bind(17, try word(camera.software))
        row.bind(18, camera.exposureTime)
        row.bind(19, camera.fNumber)
        row.bind(20, camera.sensitivity)
        row.bind(21, camera.focalLength)
        row.bind(22, camera.filmFocalLength)
        row.bind(23, camera.position?.latitude)
        row.bind(24, camera.position?.longitude)
        row.bind(25, camera.position?.altitude)
        row.bind(26, time)
        row.bind(27, file.facts.seconds)
        row.bind(28, file.facts.traits.isEmpty ? nil as Int? : Int(file.facts.traits.rawValue))
        row.bind(29, file.facts.marks == .none ? nil as Int? : Int(file.facts.marks.code))
        row.bind(30, file.stamp.sidecar == 0 ? nil as Int? : Int(file.stamp.sidecar))
        let precision = file.taken?.precision ?? .exact, clock = file.taken?.clock ?? .place
        row.bind(31, precision == .exact ? nil as Int? : Int(precision.rawValue))
        row.bind(32, clock == .place ? nil as Int? : Int(clock.rawValue))
        row.bind(33, file.stamp.changed)
        try bind(file.facts.description.words, to: row, at: 34)
        try row.run()
    }

    /// Deletes one file, in a transaction.
    func forget(_ place: CataloguePlace) throws {
        guard let folder = try knownFolder(place.folder) else { return }
        let row = try database.statement("DELETE FROM file WHERE folder = ? AND name = ?")
        row.bind(1, folder)
        row.bind(2, bytes: place.name)
        try row.run()
    }

    /// Follows renamings, in a transaction. Two files may have changed their names for each other. A file whose time
    /// depends on its name is forgotten when the name is another one.
    func rename(_ renamings: [(before: CataloguePlace, after: CataloguePlace)]) throws {
        // First to names that no file has, for the next name of one may still be another's. No folder is negative.
        let away = try database.statement(
            """
            UPDATE file SET folder = ?, name = ? WHERE folder = ? AND name = ? AND (? OR \(Self.isTimeOfContent))
            """)
        for (number, renaming) in renamings.enumerated() {
            guard let folder = try knownFolder(renaming.before.folder) else { continue }
            away.bind(1, -1 as Int64)
            away.bind(2, bytes: Array("\(number)".utf8))
            away.bind(3, folder)
            away.bind(4, bytes: renaming.before.name)
            away.bind(5, renaming.before.name == renaming.after.name ? 1 : 0)
            try away.run()
        }
        for renaming in renamings { try forget(renaming.before) }
        let back = try database.statement(
            "UPDATE OR REPLACE file SET folder = ?, name = ? WHERE folder = -1 AND name = ?")
        for (number, renaming) in renamings.enumerated() {
            back.bind(1, try folder(renaming.after.folder))
            back.bind(2, bytes: renaming.after.name)
            back.bind(3, bytes: Array("\(number)".utf8))
            try back.run()
        }
        // A name that had another content is looked at, so that this one gets a version of its own.
        let doubted = try database.statement(
            """
            UPDATE file SET changed = NULL WHERE folder = ?1 AND name = ?2 AND EXISTS \
            (SELECT 1 FROM content WHERE folder = ?1 AND name = ?2)
            """)
        for renaming in renamings {
            guard let number = try knownFolder(renaming.after.folder) else { continue }
            doubted.bind(1, number)
            doubted.bind(2, bytes: renaming.after.name)
            try doubted.run()
        }
        let known = try database.statement(Self.contentUnderAnotherName)
        for renaming in renamings {
            guard let former = try knownFolder(renaming.before.folder) else { continue }
            known.bind(1, try folder(renaming.after.folder))
            known.bind(2, bytes: renaming.after.name)
            known.bind(3, former)
            known.bind(4, bytes: renaming.before.name)
            try known.run()
        }
    }

    /// Takes what is known of a content to a name that had none.
    private static let contentUnderAnotherName = """
        INSERT OR IGNORE INTO content (folder, name, inode, bytes, modified, changed, digest) \
        SELECT ?1, ?2, inode, bytes, modified, changed, digest FROM content WHERE folder = ?3 AND name = ?4
        """

    /// Notes files whose facts were found under another name, in a transaction.
    func adopt(_ files: [CatalogueAdoption]) throws {
        let row = try database.statement(
            """
            INSERT OR IGNORE INTO file SELECT ?1, ?2, device, inode, bytes, modified, kind, width, height, \
            orientation, taken, utc_offset, origin, make, model, lens, software, exposure, f_number, iso, \
            focal_length, film_focal_length, latitude, longitude, altitude, read, seconds, traits, marks, sidecar, \
            precision, clock, changed, words FROM file WHERE folder = ?3 AND name = ?4
            """)
        let known = try database.statement(Self.contentUnderAnotherName)
        for file in files {
            row.bind(1, try folder(file.place.folder))
            row.bind(2, bytes: file.place.name)
            row.bind(3, file.folder)
            row.bind(4, bytes: file.name)
            try row.run()
            known.bind(1, try folder(file.place.folder))
            known.bind(2, bytes: file.place.name)
            known.bind(3, file.folder)
            known.bind(4, bytes: file.name)
            try known.run()
        }
    }

    /// Looks for a file by its identity, of which nothing is known under its name. Of a file with very many names (hard
    /// links) only the first ones are looked at: a folder of nothing else would take a time that grows with the square
    /// of their number.
    /// - Parameter place: the place that the file has now.
    func elsewhere(
        _ stamp: FileStamp, at place: CataloguePlace
    ) throws -> (facts: PhotoFacts, adoption: CatalogueAdoption)? {
        let row = try database.statement(
            """
            SELECT folder, name, \(Self.arranged) \
            FROM (SELECT * FROM file WHERE inode = ?1 LIMIT \(Self.mostNames)) \
            WHERE device = ?2 AND bytes = ?3 AND modified = ?4 AND (name = ?5 OR \(Self.isTimeOfContent)) LIMIT 1
            """)
        row.bind(1, Int64(bitPattern: stamp.inode))
        row.bind(2, Int64(bitPattern: stamp.device))
        row.bind(3, stamp.byteCount)
        row.bind(4, stamp.modified)
        row.bind(5, bytes: place.name)
        defer { row.reset() }
        guard try row.step(), let folder = row.number(0), let facts = try facts(from: row, at: 2, for: stamp)
        else { return nil }
        return (facts, CatalogueAdoption(place: place, folder: folder, name: row.withBytes(1) { Array($0) }))
    }

    // MARK: Columns

    /// The facts in a row, whose columns from `column` on are those of `arranged`; nil where the row was written for a
    /// file with another content, provisional ones where only its entry or its sidecar were others.
    func facts(from row: DatabaseStatement, at column: Int32, for stamp: FileStamp) throws -> PhotoFacts? {
        guard row.number(column) == Int64(bitPattern: stamp.inode), row.number(column + 1) == stamp.byteCount,
            row.number(column + 2) == stamp.modified
        else { return nil }
        var facts = PhotoFacts()
        facts.isProvisional =
            row.number(column + 15) ?? 0 != Int64(stamp.sidecar) || row.number(column + 18) != stamp.changed
        facts.byteCount = stamp.byteCount
        facts.modified = stamp.modified
        facts.kind = try text(row.number(column + 3))
        if let width = row.number(column + 4), let height = row.number(column + 5) {
            facts.pixelSize = PixelSize(width: Int(width), height: Int(height))
        }
        facts.taken = Self.taken(
            row.number(column + 6), offset: row.number(column + 7), origin: row.number(column + 8),
            precision: row.number(column + 16), clock: row.number(column + 17))
        facts.camera = try camera(row.number(column + 9), row.number(column + 10))
        facts.lens = try text(row.number(column + 11))
        facts.seconds = row.number(column + 12).flatMap { Int(exactly: $0) }
        facts.traits = PictureTraits(rawValue: row.number(column + 13).flatMap { UInt8(exactly: $0) } ?? 0)
        facts.shot.fNumber = row.real(column + 19)
        facts.shot.sensitivity = row.number(column + 20).flatMap { Int(exactly: $0) }
        facts.shot.exposureTime = row.real(column + 21)
        facts.shot.focalLength = row.real(column + 22)
        facts.marks = row.number(column + 14).flatMap { UInt8(exactly: $0) }.flatMap(PhotoMarks.init(code:)) ?? .none
        facts.words = try photoWords(from: row, at: column + 23)
        return facts
    }

    /// The time as YYYYMMDDhhmmsscc, where an unknown month or day is 00, so that it comes before all that are known.
    private static func number(_ taken: TakenTime) -> Int64 {
        let time = taken.time
        let month = taken.precision > .year ? time.month : 0, day = taken.precision > .month ? time.day : 0
        let date = (time.year * 100 + month) * 100 + day
        let clock = (time.hour * 100 + time.minute) * 100 + time.second
        return Int64((date * 1_000_000 + clock) * 100 + taken.hundredths)
    }

    private static func taken(
        _ number: Int64?, offset: Int64?, origin: Int64?, precision: Int64?, clock: Int64?
    ) -> TakenTime? {
        func code(_ number: Int64?, or standard: UInt8) -> UInt8? { number.map { UInt8(exactly: $0) } ?? standard }
        guard let number, number > 0, let origin = code(origin, or: 0).flatMap(TakenTime.Origin.init),
            let precision = code(precision, or: TakenTime.Precision.exact.rawValue).flatMap(TakenTime.Precision.init),
            let clock = code(clock, or: TakenTime.Clock.place.rawValue).flatMap(TakenTime.Clock.init)
        else { return nil }
        var rest = Int(number)
        func next() -> Int {
            defer { rest /= 100 }
            return rest % 100
        }
        let hundredths = next(), second = next(), minute = next(), hour = next(), day = next(), month = next()
        return WallTime(
            year: rest, month: precision > .year ? month : 1, day: precision > .month ? day : 1, hour: hour,
            minute: minute, second: second
        ).map {
            TakenTime(
                $0, hundredths: hundredths, offset: offset.flatMap { Int(exactly: $0) }, precision: precision,
                origin: origin, clock: clock)
        }
    }

    // MARK: Folders and words

    /// The number of a folder of which files were kept; nil of any other.
    func knownFolder(_ path: [UInt8]) throws -> Int64? {
        if let known = folders[path] { return known }
        let row = try database.statement("SELECT id FROM folder WHERE path = ?")
        row.bind(1, bytes: path)
        defer { row.reset() }
        guard try row.step(), let folder = row.number(0) else { return nil }
        folders[path] = folder
        return folder
    }

    func folder(_ path: [UInt8]) throws -> Int64 {
        if let known = try knownFolder(path) { return known }
        let row = try database.statement("INSERT INTO folder (path) VALUES (?) RETURNING id")
        row.bind(1, bytes: path)
        let folder = try number(insertedBy: row)
        folders[path] = folder
        return folder
    }

    func word(_ text: String?) throws -> Int64? {
        guard let text, !text.isEmpty else { return nil }
        if let known = words[text] { return known }
        if words.count >= Self.mostKept { words = [:] }
        let known = try database.statement("SELECT id FROM word WHERE text = ?")
        known.bind(1, text)
        defer { known.reset() }
        let word: Int64
        if try known.step(), let number = known.number(0) {
            word = number
        } else {
            let row = try database.statement("INSERT INTO word (text) VALUES (?) RETURNING id")
            row.bind(1, text)
            word = try number(insertedBy: row)
        }
        words[text] = word
        return word
    }

    private func number(insertedBy row: DatabaseStatement) throws -> Int64 {
        guard let number = try inserted(row) else {
            throw DatabaseFailure(.damaged, file: database.name, reason: "a new row has no number")
        }
        return number
    }

    /// What a statement that writes one row returns of it.
    func inserted(_ row: DatabaseStatement) throws -> Int64? {
        defer { row.reset() }
        guard try row.step() else {
            throw DatabaseFailure(.damaged, file: database.name, reason: "a row was not written")
        }
        let number = row.number(0)
        // The row is kept only when the statement has come to its end.
        while try row.step() {}
        return number
    }

    func text(_ word: Int64?) throws -> String? {
        guard let word else { return nil }
        if let known = texts[word] { return known }
        if texts.count >= Self.mostKept { texts = [:] }
        misses += 1
        if misses == Self.missesTolerated { try readTexts() }
        if let read = texts[word] { return read }
        let row = try database.statement("SELECT text FROM word WHERE id = ?")
        row.bind(1, word)
        defer { row.reset() }
        guard try row.step(), let text = row.text(0) else { return nil }
        texts[word] = text
        return text
    }

    private func readTexts() throws {
        let rows = try database.statement("SELECT id, text FROM word LIMIT \(Self.mostKept)")
        defer { rows.reset() }
        while try rows.step() { if let id = rows.number(0), let text = rows.text(1) { texts[id] = text } }
    }

    private func camera(_ make: Int64?, _ model: Int64?) throws -> String? {
        guard make != nil || model != nil else { return nil }
        if let known = cameras[make ?? 0]?[model ?? 0] { return known }
        var camera = CameraData()
        camera.make = try text(make)
        camera.model = try text(model)
        guard let line = camera.name else { return nil }
        cameras[make ?? 0, default: [:]][model ?? 0] = line
        return line
    }
}
