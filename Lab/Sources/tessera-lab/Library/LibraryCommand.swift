// tessera-lab library: lists a folder as the window arranges it.
import ArgumentParser
import Desktop
import Glibc
import Library
import Photos

struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Lists a folder as the window sorts, groups and searches it.",
        discussion: """
            The address of a folder on a share (sftp://HOST/FOLDER, smb, dav and others of GVfs) is listed too, in the \
            session of the desktop; the time that it takes is said on standard error. Its files are looked at only where \
            they are sorted or grouped by the date taken.

            Waits until every file has been looked at. With --json one JSON object: count, hidden (files that nothing here \
            can show), sections (title, start, count) and photos (path below the folder, taken on the clock of that place, \
            as much of it as is known, modified in UTC, bytes, width, height, kind); null for what is not known. A \
            photo with camera raw files beside it has their names as companions. Where no photo matches a search, and others \
            do without a slip in a long word, there is a correction (written, shown). A byte of a path that is no \
            character is written as the replacement character.
            """)

    enum Sort: String, ExpressibleByArgument, CaseIterable {
        case name, taken, modified, size
    }

    enum Group: String, ExpressibleByArgument, CaseIterable {
        case none, day, month, year, folder
    }

    @Argument(help: "The folder, or its address.", completion: .directory)
    var folder: String
    @Option(help: "Order: name, taken, modified or size; as the folder is listed if nothing is said.")
    var sort: Sort?
    @Flag(help: "From the last to the first.")
    var descending = false
    @Option(help: "Headings: none, day, month, year or folder.")
    var group: Group = .none
    @Option(help: "Words that have to match.")
    var search = ""
    @Flag(help: "With files and folders whose names begin with a dot.")
    var showHidden = false
    @Option(help: "File that keeps what is known of photos; made where it is missing.", completion: .file())
    var catalogue: String?
    @Flag(help: "One JSON object.")
    var json = false

    private var query: Query {
        Query(
            order: sort.flatMap { Query.Order(rawValue: $0.rawValue) } ?? .listing, isDescending: descending,
            grouping: Query.Grouping(rawValue: group.rawValue) ?? .none, search: search)
    }

    func run() async throws {
        // Names are sorted in the user's language, as GTK has them in the window.
        setlocale(LC_ALL, "")
        let catalogue = Catalogue(path: catalogue)
        let telling = Task { [notices = catalogue.notices] in
            for await notice in notices {
                StandardStreams.warn("tessera-lab library: \(notice.sentence(for: "Tessera"))")
            }
        }
        let library = OpenedLibrary(
            folder: folder, withHidden: showHidden, by: query, catalogue: catalogue, revisions: catalogue.revisions)
        let clock = ContinuousClock(), start = clock.now
        var listed = Duration.zero
        try await library.read(isListed: { listed = start.duration(to: clock.now) })
        await library.settle()
        if ShareAddress(folder) != nil {
            let milliseconds = Int(listed / .milliseconds(1))
            StandardStreams.warn("\(library.snapshot.count) photos, listed in \(milliseconds) ms")
        }
        // What was told so far is still said.
        telling.cancel()
        await telling.value
        let listing = LibraryListing(library.snapshot, hidden: await library.report.unshown.values.reduce(0, +))
        StandardStreams.say(json ? listing.json.text(.line) : listing.text)
    }
}
