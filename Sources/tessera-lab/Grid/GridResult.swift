// Result of `bench grid` with one renderer: the figures of each grid, the difference between Tessera and the floor, and
// the budgets.

struct GridResult: Encodable {
    struct Above: Codable {
        let name: String
        let unit: String
        let difference: Spread
        let ratio: Spread
    }

    let renderer: String
    let rounds: GridRounds
    let above: [Above]
    let budgets: [GridBudget]

    private static let grids = [MeasuredGrid.floor, .tessera, .naive]
    private static let figures: [GridFigure] = [
        .p50, .p95, .p99, .processor, .rate, .missed, .freeze, .blank, .worstBlank, .first, .full, .memory,
    ]
    private static let compared: [GridFigure] = [.p50, .p95, .p99, .processor, .full, .memory]

    init(_ rounds: GridRounds, renderer: String, isFolder: Bool) {
        self.rounds = rounds
        self.renderer = renderer
        above = Self.compared.compactMap { figure in
            guard let difference = rounds.spread(.tessera, beside: .floor, figure.value, -),
                let ratio = rounds.spread(.tessera, beside: .floor, figure.value, /)
            else { return nil }
            return Above(name: figure.name, unit: figure.unit, difference: difference, ratio: ratio)
        }
        budgets = Self.budgets(rounds, isFolder: isFolder)
    }

    /// Returns the budgets of the design that a sweep can measure. The sweep's 3,000 pixels a second exceed 30 clicks
    /// of a wheel.
    private static func budgets(_ rounds: GridRounds, isFolder: Bool) -> [GridBudget] {
        func above(_ other: MeasuredGrid, _ figure: GridFigure, _ limit: Double, _ words: String) -> GridBudget? {
            rounds.spread(.tessera, beside: other, figure.value, -).map {
                GridBudget(figure.name + words, figure.unit, limit: limit, measured: $0)
            }
        }
        func most(_ figure: GridFigure, _ limit: Double) -> GridBudget? {
            rounds.spread(.tessera, figure.value).map { GridBudget(figure.name, figure.unit, limit: limit, measured: $0) }
        }
        return [
            above(.floor, .p95, 4, " above the floor"), above(.floor, .p99, 8, " above the floor"), most(.freeze, 50),
            most(.blank, 5), most(.worstBlank, 50), isFolder ? most(.full, 700) : nil,
            above(.empty, .memory, 64, " above an empty window"), isFolder ? nil : most(.duplicates, 0),
        ].compactMap(\.self)
    }

    /// Text for a terminal.
    var text: String {
        var all = TextTable("", "floor", "Tessera", "plain grid")
        for figure in Self.figures {
            let cells = Self.grids.map { figure.text(rounds.spread($0, figure.value)) }
            if cells != ["–", "–", "–"] { all.add(figure.title, cells[0], cells[1], cells[2]) }
        }
        var beside = TextTable("Tessera beside the floor, by round", "difference", "ratio")
        for row in above { beside.add("\(row.name), \(row.unit)", row.difference.text(2), row.ratio.text(2, "×")) }
        var kept = TextTable("Budget", "at most", "measured", "")
        for budget in budgets {
            kept.add(
                budget.unit.isEmpty ? budget.name : "\(budget.name), \(budget.unit)", Decimals.text(budget.limit, 0),
                budget.measured.text(budget.unit == "ms" && budget.limit < 50 ? 2 : 1), budget.isMet ? "met" : "missed")
        }
        let about = rounds.profiles[.tessera]?.first
        let head = "\(about?.renderer ?? renderer), GTK \(about?.gtkVersion ?? "?"), \(about?.photos ?? 0) photos listed"
        return [head, all.text, beside.text, kept.text].joined(separator: "\n\n")
    }
}
