// Facts that an image file states about itself.
import CGLib
import Glibc
package import ImagePipeline
public import Library
import PhotoFormats
public import Photos

/// A reader of the facts in files, which are not decoded. Its threads may block on a disk. Any thread may call.
///
/// EXIF is read by this module's own bounded reader, which thumbnails need anyway: it has no state to share between
/// threads, takes 16 KB of a file at a time, and damage in a file costs only the damaged part of its facts.
public struct FileFactsReader: FactsReader {
    private let pool: WorkerPool
    private let engine: any DecodeEngine
    private let readsDetails: Bool
    private let sidecars = SidecarFinder()
    private let reader: MarkReader
    private let kept: KeptMarks
    private let turned: KeptTurn

    /// The marks that are kept elsewhere than in the photo's folder; nothing for most photos.
    public typealias KeptMarks = @Sendable (_ path: String, _ stamp: FileStamp) -> StatedMarks
    /// The clockwise quarter turns of the photo that are kept elsewhere than in its file, 0…3.
    public typealias KeptTurn = @Sendable (_ path: String, _ stamp: FileStamp) -> Int

    /// Starts `width` threads called `name-1`, `name-2` … at `niceness` 0…19.
    /// - Parameters:
    ///   - readsDetails: Whether everything is read that the info panel shows, beside what photos are arranged and
    ///     searched by: the pages of a TIFF, and what another statement may lack.
    ///   - engine: Where files and sidecars are parsed; nil for this process.
    package init(
        name: String = "facts", width: Int = 1, niceness: Int = 5, readsDetails: Bool = false,
        engine: (any DecodeEngine)? = nil, kept: @escaping KeptMarks = { _, _ in StatedMarks() },
        turned: @escaping KeptTurn = { _, _ in 0 }
    ) {
        self.readsDetails = readsDetails
        let engine = engine ?? LocalDecoding()
        self.engine = engine
        reader = MarkReader(engine: engine, place: sidecars)
        self.kept = kept
        self.turned = turned
        pool = WorkerPool(name: name, width: width, niceness: niceness)
    }

    /// Starts threads that parse files and sidecars in this process.
    public init(width: Int, readsDetails: Bool = false) {
        self.init(name: "facts", width: width, readsDetails: readsDetails)
    }

    public func facts(of path: String) async throws -> FileFacts? {
        try await pool.run(priority: .visible) {
            try Task.checkCancellation()
            return try readWithMarks(path)
        }
    }

    public func facts(of paths: [String]) async -> [FileFacts?] {
        let read = try? await pool.run(priority: .visible) {
            paths.map { Task.isCancelled ? nil : try? readWithMarks($0) }
        }
        return read ?? Array(repeating: nil, count: paths.count)
    }

    /// Returns the facts of a file elsewhere, of which the first bytes are here; nil where there is no memory.
    /// - Parameters:
    ///   - path: Its path, under which its marks are kept where its folder cannot be written.
    ///   - sidecars: The contents of its sidecars, the one that counts first in front.
    /// - Throws: `CancellationError`.
    package func facts(
        ofBeginning bytes: EncodedBytes, of path: FilePath, _ stamp: FileStamp, sidecars: [Sidecar]
    ) async throws -> FileFacts? {
        try await pool.run(priority: .visible) {
            try Task.checkCancellation()
            guard let file = StatingFile(beginning: bytes, modified: stamp.modified) else { return nil }
            var facts =
                try file.facts(by: engine, name: path.text, withDetails: readsDetails) ?? Self.unread(file.window)
            let stated = try sidecars.compactMap { try reader.facts(in: $0) }
            try take(stated, of: MarkedFiles(files: [path], sidecars: [], fingerprint: 0), &facts) {
                kept($0.text, stamp)
            }
            (facts.stamp, facts.byteCount) = (stamp, Int(stamp.byteCount))
            return facts
        }
    }

    /// Takes what sidecars state, and what is kept elsewhere.
    private func take(
        _ stated: [SidecarFacts], of files: MarkedFiles, _ facts: inout FileFacts, kept: (FilePath) -> StatedMarks
    ) throws {
        if !stated.isEmpty { facts.complete(with: stated, name: files.files[0].text, by: Self.rules) }
        // What was chosen of them is known, and a batch of files would keep them for nothing.
        facts.times = StatedTimes()
        facts.marks = try reader.marks(of: files, own: facts.marks, sidecars: stated.map(\.marks), kept: kept)
    }

    /// Reads the file and its sidecars. What is kept elsewhere was given last, because the folder could not be written.
    private func readWithMarks(_ path: String) throws -> FileFacts? {
        guard let file = FileWindow(path: path) else { return nil }
        var facts = try engine.facts(of: file, at: path, withDetails: readsDetails) ?? Self.unread(file)
        let files = sidecars.files(of: path)
        let stated = try reader.facts(of: files.sidecars)
        let stamp = FileStamp(file.status)
        try take(stated, of: files, &facts) {
            if $0 == files.files[0] { return kept(path, stamp) }
            return FilePath.status(of: $0.text).map { [path = $0.text] in kept(path, FileStamp($0)) } ?? StatedMarks()
        }
        facts.digest = file.digest().map { Self.digest($0, facts) }
        // One that cannot be read is looked at again when it is another one.
        facts.stamp?.sidecar = files.fingerprint
        let quarterTurns = turned(path, FileStamp(file.status))
        if quarterTurns & 1 == 1 { facts.size = facts.size?.transposed }
        facts.stamp?.note(quarterTurns: quarterTurns)
        return facts
    }

    /// Adds what decides how the picture is shown and may be said in the midst of the file.
    private static func digest(_ content: UInt64, _ facts: FileFacts) -> UInt64 {
        [facts.camera.orientation ?? 0, facts.size?.width ?? 0, facts.size?.height ?? 0].reduce(content) {
            digest, part in
            var mixer = SplitMix(seed: digest ^ UInt64(bitPattern: Int64(part)))
            return mixer.next()
        }
    }

    /// What the system knows of a file that has stopped its decoder.
    private static func unread(_ file: FileWindow) -> FileFacts {
        var facts = FileFacts(byteCount: file.count, changed: LocalTime(file.status.st_mtim)?.written.time)
        facts.stamp = file.stamp
        return facts
    }

    static func read(_ path: String, withDetails: Bool = false) -> FileFacts? {
        FileWindow(path: path).map { read($0, name: path, withDetails: withDetails) }
    }

    /// Reads the facts of an open file: 16 KB of most files, and of each further place that has to be seen a page.
    /// - Parameters:
    ///   - name: The file's name, which may state a date.
    ///   - rules: Those by which the time taken is chosen; nil for those of today and this machine.
    ///   - withDetails: Whether every statement is read, and the pages of a TIFF are counted: by some bytes of each of
    ///     its first thousand directories.
    static func read(
        _ file: FileWindow, name: String, rules: TakenTimeRules? = nil, withDetails: Bool = false
    ) -> FileFacts {
        let rules = rules ?? Self.rules
        if VideoFile.covers(name) { return readVideo(file, name: name, rules: rules) }
        let head = file.bytes(0, count: min(file.count, FileWindow.pieceLength)) ?? []
        let header = head.withUnsafeBytes { PictureHeader(scanning: ByteView($0)) }
        // The directories that tell a camera raw from another TIFF may lie behind the head.
        let isRaw = header.format == .tiff && RawContainer(file, count: file.count).holdsSensorData
        // What a compressed drawing holds is not unpacked for this.
        let isDrawing = header.format == nil && FilePath.nameExtension(of: name) == "svgz"
        let format = isRaw ? .cameraRaw : isDrawing ? .svg : header.format
        let found = EmbeddedMetadata(in: file, count: file.count, format: format)
        var size = found.size ?? (isRaw ? nil : header.size)
        var stated = FileStatements()
        stated.note(changed: LocalTime(file.status.st_mtim)?.written)
        if let exif = found.exif {
            // Nothing that EXIF points to lies outside of it.
            file.end = min(file.end, exif.upperBound)
            func directory(at range: Range<Int>) -> TIFFDirectory<FileWindow>? {
                TIFFDirectory(file, at: range.lowerBound, searched: mostEntries)
            }
            if let main = directory(at: exif) {
                stated.read(main, own: found.own.flatMap(directory), place: found.place.flatMap(directory))
                // A TIFF's directory may lie at its end, behind the head.
                if format == .tiff || format == .cameraRaw { size = size ?? Self.size(main) }
            }
            file.end = file.count
        } else if let exif = found.texts.exif {
            exif.withUnsafeBytes { exif in
                guard let main = TIFFDirectory(ByteView(exif), at: 0, searched: mostEntries) else { return }
                stated.read(main)
            }
        }
        let known = stated.times[.exifOriginal].flatMap { time in
            time.precision == .exact && !time.isUniversal && rules?.isPlausible(time) ?? true ? time : nil
        }
        if let record = record(file, found) { stated.read(record) }
        if let xmp = found.xmp.flatMap({ XMPPacket(in: file, at: $0) }) ?? found.texts.xmp.map({ XMPPacket($0) }) {
            // What is stated elsewhere cannot win against a whole time of the camera's, but it can say the fraction of
            // the second that EXIF leaves out.
            let isWhole = known.map { $0.hundredths > 0 } ?? false
            stated.read(
                xmp, withTimes: withDetails || !isWhole,
                withCamera: withDetails || known == nil || !stated.namesCamera)
        }
        stated.read(found.texts)
        let isApplied = format?.orientationRule == .applied
        let orientation = isApplied ? found.orientation : stated.exifOrientation
        var facts = facts(
            file, name, format?.rawValue, (orientation ?? 1) > 4 ? size?.transposed : size, orientation, stated, rules)
        if header.isAnimated { facts.traits.insert(.animation) }
        if withDetails, format == .tiff { facts.pages = TIFFPages(file).flatMap { $0.count > 1 ? $0.count : nil } }
        return facts
    }

    private static func record(_ file: FileWindow, _ found: EmbeddedMetadata) -> IPTCRecord? {
        if let iptc = found.iptc { return IPTCRecord(in: file, at: iptc) }
        return found.texts.iptc?.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            return IPTCRecord(in: view, at: IPTCRecord.range(in: view, resources: 0..<view.count) ?? 0..<view.count)
        }
    }

    private static func readVideo(_ file: FileWindow, name: String, rules: TakenTimeRules?) -> FileFacts {
        let video = VideoHeader(in: file, count: file.count)
        var stated = FileStatements()
        stated.note(changed: LocalTime(file.status.st_mtim)?.written)
        stated.read(video)
        if let xmp = video.xmp.flatMap({ XMPPacket(in: file, at: $0) }) {
            stated.read(xmp, withTimes: true, withCamera: true)
        }
        var facts = facts(file, name, video.format?.rawValue, video.size, nil, stated, rules)
        facts.seconds = video.duration.map { Int($0.rounded()) }
        return facts
    }

    /// - Parameters:
    ///   - size: As shown.
    ///   - orientation: What has been applied to that.
    private static func facts(
        _ file: FileWindow, _ name: String, _ format: String?, _ size: PixelSize?, _ orientation: Int?,
        _ stated: FileStatements, _ rules: TakenTimeRules?
    ) -> FileFacts {
        var camera = stated.camera
        camera.orientation = orientation
        var facts = FileFacts(
            byteCount: file.count, changed: stated.times[.fileChanged]?.time, format: format, size: size,
            camera: camera,
            taken: rules?.taken(stated.times, name: name))
        facts.times = stated.times
        if stated.isPanorama { facts.traits.insert(.panorama) }
        facts.description = stated.words
        facts.marks = stated.marks.marks
        facts.stamp = file.stamp
        return facts
    }

    /// Whether a photo can have been taken at a time.
    package static func isPlausible(_ time: WrittenTime) -> Bool { rules?.isPlausible(time) ?? true }

    /// Nil where the time of today is not known.
    static var rules: TakenTimeRules? {
        LocalTime(now: ()).map { TakenTimeRules(now: $0.written.time, clock: MachineClock()) }
    }

    /// Most entries of a directory that are searched, each time that a tag is: cameras write some hundred.
    private static let mostEntries = 1024

    private static func size(_ directory: TIFFDirectory<FileWindow>) -> PixelSize? {
        guard let width = directory.value(of: 256), let height = directory.value(of: 257) else { return nil }
        return PixelSize(announcedWidth: width, height: height)
    }
}

/// The rules of the time zone of the machine.
private struct MachineClock: LocalClock {
    func secondsAhead(at time: Int64) -> Int {
        var seconds = time_t(time), parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
    }
}

/// A time of the system in the time zone of the machine.
private struct LocalTime {
    let written: WrittenTime

    /// Returns nil for a year that has not four digits.
    init?(_ time: timespec) {
        var seconds = time.tv_sec
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil,
            let wall = WallTime(
                year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
                hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
        else { return nil }
        written = WrittenTime(wall, hundredths: Int(time.tv_nsec) / 10_000_000, offset: Int(parts.tm_gmtoff) / 60)
    }

    init?(now: Void) { self.init(timespec(tv_sec: time(nil), tv_nsec: 0)) }
}
