// Text about places: titles of the sidebar's sections, counts, paths, and the welcome.
import Browse
import Photos

/// Words and icons of the sidebar and the path bar.
enum PlaceText {
    static func title(of section: PlaceSection.Kind) -> String {
        switch section {
        case .places: "Places"
        case .bookmarks: "Bookmarks"
        case .devices: "Devices"
        case .recent: "Recent"
        case .examples: "Examples"
        }
    }

    static func icon(of kind: PlaceEntry.Kind) -> String {
        switch kind {
        case .pictures: "folder-pictures-symbolic"
        case .folder: "folder-symbolic"
        case .drive: "drive-removable-media-symbolic"
        case .camera: "camera-photo-symbolic"
        case .gallery: "image-x-generic-symbolic"
        case .service: "network-server-symbolic"
        }
    }

    /// Returns a count for the end of a row: `1 234`, or `20 000+` where there may be more.
    static func short(_ count: FolderCount) -> String {
        GalleryTitle.grouped(count.photos) + (count.isComplete ? "" : "+")
    }

    /// Returns a count in words, for a screen reader.
    static func photos(_ count: FolderCount) -> String {
        let photos = count.photos == 1 ? "1 photo" : "\(GalleryTitle.grouped(count.photos)) photos"
        return count.isComplete ? photos : "more than " + photos
    }

    /// Returns a path in one line.
    static func shown(path: String) -> String { DisplayText.line(FilePath.shown(path)) }
}

/// Words of the card over the built-in gallery, where there was nothing else to show.
enum WelcomeText {
    static let title = "Welcome to Tessera"
    static let detail = "Tessera paints these pictures by itself, without a network. What would you like to see?"

    static func title(missing path: String) -> String { "“\(FolderPath.name(of: path))” is not there" }
    static func detail(missing path: String) -> String {
        "\(PlaceText.shown(path: path)) was shown last and cannot be found now. This is the built-in gallery instead."
    }
}
