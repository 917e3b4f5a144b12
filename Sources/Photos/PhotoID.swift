// Identities of photos and sources: opaque text that is only compared, by its bytes.

/// The identity of a photo within its source: Picsum's id as text, or a file's path relative to its folder.
public struct PhotoID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    /// The identity of the photo in a file.
    public init(_ path: FilePath) { text = path.text }
    public var description: String { text }
    /// The identity of a photo in a file as a path.
    public var path: FilePath { FilePath(text) }

    public static func == (a: PhotoID, b: PhotoID) -> Bool { ByteText.areEqual(a.text, b.text) }
    public func hash(into hasher: inout Hasher) { ByteText.hash(text, into: &hasher) }
}

/// The identity of a source in caches: the same text always means the same photos, in every run of the program.
/// Contains no secret.
public struct SourceID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }

    public static func == (a: SourceID, b: SourceID) -> Bool { ByteText.areEqual(a.text, b.text) }
    public func hash(into hasher: inout Hasher) { ByteText.hash(text, into: &hasher) }
}
