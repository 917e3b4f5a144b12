// The words around the rows of the info panel.
import Browse

/// What the panel says of its rows beside their names and values.
enum FactText {
    static let panel = "Photo Information"
    /// What a click on a row, or Enter, does.
    static let copies = "Click to copy"

    /// What assistive technology is told of a row.
    static func row(_ fact: PhotoFact, value: String) -> String { "\(fact.name): \(value)" }

    /// What the button of a row does.
    static func action(_ target: PhotoFact.Target) -> String {
        switch target {
        case .link: "Open in Browser"
        case .map: "Show on a Map in the Browser"
        case .file: "Show in Files"
        }
    }

    static func copied(_ fact: PhotoFact) -> String { "\(fact.name) copied" }
}
