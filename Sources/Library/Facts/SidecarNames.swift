// The XMP sidecars of one folder: which belongs to which photo.
import Photos

/// The sidecars among the files of one folder.
///
/// `IMG_1.JPG.xmp` belongs to `IMG_1.JPG`, as darktable and digiKam name it. `IMG_1.xmp`, as Lightroom does, belongs to the
/// photo whose name begins so, where there is only one; a camera raw file beside its JPEG is the same photo.
public struct SidecarNames: Sendable {
    /// The names of sidecars by the names without their extension.
    private let sidecars: [String: String]
    /// The number of photos by their names without extension, of those that a sidecar is called by.
    private let photos: [String: Int]

    /// - Parameter names: The names of all photos and sidecars of the folder; other names do not matter.
    public init(of names: some Sequence<String>) {
        var sidecars: [String: String] = [:]
        var files: [String] = []
        for name in names {
            if let base = Self.base(ofSidecar: name) {
                // Of a.xmp and a.XMP the first by bytes, whatever the order of the folder.
                sidecars[base] = min(sidecars[base] ?? name, name)
            } else {
                files.append(name)
            }
        }
        self.sidecars = sidecars
        guard !sidecars.isEmpty else {
            photos = [:]
            return
        }
        var photos: [String: Int] = [:]
        for photo in RawPairs.photos(of: files.filter { Self.stem(of: $0).map { sidecars[$0] != nil } ?? false }) {
            if let stem = Self.stem(of: photo.name) { photos[stem, default: 0] += 1 }
        }
        self.photos = photos
    }

    /// Whether no photo has a sidecar.
    public var isEmpty: Bool { sidecars.isEmpty }

    /// The name of the sidecar of the photo called `name`; nil where it has none.
    public func name(for name: String) -> String? {
        if let own = sidecars[name] { return own }
        guard let stem = Self.stem(of: name), let shared = sidecars[stem], photos[stem] == 1 else { return nil }
        return shared
    }

    /// The name that a new sidecar of the photo called `name` gets.
    public static func newName(for name: String) -> String { name + ".xmp" }

    /// Whether a file of this name is a sidecar.
    public static func isName(_ name: String) -> Bool { base(ofSidecar: name) != nil }

    /// The name of a sidecar without its extension, which is that of a photo with or without an extension; nil for a file
    /// that is no sidecar.
    public static func base(ofSidecar name: String) -> String? {
        let ending = name.utf8.suffix(4)
        let isSidecar = ending.elementsEqual(".xmp".utf8) || ending.elementsEqual(".XMP".utf8)
        return isSidecar && name.utf8.count > 4 ? String(name.dropLast(4)) : nil
    }

    /// The name of a photo without its extension; nil without one.
    public static func stem(of name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        return String(name[..<dot])
    }
}
