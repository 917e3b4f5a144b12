// An entry of a folder on a share, as GIO says it, and the state of the file that follows from it.
import CGLib
import Codecs
import Library
import Photos

extension ShareEntry {
    /// What is asked of each entry: all of it comes with the names, at no request more but for the target of a link.
    static let attributes =
        "standard::name,standard::type,standard::is-symlink,standard::symlink-target,standard::size,"
        + "time::modified,time::modified-usec,etag::value"

    /// Longest accepted tag, in bytes.
    private static let longestTag = 256

    /// Reads what GIO says; nil where the name is none that a folder can have.
    init?(_ info: OpaquePointer) {
        guard let name = g_file_info_get_name(info) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
        guard !bytes.isEmpty, !bytes.elementsEqual(".".utf8), !bytes.elementsEqual("..".utf8),
            !bytes.contains(UInt8(ascii: "/"))
        else { return nil }
        let type = g_file_info_get_file_type(info)
        // Numbers are the share's word: those that no file has count as none.
        let seconds = Int64(clamping: g_file_info_get_attribute_uint64(info, G_FILE_ATTRIBUTE_TIME_MODIFIED))
        let micros = Int64(g_file_info_get_attribute_uint32(info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC))
        let (modified, isTooLate) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let size = g_file_info_get_attribute_uint64(info, G_FILE_ATTRIBUTE_STANDARD_SIZE)
        self.init(
            name: FileName(FilePath.text(bytes)), isFolder: type == G_FILE_TYPE_DIRECTORY,
            isRegular: type == G_FILE_TYPE_REGULAR || type == G_FILE_TYPE_UNKNOWN,
            // GVfs 1.57 says of a link that it follows, by sftp, no more than where that leads.
            isLink: g_file_info_get_attribute_boolean(info, G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK) != 0
                || g_file_info_has_attribute(info, G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET) != 0,
            byteCount: Int64(exactly: size) ?? 0,
            modified: isTooLate ? 0 : modified.addingSaturating(min(micros, 999_999) * 1000),
            tag: g_file_info_get_attribute_string(info, G_FILE_ATTRIBUTE_ETAG_VALUE)
                .map { String(String(cString: $0).prefix(Self.longestTag)) } ?? "")
    }

    /// What a list of photos knows of the file. A share has no device and no inode to believe.
    /// - Parameter sidecars: Those of the photo, in the order of `Belongings.sidecars`.
    func status(with sidecars: [ShareEntry] = []) -> FileStatus {
        var stamp = FileStamp(device: 0, inode: 0, byteCount: byteCount, modified: modified)
        let fingerprint = stamp.fingerprint(revision: tag.isEmpty ? 0 : max(1, tag.utf8.fingerprint))
        stamp.sidecar = Self.fingerprint(of: sidecars)
        return FileStatus(stamp: stamp, fingerprint: FileVersion.fingerprint(fingerprint, turnedBy: 0))
    }

    /// 32 bits that change when one of a photo's sidecars does; 0 for none.
    static func fingerprint(of sidecars: [ShareEntry]) -> UInt32 {
        sidecars.reduce(0) { mixed, sidecar in
            var mixer = SplitMix(seed: UInt64(mixed) << 32 | UInt64(sidecar.status().fingerprint))
            return max(1, UInt32(mixer.next() >> 32))
        }
    }
}

extension Sequence<UInt8> {
    /// 32 bits that change with the bytes (FNV-1a).
    var fingerprint: UInt32 { reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } }
}
