// The words around the rows of the info panel.
import Browse
import Codecs
import Photos

/// What the panel says of its rows beside their names and values.
enum FactText {
    /// What a click on a row, or Enter, does.
    static let copies = localized("Click to copy")

    /// What is reported to assistive technology about a row.
    static func row(_ fact: PhotoFact, value: String) -> String {
        localized("{name}: {value}", ["name": .message(fact.name), "value": .text(value)])
    }

    /// What the button of a row does.
    static func action(_ target: PhotoFact.Target) -> String {
        switch target {
        case .link: localized("Open in Browser")
        case .map: localized("Show on a Map in the Browser")
        case .file: PhotoActionText.showInFiles
        case .keyword(let keyword): localized("Search for “{keyword}”", ["keyword": .text(keyword)])
        }
    }

    static let histogram = localized("Histogram")

    /// What part of a picture has no tones.
    static func clipped(_ tones: ToneHistogram) -> String {
        func part(_ number: Int) -> Message.Value {
            .number(Double(number) / Double(max(1, tones.count)) * 100, places: 1)
        }
        return localized(
            "{black}% of the picture is black, {white}% is white",
            ["black": part(tones.black), "white": part(tones.white)])
    }

    static func copied(_ fact: PhotoFact) -> String { localized("{name} copied", ["name": .message(fact.name)]) }
}
