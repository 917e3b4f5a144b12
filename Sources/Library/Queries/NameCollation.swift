// The port to the system's rules for the order of names.

/// The order of names in the user's language.
///
/// Isolation: callable from any thread.
public protocol NameCollation: Sendable {
    /// Bytes by whose order names are sorted. Without a zero byte.
    func key(for name: String) -> ContiguousArray<UInt8>
}
