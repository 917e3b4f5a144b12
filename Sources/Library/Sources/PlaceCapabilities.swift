// What can be done with the photos of a place.
public import Photos

/// The kinds of action that a source's photos allow. Menus leave out what a place does not allow.
public struct PlaceCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The photos are files, which can be copied and made anew elsewhere.
    public static let files = PlaceCapabilities(rawValue: 1 << 0)
    /// Files there can be moved, renamed and deleted, and others come to them.
    public static let change = PlaceCapabilities(rawValue: 1 << 1)
    /// What is deleted can be brought back.
    public static let trash = PlaceCapabilities(rawValue: 1 << 2)
    /// Photos can be turned in their files.
    public static let turn = PlaceCapabilities(rawValue: 1 << 3)
    /// Metadata can be written into the files.
    public static let embed = PlaceCapabilities(rawValue: 1 << 4)
    /// Marks, words and dates can be given to the photos.
    public static let mark = PlaceCapabilities(rawValue: 1 << 5)
    /// Other programs find the files by their paths.
    public static let paths = PlaceCapabilities(rawValue: 1 << 6)

    /// Those of a folder on the disk.
    public static let disk: PlaceCapabilities = [.files, .change, .trash, .turn, .embed, .mark, .paths]
    /// Returns those of a folder on a share: what was tried with servers of its kind.
    public static func share(_ address: ShareAddress) -> PlaceCapabilities {
        switch address.scheme {
        case "sftp", "smb", "dav", "davs": [.files, .change, .mark]
        default: .files
        }
    }
}
