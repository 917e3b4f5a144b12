// The files of the photos on which an action acts.
import Browse
import Desktop
import Library
import Photos

extension ActionTarget {
    /// The trash in which the photos are; nil where they are elsewhere.
    var trash: TrashSource? { model?.source as? TrashSource }
    var isInTrash: Bool { trash != nil }

    /// Whether there are photos with which something can be done where they are.
    func can(_ capabilities: PlaceCapabilities) -> Bool {
        guard count > 0, let model, model.count > 0 else { return false }
        return model.source.capabilities.isSuperset(of: capabilities)
    }
}

extension ActionTarget.Photos {
    /// Reads which files the photos are, off the main thread; photos that are no files are left out. A photo that
    /// belongs to another one of them, as the video of a Live Photo does, is among its files.
    @concurrent nonisolated func readFiles() async -> [PhotoFiles] {
        let files = PhotoFiles.read(refs, of: store, from: source)
        // With one alone nothing is put together: its folder, perhaps on a slow share, is not read for it.
        return files.count > 1 ? await PhotoFiles.grouped(files) : files
    }
}

extension ActionTarget.Photos {
    /// Reads what names of photos are made of, off the main thread, in the order of `files`.
    @concurrent nonisolated func readNames(of files: [PhotoFiles]) async -> [NamePattern.Item] {
        let reader = PhotoReader()
        var facts: [FilePath: KnownFacts] = [:]
        for ref in refs {
            guard let path = source.original(of: reader.photo(ref.slot, of: store)).filePath else { continue }
            facts[path] = store.facts(ref.slot)
        }
        return files.map { file in
            NamePattern.Item(file.name, taken: facts[file.path]?.taken, camera: facts[file.path]?.camera)
        }
    }
}

extension PhotoFiles {
    /// Reads which files photos are, a microsecond each; photos that are no files are left out.
    nonisolated static func read(
        _ refs: some Sequence<PhotoRef>, of store: PhotoStore, from source: any PhotoSource
    ) -> [PhotoFiles] {
        let reader = PhotoReader()
        return refs.compactMap { ref in
            let photo = reader.photo(ref.slot, of: store)
            guard let path = source.original(of: photo).filePath else { return nil }
            return PhotoFiles(path: path, companions: photo.companions)
        }
    }
}
