// How many requests a share serves at once, by the kind of its address.

extension ShareAddress {
    /// Files that are read at once. GVfs's backend for SMB does one thing at a time, so that more of them only delay
    /// what comes later; a camera has one line (measured: docs/measurements.md).
    public var width: Int {
        switch scheme {
        case "smb": 2
        case "afc", "gphoto2", "mtp": 1
        default: 8
        }
    }

    /// Whether a long file comes sooner when two parts of it are read at once: each request of GVfs's backend for sftp
    /// waits for the answer to the one before it in the same stream.
    public var isReadInParts: Bool { scheme == "sftp" }

    /// Whether files are renamed by their names alone, and not moved: GVfs does not give back the connection of a move
    /// by WebDAV, and after 32 of them it answers nothing of that share any more (1.50; docs/workarounds.md). Such a
    /// name is never that of another file there.
    public var isRenamedByName: Bool { scheme == "dav" || scheme == "davs" }

    /// Whether each request waits for the one before it, that to close a file too.
    public var isSerial: Bool { scheme == "smb" }
}
