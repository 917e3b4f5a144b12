// tessera-lab bench library: measures listing, indexing, sorting, grouping and searching.
import ArgumentParser
import Desktop
import FoundationEssentials
import Glibc
import Library
import Photos

struct LibraryBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Measures listing, indexing, watching, sorting, grouping and searching.",
        discussion: """
            Makes folders of small files with dates, opens each with an empty catalogue and again with the filled one, \
            writes further files into it, and arranges it as the window would. A last section arranges photos that have \
            no files. Nothing is decoded and no window opened: scripts/bench library measures windows beside this, and \
            scripts/bench grid frames.
            """)

    @Option(help: "Files; may be said several times. 100,000 and a million if nothing is said.")
    var count: [Int] = []
    @Option(help: "A folder made by tessera-lab photos --dates instead of one made here; may be said several times.")
    var folder: [String] = []
    @Option(help: "Photos without files; 0 leaves the section out.")
    var listed = 1_000_000
    @Option(help: "Rounds that count, for sorting, grouping and searching.")
    var rounds = 5
    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard count.allSatisfy((1...1_000_000).contains) else {
            throw ValidationError("--count must be between 1 and 1,000,000.")
        }
        guard count.isEmpty || folder.isEmpty else { throw ValidationError("--count and --folder exclude each other.") }
        guard listed >= 0, listed <= 5_000_000 else {
            throw ValidationError("--listed must be between 0 and 5,000,000.")
        }
        guard rounds > 0, rounds <= 100 else { throw ValidationError("--rounds must be between 1 and 100.") }
    }

    func run() async throws {
        setlocale(LC_ALL, "")
        #if DEBUG
            let build = "Built for debugging: the times say little about a release."
        #else
            let build = "Built for release."
        #endif
        let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        var report = BenchReport(
            bench: "library",
            conditions: [build, "\(cores) cores; medians of \(rounds) rounds, of searches the slowest."])
        report.sections += try await Interruption.heeding { try await files() }
        if listed > 0 {
            report.sections.append(try await withoutFiles())
            for count in [listed / 10, listed] where count > 0 {
                report.sections.append(try await withoutFiles(count, hasWords: true))
            }
            report.sections.append(
                .init(
                    title: "Catalogue of \(listed / 10) files", conditions: "Of the reading, medians of five.",
                    figures: await WordedPhotos.catalogued(
                        listed / 10, below: FileManager.default.temporaryDirectory.path())))
        }
        StandardStreams.say(json ? try report.json() : report.table)
    }

    // MARK: Sections

    private func files() async throws -> [BenchReport.Section] {
        var sections: [BenchReport.Section] = []
        for folder in folder { sections += try await files(in: folder) }
        guard folder.isEmpty else { return sections }
        for count in count.isEmpty ? [100_000, 1_000_000] : count {
            let folder = FileManager.default.temporaryDirectory.path() + "/tessera-library-\(getpid())"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try DatedFolder(count: count).write(to: folder)
            sections += try await files(in: folder)
        }
        return sections
    }

    private func files(in folder: String) async throws -> [BenchReport.Section] {
        let catalogue = FileManager.default.temporaryDirectory.path() + "/tessera-library-\(getpid()).sqlite"
        defer { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(catalogue + suffix) } }
        let query = Query(order: .taken, isDescending: true, grouping: .month)
        let cold = try await opening(folder, Query(), catalogue).figures
        let second = try await opening(folder, query, catalogue)
        let count = second.library.snapshot.count
        let watched = BenchReport.Section(
            title: "New files, \(count) shown",
            conditions: "\(Self.arrivals) files one by one, from the closing of each until it is in its place by date.",
            figures: try await arriving(in: folder, second.library))
        return [
            .init(
                title: "\(count) files, never indexed", conditions: "Page cache warm; in the order of the listing.",
                figures: cold),
            .init(
                title: "\(count) files, second start", conditions: "By date taken, newest first, grouped by month.",
                figures: second.figures),
            watched, try await section("\(count) files", second.library.collection),
        ]
    }

    /// Files that are written to see when they are shown.
    private static let arrivals = 20

    private func arriving(in folder: String, _ library: OpenedLibrary) async throws -> [BenchReport.Figure] {
        let clock = ContinuousClock()
        var names: [String] = []
        defer { for name in names { unlink(name) } }
        var times: [Double] = []
        for number in 0..<Self.arrivals {
            let count = library.snapshot.count
            names.append(try DatedFolder(count: count).writeAnother(number, to: folder))
            let start = clock.now
            await library.followUntilCountChanges()
            times.append(start.duration(to: clock.now) / .milliseconds(1))
        }
        times.sort()
        return [.init("in its place, median", times[times.count / 2], "ms"), .init("slowest", times.last ?? 0, "ms")]
    }

    private func opening(
        _ folder: String, _ query: Query, _ catalogue: String
    ) async throws -> (library: OpenedLibrary, figures: [BenchReport.Figure]) {
        let memory = ProportionalMemory.now
        let clock = ContinuousClock()
        let start = clock.now
        func milliseconds() -> Double { start.duration(to: clock.now) / .milliseconds(1) }
        var first = 0.0, all = 0.0
        let catalogue = Catalogue(path: catalogue)
        let library = OpenedLibrary(folder: folder, by: query, catalogue: catalogue, revisions: catalogue.revisions)
        try await library.read(hasPhotos: { first = milliseconds() }, isListed: { all = milliseconds() })
        let dates = milliseconds()
        var figures: [BenchReport.Figure] = [
            .init("first photos", first, "ms"), .init("all listed", all, "ms"), .init("every date known", dates, "ms"),
        ]
        if let memory, let now = ProportionalMemory.now {
            figures.append(.init("memory (PSS) of it", Double(now - memory) / 1_048_576, "MB"))
        }
        return (library, figures)
    }

    private func withoutFiles(_ count: Int? = nil, hasWords: Bool = false) async throws -> BenchReport.Section {
        let count = count ?? listed
        let source = ListedPhotos(count: count, hasWords: hasWords)
        let collection = PhotoCollection(
            source, collation: FileNameCollation(), clock: SystemLocalClock(), words: CalendarWords(),
            division: ProcessorDivision(), indexing: source)
        while try await collection.readChange() {}
        return try await section(
            "\(count) photos without files" + (hasWords ? ", with words" : ""), collection,
            searches: hasWords ? Self.searches + Self.wordSearches : Self.searches)
    }

    private static let searches = [
        "june 2015", "pixel img_1", ">3MB x", "6 june 2015", "f/2.8 iso 400", "before 2010", "piexl",
    ]
    /// Those that ask for words; `region` is in the fourth part of all keywords.
    private static let wordSearches = ["tag:region", "caption:\"north sea\"", "sea chania", "harbuor"]

    private static let filters: [(name: String, filter: PhotoFilter)] = {
        var year = PhotoFilter(), keyword = PhotoFilter()
        year.year = 2015
        keyword.keywords = ["region"]
        return [("nothing", .none), ("year", year), ("keyword", keyword)]
    }()

    /// Sorting, grouping, searching and filtering of what is listed.
    private func section(
        _ title: String, _ collection: PhotoCollection, searches: [String] = Self.searches
    ) async throws -> BenchReport.Section {
        var section = BenchReport.Section(title: title, conditions: "Each from the order above it.")
        var snapshot: CollectionSnapshot?
        /// The time until the arrangement is there, its difference from the one before it included.
        func time(_ query: Query) async -> Double {
            let clock = ContinuousClock()
            let start = clock.now
            await collection.arrange(by: query)
            let time = start.duration(to: clock.now) / .milliseconds(1)
            snapshot = collection.takeUpdates().last?.snapshot ?? snapshot
            return time
        }
        let orders: [(name: String, query: Query)] = [
            ("sort by date taken", Query(order: .taken)),
            ("sort by date changed", Query(order: .modified, isDescending: true)),
            ("sort by size", Query(order: .size)), ("sort by name", Query(order: .name)),
            ("group by month", Query(order: .taken, grouping: .month)),
            ("group by day", Query(order: .taken, grouping: .day)),
            ("group by folder", Query(order: .taken, grouping: .folder)),
        ]
        var times: [[Double]] = orders.map { _ in [] }
        for _ in 0..<rounds {
            for (place, order) in orders.enumerated() { times[place].append(await time(order.query)) }
        }
        for (order, times) in zip(orders, times) {
            section.figures.append(.init(order.name, times.sorted()[times.count / 2], "ms"))
        }
        section.figures.append(.init("sort by name, first time", times[3][0], "ms"))
        let byMonth = Query(order: .taken, isDescending: true, grouping: .month)
        _ = await time(byMonth)
        if let snapshot {
            section.figures.append(
                .init(
                    "facts and order", Double(snapshot.arrangedBytes) / Double(max(1, snapshot.count)), "bytes a photo")
            )
        }
        for text in searches {
            var slowest: [Double] = []
            for _ in 0..<rounds {
                var times: [Double] = []
                for length in 1...text.count {
                    var query = byMonth
                    query.search = String(text.prefix(length))
                    times.append(await time(query))
                }
                slowest.append(times.max() ?? 0)
                _ = await time(byMonth)
            }
            section.figures.append(.init("keystroke of “\(text)”", slowest.sorted()[rounds / 2], "ms"))
        }
        for (name, filter) in Self.filters {
            var shown: [Double] = [], counted: [Double] = []
            for _ in 0..<rounds {
                var query = byMonth
                query.filter = filter
                shown.append(await time(query))
                let clock = ContinuousClock(), start = clock.now
                _ = await collection.filterCounts()
                counted.append(start.duration(to: clock.now) / .milliseconds(1))
                _ = await time(byMonth)
            }
            section.figures.append(.init("filter by \(name)", shown.sorted()[rounds / 2], "ms"))
            section.figures.append(.init("numbers of its choices", counted.sorted()[rounds / 2], "ms"))
        }
        return section
    }
}
