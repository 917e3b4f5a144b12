// The stamp of a file from its status.
package import CGLib
package import Photos

extension FileStamp {
    /// Takes the stamp out of a status. A time outside of what 64 bits of nanoseconds hold, some 292 years around 1970,
    /// becomes the nearest that they do.
    package init(_ status: stat) {
        let (seconds, overflows) = status.st_mtim.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
        let (time, exceeds) = seconds.addingReportingOverflow(status.st_mtim.tv_nsec)
        let limit = status.st_mtim.tv_sec < 0 ? Int.min : Int.max
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), byteCount: Int64(status.st_size),
            modified: Int64(overflows || exceeds ? limit : time))
    }

    /// 32 bits that change when the time of modification or the length of a file does. Nanoseconds and length are included,
    /// because a file may be written twice within a second. One change in 2³² goes unnoticed.
    package static func fingerprint(_ status: stat) -> UInt32 {
        var mixed: UInt64 = 0
        for part in [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size)] {
            var mixer = SplitMix(seed: mixed ^ UInt64(bitPattern: Int64(part)))
            mixed = mixer.next()
        }
        return UInt32(mixed >> 32)
    }

    /// The same of a sidecar, as `FileStamp.sidecar` has it: never 0, which stands for none.
    package static func sidecar(_ status: stat) -> UInt32 { max(1, fingerprint(status)) }

    /// The same of all sidecars of a photo, in the order of `Belongings.sidecars`; 0 where there is none.
    package static func sidecars(_ all: [stat]) -> UInt32 {
        guard let first = all.first else { return 0 }
        return all.dropFirst().reduce(sidecar(first)) { mixed, status in
            var mixer = SplitMix(seed: UInt64(mixed) << 32 | UInt64(sidecar(status)))
            return max(1, UInt32(mixer.next() >> 32))
        }
    }
}
