// Words for the layouts of the grid.
import Browse

/// Names of layouts as the menu says them.
enum LayoutText {
    static let captions = localized("Names and Dates")

    static func name(_ layout: LayoutKind) -> String {
        switch layout {
        case .squares: localized("Squares")
        case .whole: localized("Whole Photos")
        case .justified: localized("Justified Rows")
        }
    }
}
