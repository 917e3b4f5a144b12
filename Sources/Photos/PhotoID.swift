// Identities of photos and sources: opaque text that is only compared.

/// The identity of a photo within its source: Picsum's id as text, or a file's path relative to its folder.
public struct PhotoID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }
}

/// The identity of a source in caches: the same text always means the same photos, in every run of the program.
/// Contains no secret.
public struct SourceID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }
}
