// The beginning of a name that is typed in a list.

/// Finds rows by the first letters of their names, as lists of a desktop do: letters that follow each other within a
/// second belong together, and one letter again goes on to the next row that begins with it. Case is not looked at.
public struct TypedName: Sendable {
    private var text = ""
    private var latest: ContinuousClock.Instant?

    /// Time after which a letter begins anew.
    static let pause = Duration.seconds(1)

    public init() {}

    /// Takes in a letter.
    /// - Parameters:
    ///   - time: When it was typed.
    ///   - names: The names of the rows, from the top.
    ///   - place: The index of the row that has the focus.
    /// - Returns: The index of the row that gets it; nil where no name begins so.
    public mutating func add(
        _ character: Character, at time: ContinuousClock.Instant, among names: [String], from place: Int
    ) -> Int? {
        let isNew = latest.map { $0.duration(to: time) > Self.pause } ?? true
        latest = time
        let letter = character.lowercased()
        text = isNew || text == letter ? letter : text + letter
        guard !names.isEmpty else { return nil }
        // A single letter leaves the row; more of them may still mean it.
        let start = text == letter ? place + 1 : place
        return names.indices.lazy.map { (start + $0) % names.count }.first {
            names[$0].lowercased().starts(with: text)
        }
    }
}
