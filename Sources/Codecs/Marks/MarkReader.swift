// The marks that files and sidecars state, read and stated anew where that can do no harm.
import ImagePipeline
package import PhotoFormats
package import Photos

/// What is stated of one photo, and where.
package struct PhotoStatements: Sendable {
    /// What its file states by itself.
    package let own: FileFacts
    /// What each sidecar states, the one that counts first in front.
    fileprivate let found: [FoundSidecar]
    /// What counts; its marks are those of the file.
    package let whole: FileFacts

    /// What the sidecars state, the one that counts first in front.
    package var sidecars: [SidecarFacts] { found.map(\.facts) }

    fileprivate init(own: FileFacts, _ found: [FoundSidecar], of files: MarkedFiles) {
        var whole = own
        if !found.isEmpty {
            whole.complete(with: found.map(\.facts), name: files.files[0].text, by: FileFactsReader.rules)
        }
        (self.own, self.found, self.whole) = (own, found, whole)
    }

    /// What the sidecars say otherwise than the file.
    package var restated: RestatedFacts {
        var restated = RestatedFacts()
        guard !sidecars.isEmpty else { return restated }
        let now = whole.description, before = own.description
        if now.title != before.title {
            restated.kinds.insert(.title)
            restated.words.title = now.title
        }
        if now.caption != before.caption {
            restated.kinds.insert(.caption)
            restated.words.caption = now.caption
        }
        if now.artist != before.artist {
            restated.kinds.insert(.artist)
            restated.words.artist = now.artist
        }
        if now.keywords != before.keywords {
            restated.kinds.insert(.keywords)
            restated.words.keywords = now.keywords
        }
        if (now.city, now.state, now.country) != (before.city, before.state, before.country) {
            restated.kinds.insert(.place)
            restated.words.state(city: now.city, state: now.state, country: now.country)
        }
        restated.date = date
        if let now = whole.camera.position, !now.isNear(own.camera.position) { restated.position = now }
        return restated
    }

    /// The time taken that sidecars state; nil where it is that of the file.
    private var date: WrittenTime? {
        guard var date = whole.times[.sidecarOriginal] ?? whole.times[.sidecarCreated],
            FileFactsReader.isPlausible(date)
        else { return nil }
        date.offset = date.offset ?? whole.times.offset
        let own = own.times.entries.first { $0.statement <= .iptcCreated }
        guard let own else { return date }
        // darktable repeats the time without its offset.
        let offset = own.time.offset ?? self.own.times.offset
        let isSame = own.time.time == date.time && own.time.precision == date.precision
        return isSame && (date.offset == nil || date.offset == offset) ? nil : date
    }
}

extension CameraData.Position {
    /// Whether both are one place, perhaps rounded in different ways: within a metre.
    fileprivate func isNear(_ other: CameraData.Position?) -> Bool {
        guard let other else { return false }
        let height = abs((altitude ?? 0) - (other.altitude ?? 0))
        return abs(latitude - other.latitude) < 1e-5 && abs(longitude - other.longitude) < 1e-5 && height < 1
    }
}

/// A sidecar, and what it states.
private struct FoundSidecar: Sendable {
    let path: FilePath
    let facts: SidecarFacts
}

/// Reads what strangers have written with a decode engine. Blocks; any thread.
public struct MarkReader: Sendable {
    private let engine: any DecodeEngine
    /// Where photos and sidecars are.
    package let place: any MarkedPlace

    /// Creates a reader that parses files and sidecars in this process.
    public init() { self.init(engine: nil) }

    /// - Parameters:
    ///   - engine: Where files and sidecars are parsed; nil for this process.
    ///   - place: Where they are; nil for folders of this machine.
    package init(engine: (any DecodeEngine)?, place: (any MarkedPlace)? = nil) {
        self.engine = engine ?? LocalDecoding()
        self.place = place ?? SidecarFinder()
    }

    /// The marks that the file at an absolute path states by itself; none where it cannot be read.
    package func marks(inFile path: FilePath) -> PhotoMarks {
        (try? place.open(path)?.facts(by: engine, name: path.text))?.marks ?? .none
    }

    /// The marks of a photo of several files, in the order in which a statement counts: what is kept elsewhere, the
    /// sidecar that was changed last, the others, the file that is shown, its camera raw files. Stars, favourite
    /// and colour each count by themselves.
    /// - Parameters:
    ///   - own: What the file that is shown states by itself; nil where it is to be read.
    ///   - sidecars: What its sidecars state, in their order; nil where they are to be read.
    ///   - kept: What is kept of a file elsewhere than in its folder, because that could not be written.
    /// - Throws: `CancellationError`.
    package func marks(
        of files: MarkedFiles, own: PhotoMarks? = nil, sidecars: [StatedMarks]? = nil,
        kept: (FilePath) -> StatedMarks
    ) throws -> PhotoMarks {
        var stated = files.files.map(kept).reduce(StatedMarks()) { $0.completed(by: $1) }
        if let sidecars {
            stated = sidecars.reduce(stated) { $0.completed(by: $1) }
        } else {
            for path in files.sidecars where !stated.isComplete {
                guard let sidecar = try? place.sidecar(at: path) else { continue }
                stated = stated.completed(by: try marks(in: sidecar) ?? StatedMarks())
            }
        }
        return self.own(of: files, shown: own, isStated: stated != StatedMarks()).overruled(by: stated)
    }

    /// The marks that the files of a photo state by themselves: the one that is shown, and where nothing at all is
    /// stated besides, its camera raw files.
    package func own(of files: MarkedFiles, shown: PhotoMarks? = nil, isStated: Bool) -> PhotoMarks {
        var own = shown ?? marks(inFile: files.files[0])
        for raw in files.files.dropFirst() where own == .none && !isStated { own = marks(inFile: raw) }
        return own
    }

    /// What a sidecar states; nil if there is none, or none that can be read.
    /// - Throws: `CancellationError`.
    package func marks(in sidecar: Sidecar) throws -> StatedMarks? { try facts(in: sidecar)?.marks }

    /// What the sidecars at these paths state, without those that cannot be read.
    /// - Throws: `CancellationError`.
    func facts(of sidecars: [FilePath]) throws -> [SidecarFacts] {
        try sidecars.compactMap { path in try (try? place.sidecar(at: path)).flatMap { try facts(in: $0) } }
    }

    /// The facts in a sidecar; nil if there is none, or none that can be read.
    /// - Throws: `CancellationError`.
    package func facts(in sidecar: Sidecar) throws -> SidecarFacts? {
        guard let content = sidecar.content else { return nil }
        switch try engine.perform(.sidecar, on: Self.input(sidecar, content), within: Unbudgeted()) {
        case .sidecar(let facts): return facts
        case .cancelled: throw CancellationError()
        default: return nil
        }
    }

    /// What a sidecar states, and the bytes of one that states something else and beside it what this one does; nil
    /// where it does so already. A new one states nothing else.
    ///
    /// A process that has read other pictures could put anything into the user's file, so one that reads nothing else
    /// does it.
    /// - Throws: `SidecarFailure`, for one that has to be left as it is.
    package func restate(
        _ sidecar: Sidecar, with statement: SidecarStatement
    ) throws(SidecarFailure) -> (before: SidecarFacts, bytes: [UInt8]?) {
        guard let content = sidecar.content else {
            // Nobody else has written it.
            return (SidecarFacts(), try SidecarDocument().restated(with: statement))
        }
        if content.isEmpty { throw .malformed }
        let answer = try? engine.performAlone(.restatement(statement), on: Self.input(sidecar, content))
        switch answer {
        case .restated(let before, nil): return (before, nil)
        case .restated(let before, let written?): return (before, Array(written))
        case .sidecarFailed(let failure): throw failure
        default: throw .stopped
        }
    }

    /// What the file that is shown of a photo states by itself, and what its sidecars state beside that.
    /// - Returns: Nil where it cannot be read.
    /// - Throws: `CancellationError`.
    package func statements(of files: MarkedFiles) throws -> PhotoStatements? {
        let path = files.files[0]
        guard let own = try? place.open(path)?.facts(by: engine, name: path.text) else { return nil }
        let found = try files.sidecars.compactMap { path in
            try (try? place.sidecar(at: path)).flatMap { try facts(in: $0) }.map {
                FoundSidecar(path: path, facts: $0)
            }
        }
        return PhotoStatements(own: own, found, of: files)
    }

    /// What is stated of a photo once sidecars of its have other contents. Nothing is read of the disk.
    /// - Parameters:
    ///   - before: What was stated.
    ///   - contents: The new contents by their paths.
    /// - Throws: `CancellationError`.
    package func statements(
        _ before: PhotoStatements, of files: MarkedFiles, after contents: [FilePath: [UInt8]]
    ) throws -> PhotoStatements {
        let found = try files.sidecars.compactMap { path in
            guard let content = contents[path] else { return before.found.first { $0.path == path } }
            return try facts(in: Sidecar(path: path.text, content: content)).map { FoundSidecar(path: path, facts: $0) }
        }
        return PhotoStatements(own: before.own, found, of: files)
    }

    private static func input(_ sidecar: Sidecar, _ content: [UInt8]) -> DecodeInput {
        DecodeInput(EncodedBytes(content), place: PicturePlace(of: .file(FilePath(sidecar.path))))
    }
}
