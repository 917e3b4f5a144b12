// What a photo and a source are called: opaque text that is compared, never computed with.

/// Names one photo within its source: Picsum's id as text, or a file's path below its folder.
public struct PhotoID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }
}

/// Names a source for caches: the same words always mean the same pictures, across starts of the program.
/// Carries no secret.
public struct SourceID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }
}
