// The writing of what is stated of a photo into its file: what is to be stated, how, and whether that has succeeded.
import CGLib
import ImagePipeline
package import PhotoFormats
package import Photos

/// Plans the changes of files with a decode engine, and looks at the results. Blocks; any thread.
package struct MetadataEmbedder: Sendable {
    private let engine: any DecodeEngine

    /// - Parameter engine: Where files are parsed; nil for this process.
    package init(engine: (any DecodeEngine)?) { self.engine = engine ?? LocalDecoding() }

    /// Whether files with such a name can be written. Whether the content is of one of the formats is seen in it.
    package static func covers(_ name: FileName) -> Bool {
        FilePath.nameExtension(of: name.text).map { extensions.contains($0.lowercased()) } ?? false
    }

    private static let extensions: Set = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "tif", "tiff", "heic", "heif", "hif", "avif",
    ]

    /// The changes of one version of a file.
    package struct Plan: Sendable {
        package let stamp: FileStamp
        /// In ascending order; none where the file states all of that already.
        package let splices: [FileSplice]
    }

    /// Plans the changes by which the file at an absolute path states something.
    ///
    /// A process that has read other pictures could put anything into the user's file, so one that reads nothing else
    /// does it.
    package func plan(_ statement: EmbeddedStatement, of path: String) throws(EmbeddingFailure) -> Plan {
        guard Self.covers(FilePath(path).name) else { throw .format }
        guard let file = FileWindow(path: path) else { throw .damaged }
        let input = DecodeInput(.file(file.descriptor), place: PicturePlace(of: .file(FilePath(path))))
        let answer = try? withExtendedLifetime(file) { try engine.performAlone(.embedding(statement), on: input) }
        switch answer {
        case .embedded(let message)?:
            var reader = WireReader(message.map { Array($0) } ?? [])
            let splices = message == nil ? [] : try? reader.splices()
            guard let splices, FileSplice.areInOrder(splices, count: file.count) else { throw .stopped }
            return Plan(stamp: FileStamp(file.status), splices: splices)
        case .embeddingFailed(let failure)?: throw failure
        default: throw .stopped
        }
    }

    /// Whether an open file states what it is to state, and shows what the one at an absolute path shows, byte for
    /// byte. Where the bytes lie that show it is read by this process, with the bounded parser by which orientations
    /// are.
    package func isFaithful(_ draft: Int32, to path: String, _ statement: EmbeddedStatement) -> Bool {
        guard let before = FileWindow(path: path), let after = FileWindow(FileWindow.Descriptor(number: draft)),
            let old = try? MetadataEmbedding.pictures(of: before), let new = try? MetadataEmbedding.pictures(of: after),
            !old.isEmpty, old.map(\.count) == new.map(\.count),
            zip(old, new).allSatisfy({ Self.areEqual(before, $0, after, $1) }),
            let facts = try? engine.facts(of: after, at: path)
        else { return false }
        return statement.isMet(by: facts)
    }

    private static let pieceLength = 1 << 20

    private static func areEqual(
        _ before: FileWindow, _ old: Range<Int>, _ after: FileWindow, _ new: Range<Int>
    ) -> Bool {
        stride(from: 0, to: old.count, by: pieceLength).allSatisfy { start in
            let count = min(pieceLength, old.count - start)
            let bytes = before.bytes(old.lowerBound + start, count: count)
            return bytes != nil && bytes == after.bytes(new.lowerBound + start, count: count)
        }
    }
}

extension EmbeddedStatement {
    /// What sidecars and the user's own database state of a photo.
    /// - Parameter kept: What is kept elsewhere than in the photo's folder.
    package init(_ stated: PhotoStatements, kept: StatedMarks) {
        self.init()
        var sidecar = SidecarFacts()
        for facts in stated.sidecars {
            sidecar.completeWords(with: facts)
            sidecar.marks = sidecar.marks.completed(by: facts.marks)
        }
        marks = kept.completed(by: sidecar.marks)
        // It is kept where it is, and has no colour to give.
        if marks.label == .other { marks.label = nil }
        let words = sidecar.description
        if !words.keywords.isEmpty || sidecar.blanks.contains(.keywords) { keywords = words.keywords }
        if words.title != nil || sidecar.blanks.contains(.title) { title = words.title ?? "" }
        if words.caption != nil || sidecar.blanks.contains(.caption) { caption = words.caption ?? "" }
        if let taken = stated.whole.taken, taken.origin == .sidecar, stated.sidecars.contains(where: { $0.date != nil })
        {
            date = WrittenTime(
                taken.time, hundredths: taken.hundredths, offset: taken.offset, precision: taken.precision)
        }
    }

    /// Whether a file states all of that.
    fileprivate func isMet(by facts: FileFacts) -> Bool {
        let own = facts.marks, words = facts.description
        if let date {
            guard let taken = facts.taken, taken.time == date.time, taken.precision == date.precision else {
                return false
            }
        }
        return (marks.stars ?? own.rating) == own.rating && (marks.isFavourite ?? own.isFavourite) == own.isFavourite
            && (marks.label ?? own.label) == own.label
            && keywords.map(Set.init) ?? Set(words.keywords) == Set(words.keywords)
            && title ?? words.title ?? "" == words.title ?? "" && caption ?? words.caption ?? "" == words.caption ?? ""
    }
}
