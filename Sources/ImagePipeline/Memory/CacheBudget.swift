// The budget of decoded images, by what the windows show.

/// The bytes that decoded images may take: what all windows show and one screen each way, at least what serves a usual
/// window, and at most a part of the machine's memory.
public struct CacheBudget: Sendable {
    /// The screen that is shown, one before it and one after it.
    public static let screens = 3
    /// The budget while the windows show less than fits in it.
    private let least: Int
    /// The budget however large the windows are.
    private let most: Int
    /// Bytes of the pictures of one screen, by who shows it.
    private var shown: [ObjectIdentifier: Int] = [:]
    /// The sum of them.
    private var total = 0

    /// - Parameters:
    ///   - least: bytes, also where the machine has little memory.
    ///   - most: bytes; less than `least` counts as that.
    public init(least: Int, most: Int) {
        self.least = max(0, least)
        self.most = max(self.least, most)
    }

    /// The budget in bytes.
    public var bytes: Int { min(max(least, total * Self.screens), most) }

    /// Notes how much one viewer's screen takes.
    /// - Parameter bytes: 0 for a viewer that is gone.
    public mutating func show(_ bytes: Int, for viewer: ObjectIdentifier) {
        // What no screen has would only overflow.
        let bytes = min(max(0, bytes), 1 << 40)
        total += bytes - (shown[viewer] ?? 0)
        shown[viewer] = bytes > 0 ? bytes : nil
    }

    /// The part of a limit that is planned for. The eighth beside it is for what has just left a plan: from frame to
    /// frame a screen shows a row more or less, and what is planned ahead of it a row less or more.
    private static let planned = 7.0 / 8

    /// Returns how much of `limit` one viewer may plan for.
    public func share(of limit: Int, for viewer: ObjectIdentifier) -> Int {
        guard let bytes = shown[viewer], total > 0 else { return limit }
        return Int(Double(limit) * Self.planned * Double(bytes) / Double(total))
    }
}
