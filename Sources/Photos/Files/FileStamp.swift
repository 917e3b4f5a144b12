// The identity and the state of a file by what its directory entry says.

/// The facts by which a file is recognised again and by which a change of its content is seen, without opening it.
public struct FileStamp: Hashable, Sendable {
    /// The device and the inode: the same file under whatever name.
    public var device: UInt64
    public var inode: UInt64
    /// Length in bytes.
    public var byteCount: Int64
    /// The time of the last change of the content, in nanoseconds since 1970 UTC.
    public var modified: Int64
    /// What says that another sidecar is beside it, or another state of it, or that another turn of it is kept elsewhere; 0
    /// for none.
    public var sidecar: UInt32

    public init(device: UInt64, inode: UInt64, byteCount: Int64, modified: Int64, sidecar: UInt32 = 0) {
        self.device = device
        self.inode = inode
        self.byteCount = byteCount
        self.modified = modified
        self.sidecar = sidecar
    }

    /// Takes a turn that is kept elsewhere into account: what is known of the file is known of the turned one.
    public mutating func note(quarterTurns: Int) {
        let turn = UInt32(quarterTurns & 3)
        if turn != 0 { sidecar = max(1, sidecar ^ turn << 30) }
    }
}
