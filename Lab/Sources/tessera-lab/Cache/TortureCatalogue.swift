// tessera-lab torture-catalogue: indexes a folder and reports what is read and kept, for a test that kills it.
import ArgumentParser
import Codecs
import Desktop
import Glibc
import Library
import Photos

struct TortureCatalogue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture-catalogue",
        abstract: "Indexes the files of a folder, and tells of each.",
        discussion: """
            Prints “begin” when the catalogue has answered, “read NAME” before a file is read, “kept NAME MODIFIED” \
            for each file of a transaction after it has ended, with the file's time of change in nanoseconds, and “done”.
            """, shouldDisplay: false)

    @Option(help: "File of the catalogue.")
    var catalogue: String
    @Option(help: "Folder whose files are indexed.")
    var folder: String
    @Option(help: "Files in a transaction.")
    var batch = 40

    func run() async throws {
        ParentProcess.endWithIt()
        var limits = Indexer.Limits(width: 2)
        limits.batch = batch
        let indexer = Indexer(
            catalogue: ToldCatalogue(Catalogue(path: catalogue)),
            reader: ToldReader(FileFactsReader(width: limits.width)), limits: limits)
        let collection = PhotoCollection(NoPhotos(), collation: FileNameCollation())
        let photos = Self.names(in: folder).enumerated().compactMap { slot, name in
            FilePath.status(of: folder + "/" + name).map {
                UnindexedPhoto(slot: UInt32(slot), path: FilePath(name), stamp: FileStamp($0))
            }
        }
        await indexer.index(photos, of: collection, below: folder)
        StandardStreams.say("begin")
        await indexer.settled()
        withExtendedLifetime(collection) { StandardStreams.say("done") }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = FilePath.withC(folder, opendir) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { FilePath.text($0.prefix { $0 != 0 }) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

/// Tells of files after they were kept.
private struct ToldCatalogue: FactsCatalogue {
    private let catalogue: Catalogue

    init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    func facts(of files: [(path: String, stamp: FileStamp)], below root: String) async -> [PhotoFacts?] {
        await catalogue.facts(of: files, below: root)
    }

    func keep(_ files: [CataloguedFile], below root: String) async -> [(file: Int, revision: UInt32)] {
        let revised = await catalogue.keep(files, below: root)
        for file in files { StandardStreams.say("kept \(file.path) \(file.stamp.modified)") }
        return revised
    }

    func forget(_ paths: [String], below root: String) async { await catalogue.forget(paths, below: root) }

    func rename(_ renamings: [(before: String, after: String)], below root: String) async {
        await catalogue.rename(renamings, below: root)
    }
}

/// Tells of files before they are read.
private struct ToldReader: FactsReader {
    private let reader: FileFactsReader

    init(_ reader: FileFactsReader) { self.reader = reader }

    func facts(of path: String) async throws -> FileFacts? {
        StandardStreams.say("read \(FilePath.name(of: path))")
        return try await reader.facts(of: path)
    }
}

/// A source for a collection that is only spoken to.
private struct NoPhotos: PhotoSource {
    let identity = SourceID("torture")
    let title = "Torture"
    func changes() -> SourceChanges { SourceChanges { nil } }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}
