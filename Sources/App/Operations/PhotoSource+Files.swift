// Photos of a folder by their files.
import Library
import Photos

extension PhotoSource {
    /// The id that the source gives to the photo at a path; nil for one that is not below its root.
    func id(of path: FilePath) -> PhotoID? {
        guard let indexRoot, let below = path.relative(to: ShareAddress(indexRoot)?.path ?? FilePath(indexRoot)) else {
            return nil
        }
        return [PhotoID(below), PhotoID(path)].first { original(of: Photo(id: $0, title: "")).filePath == path }
    }
}
