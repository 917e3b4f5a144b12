// The loaders of gdk-pixbuf that are in memory before a process is confined.
import CPixels
import Synchronization

/// The MIME types whose loaders have been loaded. A confined process cannot open the file of another one.
public final class LoadedLoaders: Sendable {
    /// Most types that are remembered: those of all loaders there are, a few times over.
    private static let most = 256

    private let types = Mutex<Set<String>>([])

    public init() {}

    /// Loads the loader of a type, with the libraries and plug-ins that it opens when it is used first. Does nothing
    /// for a type that has none, or none that is installed: that is no reason to ask again.
    public func load(_ type: String) {
        types.withLock { types in
            guard types.count < Self.most, types.insert(type).inserted else { return }
            tessera_loader_prepare(type)
        }
    }

    func contains(_ type: String) -> Bool { types.withLock { $0.contains(type) } }
}
