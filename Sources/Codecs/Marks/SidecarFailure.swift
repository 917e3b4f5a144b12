// The reasons why a sidecar cannot be read or changed.

/// A sidecar that is left as it is.
public enum SidecarFailure: Error, Hashable, Sendable {
    /// It is not XML, or damaged.
    case malformed
    /// It defines a document type, by which entities could grow without end; XMP has none.
    case documentType
    /// It is XML and no XMP.
    case notXMP
    /// It is larger than what is read.
    case tooLarge
    /// The system refuses to read it; with the reason in words.
    case unreadable(String)
    /// It ended the process that parses it.
    case stopped
}
