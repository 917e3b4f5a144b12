// The proposed file name for a saved photo.
public import Photos

/// File names.
public enum SaveName {
    /// Limit of a file name in bytes (NAME_MAX of the usual file systems), extension included.
    static let longest = 255
    /// Limit of the proposed name for a service's photo in bytes, without its extension: the user may want to add a
    /// word.
    private static let longestProposal = 200

    /// Returns a name for a photo. A file keeps its name. A service's photo gets its author's name and its own number:
    /// `Ada Lovelace 42.jpg`; a service's originals are JPEG unless their address says otherwise. Neither contains
    /// characters that act on a terminal or on the direction of text (`DisplayText.isFormatting`), path separators, or
    /// a leading dot.
    public static func proposal(for photo: Photo, original: ImageLocation) -> String {
        switch original {
        case .file(let path):
            let name = path.name.text[...]
            let ending = ending(of: name)
            return joined(cleaned(String(name.dropLast(ending.count))), cleaned(ending), longest: longest)
        case .remote where original.share != nil: return proposal(for: photo, original: .file(photo.id.path))
        case .remote(let address):
            let name = photo.title.hasSuffix(photo.id.text) ? photo.title : "\(photo.title) \(photo.id.text)"
            let words = cleaned(name).split(separator: " ").joined(separator: " ")
            return joined(
                words, "." + suffix(of: address), longest: longestProposal + 1 + suffix(of: address).utf8.count)
        }
    }

    /// Returns the last dot of a file name and what follows it; empty where that is no extension of a format.
    private static func ending(of name: Substring) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        let ending = name[dot...]
        return ending.utf8.count <= longestEnding ? String(ending) : ""
    }
    private static let longestEnding = 16

    /// Returns name and extension, the name cut between characters so that both fit into `longest` bytes.
    private static func joined(_ name: String, _ ending: String, longest: Int) -> String {
        var kept = name.drop { ". ".contains($0) }
        let room = longest - ending.utf8.count
        if kept.utf8.count > room {
            var end = kept.startIndex, length = 0
            while end < kept.endIndex {
                let next = kept.index(after: end)
                length += kept[end..<next].utf8.count
                guard length <= room else { break }
                end = next
            }
            kept = kept[..<end]
        }
        return (kept.isEmpty ? "Photo" : kept) + ending
    }

    /// Returns a text without path separators and formatting characters; those that separate words become a space.
    private static func cleaned(_ text: String) -> String {
        var name = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "/" || scalar == "\\" || (DisplayText.isFormatting(scalar) && scalar.properties.isWhitespace) {
                name.append(" ")
            } else if !DisplayText.isFormatting(scalar) {
                name.append(scalar)
            }
        }
        return String(name)
    }

    private static func suffix(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let known = ["jpg", "jpeg", "png", "webp", "gif", "tif", "tiff", "avif", "heic"]
        let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return known.contains(suffix) ? suffix : "jpg"
    }
}
