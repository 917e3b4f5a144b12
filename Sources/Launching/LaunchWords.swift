// The words of the command line in the form in which ArgumentParser can read them.

/// Words for ArgumentParser, and the names that were folded into one of them.
///
/// ArgumentParser differs from the command line's contract in two ways. It has no option whose value is optional and
/// never the next word, so `--profile` gets a value that stands for none. And it takes time in proportion to the square
/// of the number of names (2.4 s for ten thousand pictures), so names in a row are folded into one. Both substitutes
/// begin with a zero byte, which no argument of a process contains.
nonisolated struct LaunchWords {
    /// The value of a bare `--profile`.
    static let noFile = "\0"

    /// The words to be parsed.
    private(set) var words: [String] = []
    private var folds: [ArraySlice<String>] = []

    /// - Parameter arguments: The arguments without the program's name.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                words.append(word)
                fold(rest)
                return
            }
            words.append(word == "--profile" ? word + "=" + Self.noFile : word)
            // What follows an option may be its value; behind that there are names up to the next option.
            if word.hasPrefix("-"), let value = rest.first, !value.hasPrefix("-") {
                words.append(value)
                rest.removeFirst()
            }
            let names = rest.prefix { !$0.hasPrefix("-") }
            fold(names)
            rest = rest[names.endIndex...]
        }
    }

    private mutating func fold(_ names: ArraySlice<String>) {
        guard !names.isEmpty else { return }
        words.append("\0\(folds.count)")
        folds.append(names)
    }

    /// Returns parsed names with those in place of the folded ones that they stand for.
    func unfolded(_ names: [String]) -> [String] {
        names.flatMap { name in name.hasPrefix("\0") ? Int(name.dropFirst()).map { folds[$0] } ?? [] : [name] }
    }
}
