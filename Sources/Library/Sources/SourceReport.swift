// What a source has to say beside its photos.
public import Photos

/// A folder or a link that could not be read.
public struct UnreadablePlace: Hashable, Sendable, CustomStringConvertible {
    /// The path as it is shown.
    public let path: String
    /// Why it could not be read.
    public let reason: Message

    public init(path: String, reason: Message) { (self.path, self.reason) = (path, reason) }

    /// Path and reason in one line, in English; for the log.
    public var description: String { "\(path): \(reason)" }
}

/// The state of a source that the window tells its user of.
public struct SourceReport: Hashable, Sendable {
    /// How many files nothing on this machine can show, by their name extension in lower case, without its dot. Files
    /// that are no pictures at all, such as texts, are not counted.
    public var unshown: [String: Int]
    /// Folders and links that could not be read.
    public var unreadable: [UnreadablePlace]
    /// Whether the folder itself is away for now, as on a drive that was unplugged. Its photos stay listed.
    public var isAway: Bool
    /// Whether changes have to be looked for, because the system does not report them here.
    public var isUnwatched: Bool
    /// Counts the times that the source has answered after it had not, or for the first time: pictures that have failed
    /// meanwhile are worth another try.
    public var reached: Int

    public init(
        unshown: [String: Int] = [:], unreadable: [UnreadablePlace] = [], isAway: Bool = false,
        isUnwatched: Bool = false,
        reached: Int = 0
    ) {
        self.unshown = unshown
        self.unreadable = unreadable
        self.isAway = isAway
        self.isUnwatched = isUnwatched
        self.reached = reached
    }
}
