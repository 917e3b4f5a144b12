// The name extensions of camera raw files.

/// Recognition of camera raw files by name.
public enum CameraRaw {
    /// Extensions in lower case of the files whose previews are shown: those of Canon, Nikon, Sony, Adobe, Fuji,
    /// Olympus, Panasonic and Leica, Pentax, Samsung, Minolta, Sigma, Hasselblad, Phase One, Epson, Kodak, Leaf, Mamiya
    /// and GoPro.
    public static let extensions: Set<String> = [
        "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "dng", "raf", "orf", "rw2", "rwl", "pef", "srw", "mrw",
        "x3f", "3fr", "fff", "iiq", "erf", "kdc", "dcr", "mos", "mef", "gpr",
    ]

    /// The same, and the one that several makers have used for formats of their own.
    public static let extensionsAndPlain = extensions.union(["raw"])

    /// Whether a file of this name is a camera raw file whose preview is shown.
    public static func isName(_ name: FileName) -> Bool {
        name.lowercasedExtension.map(extensions.contains) ?? false
    }
}
