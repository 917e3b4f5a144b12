// The places that a window has shown before and after the shown one.

/// Where a window was, and where it came back from.
public struct PlaceHistory<Place> {
    private var before: [Place] = []
    private var after: [Place] = []

    /// Number of places that are kept in either direction; older ones are forgotten.
    public static var limit: Int { 100 }

    public init() {}

    /// Whether there is a place to go back to.
    public var canGoBack: Bool { !before.isEmpty }
    /// Whether there is a place to go forward to.
    public var canGoForward: Bool { !after.isEmpty }

    /// Notes that another place is opened in place of `shown`. What was ahead is forgotten.
    public mutating func leave(_ shown: Place) {
        before.append(shown)
        if before.count > Self.limit { before.removeFirst() }
        after = []
    }

    /// Goes back from `shown`.
    /// - Returns: The place before it; nil if there is none.
    public mutating func back(from shown: Place) -> Place? {
        guard let place = before.popLast() else { return nil }
        after.append(shown)
        return place
    }

    /// Goes forward from `shown`.
    /// - Returns: The place after it; nil if there is none.
    public mutating func forward(from shown: Place) -> Place? {
        guard let place = after.popLast() else { return nil }
        before.append(shown)
        return place
    }

    /// Changes all places.
    public mutating func update(_ change: (inout Place) -> Void) {
        for index in before.indices { change(&before[index]) }
        for index in after.indices { change(&after[index]) }
    }
}

extension PlaceHistory: Sendable where Place: Sendable {}
