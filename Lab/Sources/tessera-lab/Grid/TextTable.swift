// Text table for a terminal.

struct TextTable {
    let head: [String]
    private(set) var rows: [[String]] = []

    init(_ head: String...) { self.head = head }

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// Text with the first column aligned to the left and the others to the right, separated by two spaces.
    var text: String {
        let all = [head] + rows
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            "  "
                + row.indices.map { column in
                    let room = String(repeating: " ", count: widths[column] - row[column].count)
                    return column == 0 ? row[column] + room : room + row[column]
                }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
