// Why nothing is written into a file.

/// The reasons why nothing is written into the metadata of a file.
public enum EmbeddingFailure: UInt8, Error, Sendable {
    /// Files of its format are not written.
    case format
    /// What it holds is not what its format says, or can be read in several ways.
    case damaged
    /// Its metadata, or what is put beside it, take more room than the format has or than is remembered for undo.
    case noRoom
    /// The metadata could not be read again as they were meant, or anything else would not be what it was.
    case unfaithful
    /// What reads it has ended before its time.
    case stopped
    /// It may only be read.
    case readOnly
}
