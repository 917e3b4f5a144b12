// Words for the layouts of the grid.
import Browse

/// Names of layouts as the menu says them.
enum LayoutText {
    static let captions = "Names and Dates"

    static func name(_ layout: LayoutKind) -> String {
        switch layout {
        case .squares: "Squares"
        case .whole: "Whole Photos in Squares"
        case .justified: "Justified Rows"
        }
    }
}
