// What a benchmark found: figures under headings, as a table for people or as JSON for programs.
import FoundationEssentials

/// Sections of figures and the conditions under which they hold.
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

    struct Section: Encodable {
        let title: String
        /// How the figures came about.
        let conditions: String
        var figures: [Figure]
    }

    let bench: String
    /// What holds for all sections.
    let conditions: [String]
    var sections: [Section] = []

    /// One JSON object.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

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
        }
        return lines.joined(separator: "\n")
    }

    /// Whole numbers from 100 on, below them with one decimal, below 10 with two.
    private static func text(_ value: Double) -> String {
        if value == value.rounded() || abs(value) >= 100 { return "\(Int(value.rounded()))" }
        let scale: Double = abs(value) < 10 ? 100 : 10
        return "\((value * scale).rounded() / scale)"
    }
}
