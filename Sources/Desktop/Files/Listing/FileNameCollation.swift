// The system's order of file names.
import CGLib
public import Library

/// Names as file managers sort them, in the user's language: numbers in them by their value.
public struct FileNameCollation: NameCollation {
    public init() {}

    public func key(for name: String) -> ContiguousArray<UInt8> {
        guard let key = g_utf8_collate_key_for_filename(name, -1) else { return ContiguousArray(name.utf8) }
        defer { g_free(key) }
        return ContiguousArray(UnsafeRawBufferPointer(start: key, count: strlen(key)))
    }
}
