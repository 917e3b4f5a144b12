// Text about places: titles of the sidebar's sections, counts, paths, and the welcome.
import Browse
import Photos

/// Words and icons of the sidebar and the path bar.
enum PlaceText {
    /// The user's own folder.
    static let home = localized("Home")
    static let builtInGallery = localized("Sample Photos")

    /// Returns the name of a row. What the program brings with it has a name in each language.
    static func name(of entry: PlaceEntry) -> String {
        if let search = entry.search { return SearchText.name(of: search) }
        return switch entry.place {
        case .sample: builtInGallery
        case .trash: TrashText.trash
        case .picsum: ChoiceText.picsum
        case nil where entry.further > 0:
            localized("{count} more folder", many: "{count} more folders", count: entry.further)
        default: entry.name
        }
    }

    /// Items of a row's context menu.
    static let newWindow = localized("Open in New Window")
    static let forget = localized("Remove from Recent")

    static func title(of section: PlaceSection.Kind) -> String {
        switch section {
        case .places: localized("Places")
        case .searches: localized("Searches")
        case .bookmarks: localized("Bookmarks")
        case .devices: localized("Devices")
        case .network: localized("Network")
        case .recent: localized("Recent")
        case .examples: localized("Examples")
        }
    }

    static func icon(of kind: PlaceEntry.Kind) -> String {
        switch kind {
        case .pictures: "folder-pictures-symbolic"
        case .folder: "folder-symbolic"
        case .drive: "drive-removable-media-symbolic"
        case .camera: "camera-photo-symbolic"
        case .gallery: "image-x-generic-symbolic"
        case .trash: "user-trash-symbolic"
        case .service: "network-server-symbolic"
        case .search: "folder-saved-search-symbolic"
        }
    }

    /// Returns a count for the end of a row: `1 234`, or `20 000+` where there may be more.
    static func short(_ count: FolderCount) -> String {
        GalleryTitle.grouped(count.photos) + (count.isComplete ? "" : "+")
    }

    /// Returns a count in words, for a screen reader.
    static func photos(_ count: FolderCount) -> String {
        count.isComplete
            ? GalleryTitle.photos(count.photos)
            : localized("more than {count} photo", many: "more than {count} photos", count: count.photos)
    }

    /// Returns a path in one line.
    static func shown(path: FilePath) -> String { DisplayText.line(path.shown) }
}

/// Words of the page of a start that has nothing to show.
enum WelcomeText {
    static let title = localized("Welcome to Tessera")
    static let detail = localized("Open a folder with photos, or look around with sample photos.")

    static func title(missing path: FilePath) -> String {
        localized("“{folder}” can't be found", ["folder": .text(FolderPath.name(of: path))])
    }

    static func detail(missing path: FilePath) -> String {
        localized(
            "{folder} was moved or deleted, or its drive is not connected.",
            ["folder": .text(PlaceText.shown(path: path))])
    }
}
