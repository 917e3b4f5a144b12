// The codes of the system for what GIO says of shares.
import CGLib
import Codecs
import Glibc

extension SystemFailure {
    /// The failure of a call whose process of GVfs has gone (`GLibError.isOfGoneProcess`): the share was asked nothing.
    static let goneProcess = SystemFailure(EHOSTDOWN)

    /// The code of the system for an error of GIO.
    init(ofShare error: GLibError) {
        if error.isOfGoneProcess {
            self = Self.goneProcess
            return
        }
        let codes: [(Int32, [GIOErrorEnum])] = [
            (ENOENT, [G_IO_ERROR_NOT_FOUND]), (EEXIST, [G_IO_ERROR_EXISTS]), (ENOTEMPTY, [G_IO_ERROR_NOT_EMPTY]),
            (EISDIR, [G_IO_ERROR_IS_DIRECTORY]), (ENOTDIR, [G_IO_ERROR_NOT_DIRECTORY]),
            (EBUSY, [G_IO_ERROR_BUSY]), (ENOSPC, [G_IO_ERROR_NO_SPACE]), (EACCES, [G_IO_ERROR_PERMISSION_DENIED]),
            (EROFS, [G_IO_ERROR_READ_ONLY]),
            (ENAMETOOLONG, [G_IO_ERROR_FILENAME_TOO_LONG]),
            (EINVAL, [G_IO_ERROR_INVALID_FILENAME, G_IO_ERROR_INVALID_ARGUMENT]),
            (ECANCELED, [G_IO_ERROR_CANCELLED]), (EXDEV, [G_IO_ERROR_WOULD_RECURSE]),
            (ENOTSUP, [G_IO_ERROR_NOT_SUPPORTED]), (ETIMEDOUT, [G_IO_ERROR_TIMED_OUT]),
            (
                ENOTCONN,
                [
                    G_IO_ERROR_NOT_MOUNTED, G_IO_ERROR_HOST_NOT_FOUND, G_IO_ERROR_HOST_UNREACHABLE,
                    G_IO_ERROR_NETWORK_UNREACHABLE, G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_BROKEN_PIPE,
                    // Of the process of GVfs, which has ended.
                    G_IO_ERROR_CLOSED,
                ]
            ),
        ]
        let known = codes.first { $0.1.contains { error.isIO($0) } }?.0
        // The words of a WebDAV server (RFC 4918, 11.5), which GVfs passes on.
        self.init(known ?? (error.message.hasSuffix("Insufficient Storage") ? ENOSPC : EIO))
    }
}
