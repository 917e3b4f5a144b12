// How a photo is made anew for others: format, size, quality, and what is said beside the picture.

/// What an exported photo is like.
public struct ExportRecipe: Hashable, Sendable {
    /// The format that is asked for.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// That of the photo where it can be written, or else JPEG.
        case same
        case jpeg, png, webp
    }

    /// What of the photo's metadata goes with it.
    public enum Metadata: String, Hashable, Sendable, CaseIterable {
        case all
        /// All but where it was taken: neither position nor names of places, nor the camera's own notes, in which some
        /// cameras have both.
        case withoutPlace
        case none
    }

    public var format: Format
    /// Longest side in pixels; nil for the photo's own. Nothing is enlarged.
    public var longSide: Int?
    /// 1…100, for the formats that lose something.
    public var quality: Int
    public var metadata: Metadata

    /// Longest sides that can be asked for, in pixels.
    public static let longSides = 16...PixelSize.largestPhotoSide
    public static let qualities = 1...100
    /// The quality at which a loss is not seen beside the photo.
    public static let usualQuality = 90

    public init(
        format: Format = .same, longSide: Int? = nil, quality: Int = Self.usualQuality, metadata: Metadata = .all
    ) {
        self.format = format
        self.longSide = longSide.map { min(max($0, Self.longSides.lowerBound), Self.longSides.upperBound) }
        self.quality = min(max(quality, Self.qualities.lowerBound), Self.qualities.upperBound)
        self.metadata = metadata
    }

    // MARK: Names

    /// The format of a photo of this name: never `same`.
    public func format(of name: FileName) -> Format {
        guard format == .same else { return format }
        return Format.allCases.first { $0.endings.contains(name.ending.lowercased()) } ?? .jpeg
    }

    /// The extension that an exported photo of this name gets, with its dot: its own where the format stays.
    public func ending(of name: FileName) -> String {
        let format = format(of: name)
        return format.endings.contains(name.ending.lowercased()) ? name.ending : format.endings.first ?? ""
    }

    // MARK: Text

    /// The recipe as one word.
    public var text: String {
        [format.rawValue, longSide.map(String.init) ?? "-", String(quality), metadata.rawValue].joined(separator: ",")
    }

    /// Reads the word; nil for one that no recipe has.
    public init?(text: some StringProtocol) {
        let words = text.split(separator: ",")
        guard words.count == 4, let format = Format(rawValue: String(words[0])), let quality = Int(words[2]),
            let metadata = Metadata(rawValue: String(words[3])), words[1] == "-" || Int(words[1]) != nil
        else { return nil }
        self.init(format: format, longSide: Int(words[1]), quality: quality, metadata: metadata)
    }
}

extension ExportRecipe.Format {
    /// The extensions of its files in lower case, with their dot; the usual one first.
    fileprivate var endings: [String] {
        switch self {
        case .same: []
        case .jpeg: [".jpg", ".jpeg", ".jpe", ".jfif"]
        case .png: [".png"]
        case .webp: [".webp"]
        }
    }
}
