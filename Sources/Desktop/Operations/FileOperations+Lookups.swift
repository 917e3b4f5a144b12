// What is asked before an operation, beside those that run.
import Codecs
import ImagePipeline
public import Library
import Photos

extension FileOperations {
    /// Returns the photos into whose files there may be something to write, off the thread of running operations.
    public nonisolated func embeddable(_ photos: [PhotoFiles]) async -> [PhotoFiles] {
        let embedder = embedder
        let lookups = WorkerPool(name: "sidecars", width: 1, niceness: 0)
        return (try? await lookups.run(priority: .visible) { photos.filter { embedder.isOfUse($0.path) } }) ?? []
    }

    /// Returns the exported photos whose names are in use in a folder, off the thread of running operations.
    public nonisolated func clashes(of exports: [FileOperation.Export], in folder: String) async -> [NameClash] {
        let calls = calls.apart
        let lookups = WorkerPool(name: "names", width: 1, niceness: 0)
        return
            (try? await lookups.run(priority: .visible) {
                exports.compactMap { export in
                    // Beside the photo itself, it gets a number.
                    guard export.photo.folder != folder + "/", let own = try? calls.status(export.photo.path.text),
                        let other = try? calls.statusIfPresent(folder + "/" + export.name.text)
                    else { return nil }
                    return NameClash(photo: export.photo, own: .init(own.stamp), other: .init(other.stamp))
                }
            }) ?? []
    }

    /// Returns the photos of which a file's name is in use in a folder, off the thread of running operations.
    public nonisolated func clashes(of photos: [PhotoFiles], in folder: String) async -> [NameClash] {
        let calls = calls.apart
        let lookups = WorkerPool(name: "names", width: 1, niceness: 0)
        return
            (try? await lookups.run(priority: .visible) {
                var planner = GroupPlanner(calls: calls)
                return photos.compactMap { photo in
                    guard photo.folder != folder + "/", let names = try? planner.names(of: photo),
                        let own = try? calls.status(photo.path.text)
                    else { return nil }
                    let others = names.lazy.compactMap { (try? calls.statusIfPresent(folder + "/" + $0.text)) ?? nil }
                    return others.first.map { NameClash(photo: photo, own: .init(own.stamp), other: .init($0.stamp)) }
                }
            }) ?? []
    }
}
