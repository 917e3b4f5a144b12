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
    /// The same beside the floor whose process keeps its surfaces' memory.
    let aboveKept: [Above]
    let budgets: [GridBudget]

    private static let grids = [MeasuredGrid.floor, .keptFloor, .tessera, .naive]
    private static let figures: [GridFigure] = [
        .p50, .p95, .p99, .processor, .rate, .missed, .freeze, .blank, .worstBlank, .first, .full, .memory,
    ]
    private static let compared: [GridFigure] = [.p50, .p95, .p99, .processor, .full, .memory]

    init(_ rounds: GridRounds, renderer: String, isFolder: Bool) {
        self.rounds = rounds
        self.renderer = renderer
        above = Self.above(.floor, rounds)
        aboveKept = Self.above(.keptFloor, rounds)
        budgets = Self.budgets(rounds, isFolder: isFolder)
    }

    private static func above(_ floor: MeasuredGrid, _ rounds: GridRounds) -> [Above] {
        compared.compactMap { figure in
            guard let difference = rounds.spread(.tessera, beside: floor, figure.value, -),
                let ratio = rounds.spread(.tessera, beside: floor, figure.value, /)
            else { return nil }
            return Above(name: figure.name, unit: figure.unit, difference: difference, ratio: ratio)
        }
    }

    /// Returns the budgets of the design that a sweep can measure. The sweep's 3,000 pixels a second exceed 30 clicks
    /// of a wheel.
    private static func budgets(_ rounds: GridRounds, isFolder: Bool) -> [GridBudget] {
        func above(_ other: MeasuredGrid, _ figure: GridFigure, _ limit: Double, _ words: String) -> GridBudget? {
            rounds.spread(.tessera, beside: other, figure.value, -).map {
                GridBudget(figure.name + words, figure.unit, limit: limit, measured: $0)
            }
        }
        func times(_ other: MeasuredGrid, _ figure: GridFigure, _ limit: Double) -> GridBudget? {
            rounds.spread(.tessera, beside: other, figure.value, /).map {
                GridBudget("\(figure.name) beside the \(other.title)", "×", limit: limit, measured: $0)
            }
        }
        func most(_ figure: GridFigure, _ limit: Double) -> GridBudget? {
            rounds.spread(.tessera, figure.value).map {
                GridBudget(figure.name, figure.unit, limit: limit, measured: $0)
            }
        }
        return [
            times(.floor, .p95, 0.8), times(.keptFloor, .p95, 1.3), most(.freeze, 50),
            most(.blank, 5), most(.worstBlank, 50), isFolder ? most(.full, 700) : nil,
            above(.empty, .memory, 64, " above an empty window"), isFolder ? nil : most(.duplicates, 0),
        ].compactMap(\.self)
    }

    /// Text for a terminal.
    var text: String {
        var all = TextTable("", "floor", "floor, kept", "Tessera", "plain grid")
        for figure in Self.figures {
            let cells = Self.grids.map { figure.text(rounds.spread($0, figure.value)) }
            if cells.contains(where: { $0 != "–" }) { all.add(figure.title, cells[0], cells[1], cells[2], cells[3]) }
        }
        var beside = TextTable("Tessera beside the floor, by round", "difference", "ratio", "ratio to the kept floor")
        for (row, kept) in zip(above, aboveKept) {
            beside.add(
                "\(row.name), \(row.unit)", row.difference.text(2), row.ratio.text(2, "×"), kept.ratio.text(2, "×"))
        }
        var kept = TextTable("Budget", "at most", "measured", "")
        for budget in budgets {
            kept.add(
                budget.unit.isEmpty ? budget.name : "\(budget.name), \(budget.unit)",
                Decimals.text(budget.limit, budget.unit == "×" ? 1 : 0),
                budget.measured.text(budget.unit == "×" ? 2 : 1), budget.isMet ? "met" : "missed")
        }
        let about = rounds.profiles[.tessera]?.first
        let head =
            "\(about?.renderer ?? renderer), GTK \(about?.gtkVersion ?? "?"), \(about?.photos ?? 0) photos listed"
        return [head, all.text, beside.text, kept.text].joined(separator: "\n\n")
    }
}
