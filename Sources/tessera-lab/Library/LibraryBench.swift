// tessera-lab bench library: measures listing, indexing, sorting, grouping and searching.
import ArgumentParser
import Desktop
import FoundationEssentials
import Glibc
import Library
import Photos

struct LibraryBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Measures listing, indexing, sorting, grouping and searching.",
        discussion: """
            Makes a folder of small files with dates, opens it with an empty catalogue and again with the filled one, and \
            arranges it as the window would. A second section arranges photos that have no files. Nothing is decoded and \
            no window opened: scripts/bench grid and tessera --profile measure those.
            """)

    @Option(help: "Files.")
    var count = 100_000
    @Option(help: "Photos without files; 0 leaves the section out.")
    var listed = 1_000_000
    @Option(help: "Rounds that count, for sorting, grouping and searching.")
    var rounds = 5
    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard count > 0, count <= 1_000_000 else { throw ValidationError("--count must be between 1 and 1,000,000.") }
        guard listed >= 0, listed <= 5_000_000 else { throw ValidationError("--listed must be between 0 and 5,000,000.") }
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
            bench: "library", conditions: [build, "\(cores) cores; medians of \(rounds) rounds, of searches the slowest."])
        report.sections += try await Interruption.heeding { try await files() }
        if listed > 0 { report.sections.append(try await withoutFiles()) }
        StandardStreams.say(json ? try report.json() : report.table)
    }

    // MARK: Sections

    private func files() async throws -> [BenchReport.Section] {
        let folder = try DatedFolder(count: count)
        defer { folder.remove() }
        let catalogue = folder.path + ".sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(catalogue + suffix) } }
        let query = Query(order: .taken, isDescending: true, grouping: .month)
        var cold = BenchReport.Section(
            title: "\(count) files, never indexed", conditions: "Page cache warm; in the order of the listing.")
        cold.figures = try await opening(folder, Query(), catalogue).figures
        let second = try await opening(folder, query, catalogue)
        let warm = BenchReport.Section(
            title: "Second start", conditions: "By date taken, newest first, grouped by month.", figures: second.figures)
        let arranged = try await section("\(count) files", second.library.collection)
        return [cold, warm, arranged]
    }

    private func opening(
        _ folder: DatedFolder, _ query: Query, _ catalogue: String
    ) async throws -> (library: OpenedLibrary, figures: [BenchReport.Figure]) {
        let clock = ContinuousClock()
        let start = clock.now
        func milliseconds() -> Double { start.duration(to: clock.now) / .milliseconds(1) }
        var first = 0.0, all = 0.0
        let library = OpenedLibrary(folder: folder.path, by: query, catalogue: Catalogue(path: catalogue))
        try await library.read(hasPhotos: { first = milliseconds() }, isListed: { all = milliseconds() })
        let dates = milliseconds()
        return (
            library,
            [.init("first photos", first, "ms"), .init("all listed", all, "ms"), .init("every date known", dates, "ms")]
        )
    }

    private func withoutFiles() async throws -> BenchReport.Section {
        let source = ListedPhotos(count: listed)
        let collection = PhotoCollection(
            source, collation: FileNameCollation(), clock: SystemLocalClock(), words: CalendarWords(), indexing: source)
        while try await collection.readChange() {}
        return try await section("\(listed) photos without files", collection)
    }

    /// Sorting, grouping and searching of what is listed.
    private func section(_ title: String, _ collection: PhotoCollection) async throws -> BenchReport.Section {
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
            ("sort by date taken", Query(order: .taken)), ("sort by date changed", Query(order: .modified, isDescending: true)),
            ("sort by size", Query(order: .size)), ("sort by name", Query(order: .name)),
            ("group by month", Query(order: .taken, grouping: .month)), ("group by day", Query(order: .taken, grouping: .day)),
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
            section.figures.append(.init("facts and order", Double(snapshot.arrangedBytes) / Double(max(1, snapshot.count)), "bytes a photo"))
        }
        for text in ["june 2015", "pixel img_1", ">3MB x"] {
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
        return section
    }
}
