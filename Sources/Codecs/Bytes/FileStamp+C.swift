// The stamp of a file from its status.
public import CGLib
public import Photos

extension FileStamp {
    /// Takes the stamp out of a status. A time outside of what 64 bits of nanoseconds hold, some 292 years around 1970,
    /// becomes the nearest that they do.
    public init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), byteCount: Int64(status.st_size),
            modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (seconds, overflows) = time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, exceeds) = seconds.addingReportingOverflow(time.tv_nsec)
        return Int64(overflows || exceeds ? (time.tv_sec < 0 ? Int.min : Int.max) : sum)
    }

    /// 32 bits that change when a sidecar does, as `FileStamp.sidecar` has it: never 0, which stands for none. Whatever
    /// is done to its entry counts, because reading it again is all that a change costs.
    package static func sidecar(_ status: stat) -> UInt32 {
        let stamp = FileStamp(status)
        return max(1, stamp.fingerprint(revision: stamp.entryState))
    }

    /// The same of all sidecars of a photo, in the order of `Belongings.sidecars`; 0 if there is none.
    package static func sidecars(_ all: [stat]) -> UInt32 {
        guard let first = all.first else { return 0 }
        return all.dropFirst().reduce(sidecar(first)) { mixed, status in
            var mixer = SplitMix(seed: UInt64(mixed) << 32 | UInt64(sidecar(status)))
            return max(1, UInt32(mixer.next() >> 32))
        }
    }
}
