// Words for what happens to the catalogue of files, for the window and for tools.
import Photos

extension CatalogueNotice {
    /// Says what has happened and what follows from it.
    /// - Parameter program: the name of the program.
    public func sentence(for program: String) -> String {
        let path = FilePath.shown(path)
        switch kind {
        case .rebuilt(let kept?):
            return "The catalogue of photos was damaged and is made again; it was kept as \(FilePath.shown(kept))"
        case .rebuilt(nil): return "The catalogue of photos was damaged and is made again: \(path)"
        case .lost: return "The catalogue of photos was deleted and is made again: \(path)"
        case .newer: return "A newer version of \(program) has written \(path); it is not used"
        case .unwritable(let reason): return "The catalogue of photos cannot be written: \(path): \(reason)"
        case .locked: return "Another program has locked the catalogue of photos: \(path)"
        case .full: return "There is no space left for the catalogue of photos: \(path)"
        }
    }
}
