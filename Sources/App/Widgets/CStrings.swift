// Arrays of strings for C.
import CGLib

/// Passes `strings` to `body` as a NULL-terminated array of C strings, valid during the call.
func withCStrings(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void) {
    let copies = strings.map { UnsafePointer(g_strdup($0)) }
    defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
    (copies + [nil]).withUnsafeBufferPointer { buffer in
        if let base = buffer.baseAddress { body(base) }
    }
}
