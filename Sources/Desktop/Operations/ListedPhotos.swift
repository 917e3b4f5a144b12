// The photos in a list of files, and the files of listed photos.
import Codecs
import ImagePipeline
public import Library
public import Photos

extension PhotoFiles {
    /// Returns the photos that the files of a list are, each with what belongs to it, and other files by themselves.
    /// Reads the names in their folders, off the main thread.
    @concurrent public static func grouped(_ list: [PhotoFiles]) async -> [PhotoFiles] {
        // On a thread of its own, which a share may hold.
        let lookups = WorkerPool(name: "names", width: 1, niceness: 0)
        let groups = try? await lookups.run(priority: .visible) {
            let calls = FileSystemCalls()
            return grouped(list, isPhoto: ListedFormats.isPhoto) { folder in
                let names = ((try? calls.names(in: folder)) ?? []).map { FileName($0) }
                return Belongings(of: names, isPhoto: ListedFormats.isPhoto) { name in
                    (try? calls.statusIfPresent(folder + name.text)) ?? nil != nil
                }
            }
        }
        return groups ?? []
    }

    /// Returns the absolute paths of all files of photos and of all that belongs to them, each once.
    @concurrent public static func paths(of photos: [PhotoFiles]) async -> [FilePath] {
        var planner = GroupPlanner(calls: FileSystemCalls())
        return photos.flatMap { photo in
            // In a folder that cannot be read the files that are known.
            ((try? planner.names(of: photo)) ?? photo.names).map { FilePath(photo.folder + $0.text) }
        }
    }
}
