// Rows and columns of words for a terminal.

struct TextTable {
    let head: [String]
    private(set) var rows: [[String]] = []

    init(_ head: String...) { self.head = head }

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// The first column to the left, the others to the right, two spaces between them.
    var text: String {
        let all = [head] + rows
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            "  " + row.indices.map { column in
                let room = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + room : room + row[column]
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
