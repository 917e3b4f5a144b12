// What a saved photo is called until its user knows better.
public import Photos

/// Names of files.
public enum SaveName {
    /// Bytes of a name that every usual file system takes; 255 is the limit, and a person may want to add a word.
    private static let longest = 200

    /// A file keeps its name. A service's photo gets its author's and its own number: `Ada Lovelace 42.jpg`; a service's
    /// originals are JPEG unless their address says otherwise.
    public static func proposal(for photo: Photo, original: ImageLocation) -> String {
        switch original {
        case .file(let path): return String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
        case .remote(let address):
            let name = cleaned(photo.title.hasSuffix(photo.id.text) ? photo.title : "\(photo.title) \(photo.id.text)")
            return (name.isEmpty ? "Photo" : name) + "." + suffix(of: address)
        }
    }

    /// Without what a file's name cannot hold, or would be hidden by.
    private static func cleaned(_ text: String) -> String {
        let words = String(text.map { $0 == "/" || $0 == "\\" || $0.isNewline || $0 == "\0" ? " " : $0 })
            .split(separator: " ")
        var name = words.joined(separator: " ")[...]
        while let first = name.first, ". ".contains(first) { name = name.dropFirst() }
        while name.utf8.count > longest { name = name.dropLast() }
        return String(name)
    }

    private static func suffix(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let known = ["jpg", "jpeg", "png", "webp", "gif", "tif", "tiff", "avif", "heic"]
        let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return known.contains(suffix) ? suffix : "jpg"
    }
}
