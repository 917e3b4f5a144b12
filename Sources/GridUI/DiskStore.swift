// Where downloaded photos are kept between starts.
import CDesktop
import Desktop
import ImagePipeline
import Logging

/// The disk cache of the program, as its options want it.
enum DiskStore {
    /// Puts the disk cache before `upstream`.
    /// - Parameter directory: as named by a person, or nil for the user's cache folder.
    static func caching(_ upstream: any ByteLoader, directory: String?) -> any ByteLoader {
        let named = directory ?? String(cString: g_get_user_cache_dir()) + "/" + AppIdentity.id
        // A person names it relative to where the program was started.
        let folder = (takeText(g_canonicalize_filename(named, nil)) ?? named) + "/photos"
        Logger(label: "disk").debug("cache", metadata: ["folder": "\(folder)"])
        return CachedByteLoader(
            disk: DiskCache(directory: folder, executor: LoopExecutor(name: "disk")), upstream: upstream)
    }
}
