// What the application is called: one place.

/// The application's names.
public enum AppIdentity {
    #if TESSERA_DEVELOPMENT
        /// The development build lives beside the installed one.
        public static let id = "io.github.tessera_photos.Tessera.Devel"
    #else
        public static let id = "io.github.tessera_photos.Tessera"
    #endif
    public static let name = "Tessera"
    public static let version = "0.1.0"
    public static let website = "https://github.com/tessera-photos/tessera"
}
