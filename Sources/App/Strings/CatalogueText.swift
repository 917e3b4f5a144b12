// Words for what happens to the catalogue of files.
import Desktop
import Photos

/// Sentences about the catalogue.
enum CatalogueText {
    /// Says what has happened and what follows from it.
    static func sentence(_ notice: CatalogueNotice) -> String {
        let path = FilePath.shown(notice.path)
        switch notice.kind {
        case .rebuilt(let kept?):
            return "The catalogue of photos was damaged and is made again; it was kept as \(FilePath.shown(kept))"
        case .rebuilt(nil): return "The catalogue of photos was damaged and is made again: \(path)"
        case .lost: return "The catalogue of photos was deleted and is made again: \(path)"
        case .newer: return "A newer version of \(AppIdentity.name) has written \(path); it is not used"
        case .unwritable(let reason): return "The catalogue of photos cannot be written: \(path): \(reason)"
        case .locked: return "Another program has locked the catalogue of photos: \(path)"
        case .full: return "There is no space left for the catalogue of photos: \(path)"
        }
    }
}
