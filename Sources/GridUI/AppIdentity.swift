// What the application is called: one place.

/// The application's names.
public enum AppIdentity {
    #if TESSERA_DEVELOPMENT
        /// The development build lives beside the installed one.
        public static let id = "io.github.tessera_photos.Tessera.Devel"
    #else
        /// Application id, settings schema, icon and cache folder.
        public static let id = "io.github.tessera_photos.Tessera"
    #endif
    /// As people read it.
    public static let name = "Tessera"
    /// Semantic version.
    public static let version = "0.1.0"
    /// Where it comes from.
    public static let website = "https://github.com/tessera-photos/tessera"
}
