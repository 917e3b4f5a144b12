// Messages of the catalogue for its user.

/// An event that has cost the catalogue what it knew, or keeps it from being written. Photos are shown all the same;
/// what was known of them is read again from their files. Each kind is told once a run.
public struct CatalogueNotice: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The file was damaged, or no catalogue. It is kept under the given absolute path, where it could be, and a
        /// new one was begun.
        case rebuilt(kept: String?)
        /// The file was deleted while it was in use, and a new one was begun.
        case lost
        /// A later version of the program has written the file, which is left as it is. What is read now is forgotten
        /// when the program ends.
        case newer
        /// The file cannot be opened or written, for the given reason in one line. What is read now is forgotten when
        /// the program ends.
        case unwritable(reason: String)
        /// Another program keeps the file locked. What is read now is forgotten when the program ends.
        case locked
        /// There is no space for more. What is read meanwhile is forgotten when the program ends.
        case full
    }

    public let kind: Kind
    /// Absolute path of the catalogue.
    public let path: String

    public init(_ kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }
}
