// The application's names, defined once.

/// Names and version of the application.
public nonisolated enum AppIdentity {
    #if TESSERA_DEVELOPMENT
        /// The development build can be installed beside the released one.
        public static let id = "io.github.tessera_photos.Tessera.Devel"
    #else
        /// Application id, settings schema, icon and cache folder.
        public static let id = "io.github.tessera_photos.Tessera"
    #endif
    /// Name for users.
    public static let name = "Tessera"
    /// Semantic version.
    public static let version = "0.1.0"
    /// Address of the project's page.
    public static let website = "https://github.com/tessera-photos/tessera"
}
