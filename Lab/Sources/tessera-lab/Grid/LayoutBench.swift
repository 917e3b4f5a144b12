// tessera-lab bench layout: measures the geometry of the grid.
import ArgumentParser
import Browse
import Desktop
import Library

struct LayoutBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Measures laying out and what a frame asks of a layout.",
        discussion: """
            Lists photos that have no files, by date taken and grouped by month, and lays them out at 1280 pixels with \
            tiles of 200. No window is opened.
            """)

    @Option(help: "Photos; may be said several times. 5,000, 100,000 and a million if nothing is said.")
    var count: [Int] = []
    @Option(help: "Rounds that count.")
    var rounds = 9
    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard count.allSatisfy((1...5_000_000).contains) else {
            throw ValidationError("--count must be between 1 and 5,000,000.")
        }
        guard rounds > 0, rounds <= 1_000 else { throw ValidationError("--rounds must be between 1 and 1,000.") }
    }

    func run() async throws {
        #if DEBUG
            let build = "Built for debugging: the times say little about a release."
        #else
            let build = "Built for release."
        #endif
        var report = BenchReport(bench: "layout", conditions: [build, "Medians of \(rounds) rounds."])
        for count in count.isEmpty ? [5_000, 100_000, 1_000_000] : count {
            report.sections.append(try await section(count))
        }
        StandardStreams.say(json ? try report.json() : report.table)
    }

    private func section(_ count: Int) async throws -> BenchReport.Section {
        let source = ListedPhotos(count: count)
        let query = Query(order: .taken, isDescending: true, grouping: .month)
        let collection = PhotoCollection(
            source, by: query, collation: FileNameCollation(), clock: SystemLocalClock(), words: CalendarWords(),
            indexing: source)
        while try await collection.readChange() {}
        let updates = collection.takeUpdates()
        guard let snapshot = updates.last?.snapshot else { return .init(title: "\(count) photos", conditions: "") }
        var section = BenchReport.Section(
            title: "\(count) photos in \(snapshot.arrangement.sections.count) months",
            conditions: "Laying out from the snapshot; a frame asks what is visible and for its cells.")
        for kind in LayoutKind.allCases {
            let room = GridLayout.Room(kind: kind, width: 1280, scale: 1, tileSize: 200, headingHeight: 48)
            var layout = GridLayout(snapshot, in: room), cells = 0
            let times = try await Alternation.times(
                rounds: rounds,
                [
                    { layout = GridLayout(snapshot, in: room) },
                    {
                        for frame in 0..<Self.frames {
                            let scroll = layout.height * Double(frame) / Double(Self.frames)
                            cells += layout.cells(of: layout.visible(scroll: scroll, pageHeight: 800)).count
                        }
                    },
                ])
            let bytes = Double(layout.byteCount) / Double(max(1, layout.rowCount))
            section.figures += [
                .init("\(kind.rawValue): lay out", times[0].median, "ms"),
                .init("\(kind.rawValue): memory", bytes, "bytes a row"),
                .init("\(kind.rawValue): a frame", times[1].median * 1000 / Double(Self.frames), "µs"),
            ]
        }
        return section
    }

    /// Viewports that are asked for, all over the list.
    private static let frames = 1_000
}
