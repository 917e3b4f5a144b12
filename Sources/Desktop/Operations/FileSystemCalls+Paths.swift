// The system calls of file operations by paths that are compared by their bytes.
import Codecs
import Glibc
import Photos

extension FilePath {
    /// The folder of an absolute path.
    var parent: FilePath { FilePath(FilePath.folder(of: text)) }

    /// Returns the path of a file beside this one.
    func beside(_ name: FileName) -> FilePath { parent.appending(name) }
}

extension FileSystemCalls {
    func status(_ path: FilePath) throws(SystemFailure) -> EntryStatus { try status(path.text) }
    func statusIfPresent(_ path: FilePath) throws(SystemFailure) -> EntryStatus? { try statusIfPresent(path.text) }
    /// Returns the status of a folder, which may be named by a link.
    func status(folder: FilePath) throws(SystemFailure) -> EntryStatus { try status(folder.text + "/.") }
    func rename(_ from: FilePath, to: FilePath) throws(SystemFailure) { try rename(from.text, to: to.text) }
    func unlink(_ path: FilePath) throws(SystemFailure) { try unlink(path.text) }
    func open(_ path: FilePath, _ flags: Int32, mode: mode_t = 0o600) throws(SystemFailure) -> Int32 {
        try open(path.text, flags, mode: mode)
    }
}

/// Runs a system call on a path; its error becomes a failure that names the path.
func onFile<Value>(_ path: FilePath, _ body: () throws(SystemFailure) -> Value) throws(FileFailure) -> Value {
    try onFile(path.text, body)
}
