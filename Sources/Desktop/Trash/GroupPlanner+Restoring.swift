// Bringing photos back from the trash.
import Codecs
import Glibc
import Library
public import Photos

extension GroupPlanner {
    /// Returns the tasks that bring a photo back. Where a name is in use, all of its files get a number: nothing is
    /// replaced. The folder is made again where it is gone.
    func restoring(_ photo: TrashedPhoto) throws(FileFailure) -> [ExpectedTask] {
        let folder = photo.folder
        try makeFolders(folder)
        let names = try Self.free(photo) { path throws(FileFailure) in try isTaken(path) }
        return zip(photo.files, names).map { file, name in
            ExpectedTask(.restore(trashed: file.path, note: file.note, to: folder.appending(name)))
        }
    }

    /// Returns the names that the files of a photo get.
    fileprivate static func free(
        _ photo: TrashedPhoto, _ isTaken: (FilePath) throws(FileFailure) -> Bool
    ) throws(FileFailure) -> [FileName] {
        let names = photo.files.map(\.origin.name)
        do {
            return try FileName.free(names) { try isTaken(photo.folder.appending($0)) }
        } catch let failure as FileFailure {
            throw failure
        } catch {
            return names
        }
    }

    /// Makes a folder and those above it. One that is left empty by a crash harms nothing.
    private func makeFolders(_ folder: FilePath) throws(FileFailure) {
        let status = try onFile(folder) { () throws(SystemFailure) in try calls.statusIfPresent(folder) }
        guard status == nil else { return }
        if folder.parent != folder { try makeFolders(folder.parent) }
        try onFile(folder) { () throws(SystemFailure) in try calls.makeFolder(folder.text) }
    }
}

extension FileOperations {
    /// Returns the photos of which a file's name is in use where they were, each with the name that it would get.
    @concurrent public nonisolated static func taken(_ photos: [TrashedPhoto]) async -> [(TrashedPhoto, FileName)] {
        let calls = FileSystemCalls()
        return photos.compactMap { photo in
            let names = try? GroupPlanner.free(photo) { path throws(FileFailure) in
                try onFile(path) { () throws(SystemFailure) in try calls.statusIfPresent(path) != nil }
            }
            guard let name = names?.first, name != photo.file.origin.name else { return nil }
            return (photo, name)
        }
    }
}
