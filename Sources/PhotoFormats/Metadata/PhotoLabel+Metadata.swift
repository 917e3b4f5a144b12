// Colours as programs write them.
// Sources: XMP part 2, 2.2 (xmp:Label is a text of the user's); Adobe's label sets in Bridge and Lightroom;
// digiKam's metadata settings (digiKam:ColorLabel); darktable's manual (colour labels).
package import Photos

extension PhotoLabel {
    /// What `xmp:Label` states: Adobe's names of the colours in the languages of this program, and Bridge's own. No
    /// text is no colour; any other text is a label without one that is known.
    package init(written text: String) {
        let word = text.lowercased()
        self = word.isEmpty ? .none : Self.spellings.first { $0.words.contains(word) }?.label ?? .other
    }

    /// digiKam's number of a colour: none, red, orange, yellow, green, blue, magenta, grey, black, white.
    package init(digiKam number: Int) {
        let colours: [PhotoLabel] = [.none, .red, .other, .yellow, .green, .blue, .purple, .other, .other, .other]
        self = colours.indices.contains(number) ? colours[number] : .none
    }

    /// darktable's number of a colour: red, yellow, green, blue, purple.
    package init(darktable number: Int) {
        self = Self.colours.indices.contains(number) ? Self.colours[number] : .none
    }

    /// The text that is written: Adobe's in English, which all programs know.
    package var written: String {
        switch self {
        case .none, .other: ""
        case .red: "Red"
        case .yellow: "Yellow"
        case .green: "Green"
        case .blue: "Blue"
        case .purple: "Purple"
        }
    }

    /// The number that digiKam has for it.
    package var digiKam: Int {
        switch self {
        case .none, .other: 0
        case .red: 1
        case .yellow: 3
        case .green: 4
        case .blue: 5
        case .purple: 6
        }
    }

    private static let spellings: [(label: PhotoLabel, words: [String])] = [
        (.red, ["red", "select", "rot", "rouge", "rojo", "אדום"]),
        (.yellow, ["yellow", "second", "gelb", "jaune", "amarillo", "צהוב"]),
        (.green, ["green", "approved", "grün", "vert", "verde", "ירוק"]),
        (.blue, ["blue", "review", "blau", "bleu", "azul", "כחול"]),
        (.purple, ["purple", "to do", "lila", "violett", "pourpre", "violet", "púrpura", "morado", "סגול"]),
    ]
}
