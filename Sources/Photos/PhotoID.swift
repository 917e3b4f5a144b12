// What a photo and a source are called: opaque text that is compared, never computed with.

/// Names one photo within its source: Picsum's id as text, or a file's path below its folder.
public struct PhotoID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }
}

/// Names a source for caches: the same words always mean the same pictures, across starts of the program.
/// Carries no secret.
public struct SourceID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// Whose pictures they are, where a service answers differently by who asks: a name for the account, never what it
    /// signs in with. Empty for nobody in particular.
    public let account: String

    public init(_ text: String, account: String = "") {
        self.text = text
        self.account = account
    }

    public var description: String { account.isEmpty ? text : "\(text) as \(account)" }

    /// The account is compared and not hashed: it is nearly always empty, and keys are hashed for every tile.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
