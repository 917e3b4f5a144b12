// Which file systems report all changes.
import Codecs
import Glibc
import Photos

extension FilePath {
    /// Types whose contents other machines or programs change without the kernel's knowledge. Those of programs are
    /// called `fuse.` and the program's name; `fuseblk` is a drive.
    private static let silentFileSystems: Set<String> = [
        "9p", "afs", "ceph", "cifs", "coda", "fuse", "ncpfs", "nfs", "nfs4", "prl_fs", "smb3", "smbfs", "vboxsf",
        "virtiofs", "vmhgfs",
    ]

    /// Whether the kernel tells only of the changes to this folder that are made on this machine. Blocks.
    var isOnRemoteFileSystem: Bool {
        guard let status, let type = Self.fileSystem(on: UInt64(status.st_dev)) else { return false }
        return Self.silentFileSystems.contains(type) || type.hasPrefix("fuse.")
    }

    /// The type of the file system on a device. Source: proc_pid_mountinfo(5), of which the third field is the device
    /// and the one behind the dash the type.
    private static func fileSystem(on device: UInt64) -> String? {
        // The macros `major` and `minor` of makedev(3), which Swift does not import.
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & 0xFFFFF00
        let number = "\(major):\(minor)"
        guard let mounts = fopen("/proc/self/mountinfo", "re") else { return nil }
        defer { fclose(mounts) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while getline(&line, &room, mounts) > 0, let line {
            let fields = String(cString: line).split(separator: " ")
            guard fields.count > 2, fields[2] == number, let dash = fields.firstIndex(of: "-") else { continue }
            return dash + 1 < fields.count ? String(fields[dash + 1]) : nil
        }
        return nil
    }
}
