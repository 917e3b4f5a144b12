// Functions of GIO in a call that is made on a thread of its own.
import CGLib
import Codecs
import Photos

extension ShareThreads.Call {
    typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    /// Returns the object of a function of GIO, which fails with an error.
    func object(_ body: (ErrorPlace) -> OpaquePointer?) throws(SystemFailure) -> GObjectReference {
        try object { (error: ErrorPlace) -> UnsafeMutablePointer<GObject>? in body(error).map { .init($0) } }
    }

    func object<Object>(
        _ body: (ErrorPlace) -> UnsafeMutablePointer<Object>?
    ) throws(SystemFailure) -> GObjectReference {
        var error: UnsafeMutablePointer<GError>?
        guard let object = body(&error) else { throw SystemFailure(ofShare: GLibError(adopting: error)) }
        return GObjectReference(adopting: UnsafeMutableRawPointer(object))
    }

    /// Calls a function of GIO that says whether it has failed with an error.
    func done(_ body: (ErrorPlace) -> gboolean) throws(SystemFailure) {
        var error: UnsafeMutablePointer<GError>?
        if body(&error) == 0 { throw SystemFailure(ofShare: GLibError(adopting: error)) }
    }

    /// Reads from a stream at most so many bytes; none at its end.
    func read(_ stream: GObjectReference, _ count: Int) throws(SystemFailure) -> SharedBytes {
        var error: UnsafeMutablePointer<GError>?
        let read = g_input_stream_read_bytes(stream.pointer.cast(), UInt(count), pointer, &error)
        guard let read else { throw SystemFailure(ofShare: GLibError(adopting: error)) }
        answer()
        return SharedBytes(adopting: read)
    }
}

extension FilePath {
    /// The GFile of a file on a share or on the disk.
    func makeFile() -> GObjectReference {
        if let address = ShareAddress(self) { return address.makeFile() }
        guard let file = withC({ g_file_new_for_path($0) }) else { preconditionFailure("GIO made no file") }
        return GObjectReference(adopting: UnsafeMutableRawPointer(file))
    }
}
