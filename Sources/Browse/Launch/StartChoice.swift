// What a start without arguments shows, as the user has chosen it.

/// The choices of the preferences, by the names under which they are stored.
public enum StartChoice: String, CaseIterable, Hashable, Sendable {
    /// What was shown last.
    case last
    /// The user's folder of pictures.
    case pictures
    /// The welcome, which offers something to open.
    case welcome
}
