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
}
