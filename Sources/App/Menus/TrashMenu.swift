// The menu of photos in the trash.
import Desktop

/// What can be done with photos in the trash.
enum TrashMenu {
    static func model() -> GObjectReference {
        MenuModel.make([
            [MenuEntry(.openPhoto)], [MenuEntry(.restore), MenuEntry(.discard)], [MenuEntry(.emptyTrash)],
        ])
    }
}
