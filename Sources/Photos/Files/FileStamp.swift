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
    /// The time of the last change of the entry itself, in nanoseconds since 1970 UTC: no program can set it, so that
    /// it shows that a content was changed while `modified` was kept, and also changes that leave the content alone, as
    /// new permissions, another name or a hard link do. 0 where it is not known.
    public var changed: Int64
    /// What says that another sidecar is beside it, or another state of it, or that another turn of it is kept
    /// elsewhere; 0 for none.
    public var sidecar: UInt32

    public init(
        device: UInt64, inode: UInt64, byteCount: Int64, modified: Int64, changed: Int64 = 0, sidecar: UInt32 = 0
    ) {
        self.device = device
        self.inode = inode
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
        self.sidecar = sidecar
    }

    /// 32 bits that change when the time of modification or the length of a file does, or when its content was found to
    /// be another one while both have stayed. Nanoseconds and length are included, because a file may be written twice
    /// within a second. One change in 2³² goes unnoticed.
    /// - Parameter revision: tells contents of one time and one length apart; 0 for the first of them.
    public func fingerprint(revision: UInt32 = 0) -> UInt32 {
        let second: Int64 = 1_000_000_000
        let (seconds, nanoseconds) = modified.quotientAndRemainder(dividingBy: second)
        let isEarlier = nanoseconds < 0
        var parts = [seconds - (isEarlier ? 1 : 0), nanoseconds + (isEarlier ? second : 0), byteCount]
        if revision != 0 { parts.append(Int64(revision)) }
        return Self.mix(parts)
    }

    /// 32 bits that change with the time of the last change of the entry, or when another file has its name; never 0.
    public var entryState: UInt32 { max(1, Self.mix([changed, Int64(bitPattern: inode)])) }

    private static func mix(_ parts: [Int64]) -> UInt32 {
        var mixed: UInt64 = 0
        for part in parts {
            var mixer = SplitMix(seed: mixed ^ UInt64(bitPattern: part))
            mixed = mixer.next()
        }
        return UInt32(mixed >> 32)
    }

    /// Takes a turn that is kept elsewhere into account: what is known of the file is known of the turned one.
    public mutating func note(quarterTurns: Int) {
        let turn = UInt32(quarterTurns & 3)
        if turn != 0 { sidecar = max(1, sidecar ^ turn << 30) }
    }
}
