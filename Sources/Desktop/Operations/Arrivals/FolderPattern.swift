// The folders into which new photos are copied, by the time at which they were taken.
public import Library
public import Photos

/// A pattern of folders below a folder: their names, divided by slashes, with the words in braces of `NamePattern`.
public struct FolderPattern: Hashable, Sendable {
    /// A folder for each year, and in it one for each day.
    public static let usual = "{year}/{date}"

    private let parts: [String]

    public init(_ text: String) { parts = text.split(separator: "/").map(String.init) }

    /// Why a part is no name of a folder; nil where all are.
    public var flaw: FileName.Flaw? { parts.lazy.compactMap(FileName.flaw).first }

    /// Returns the folder of a photo. Where the pattern asks for what is not known, the part is left out.
    public func folder(of photo: CardContents.Found, below base: FilePath) -> FilePath {
        parts.reduce(base) { folder, part in
            guard part.contains("{") else { return folder.appending(FileName(part)) }
            // The name of an item without an extension stands where nothing else does.
            let item = NamePattern.Item("", taken: photo.taken)
            let name = NamePattern(part).names([item])[0]
            return name.isEmpty || FileName.flaw(of: name) != nil ? folder : folder.appending(FileName(name))
        }
    }
}
