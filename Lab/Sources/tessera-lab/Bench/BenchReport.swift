// Result of a benchmark: figures under headings, as a table for people or as JSON for programs.
import FoundationEssentials

/// Sections of figures, and the conditions under which they were measured.
struct BenchReport: Encodable {
    struct Figure: Encodable {
        let name: String
        let value: Double
        let unit: String

        init(_ name: String, _ value: Double, _ unit: String) {
            self.name = name
            self.value = value
            self.unit = unit
        }
    }

    /// Table of figures of one kind, by row and column.
    struct Grid: Encodable {
        struct Row: Encodable {
            let name: String
            let values: [Double]
        }

        let unit: String
        let columns: [String]
        var rows: [Row] = []
    }

    struct Section: Encodable {
        let title: String
        /// Conditions of this section.
        let conditions: String
        var figures: [Figure] = []
        var grids: [Grid] = []
    }

    let bench: String
    /// Conditions of all sections.
    let conditions: [String]
    var sections: [Section] = []

    /// Returns one JSON object.
    func json() throws -> String { try BenchJSON.text(self) }

    var table: String {
        var lines = ["bench \(bench)"] + conditions.map { "  \($0)" }
        let width = sections.flatMap(\.figures).map(\.name.count).max() ?? 0
        for section in sections {
            lines += ["", section.title, "  \(section.conditions)"]
            for figure in section.figures {
                let number = Self.text(figure.value)
                let name = figure.name + String(repeating: " ", count: width - figure.name.count)
                let indent = String(repeating: " ", count: max(0, 12 - number.count))
                lines.append("  \(name)\(indent)\(number) \(figure.unit)")
            }
            lines += section.grids.flatMap(Self.lines)
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(_ grid: Grid) -> [String] {
        let names = ([grid.unit] + grid.rows.map(\.name)).map(\.count).max() ?? 0
        func line(_ name: String, _ cells: [String]) -> String {
            "  " + name + String(repeating: " ", count: names - name.count)
                + zip(cells, grid.columns).map { cell, column in
                    String(repeating: " ", count: max(0, max(column.count, 5) + 2 - cell.count)) + cell
                }.joined()
        }
        return ["", line(grid.unit, grid.columns)] + grid.rows.map { line($0.name, $0.values.map(text)) }
    }

    /// Returns a number without decimals from 100 on, with one decimal from 10 on, and with two below.
    private static func text(_ value: Double) -> String {
        if value == value.rounded() || abs(value) >= 100 { return "\(Int(value.rounded()))" }
        let scale: Double = abs(value) < 10 ? 100 : 10
        return "\((value * scale).rounded() / scale)"
    }
}

/// JSON output common to all benchmarks.
enum BenchJSON {
    static func text(_ report: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
