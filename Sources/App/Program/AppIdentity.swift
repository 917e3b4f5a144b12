// The application's names, defined once.

/// Names and version of the application.
package nonisolated enum AppIdentity {
    #if TESSERA_DEVELOPMENT
        /// The development build can be installed beside the released one.
        package static let id = "io.github.tessera_photos.Tessera.Devel"
        package static let dataFolder = "tessera-devel"
    #else
        /// Application id, settings schema, icon and cache folder.
        package static let id = "io.github.tessera_photos.Tessera"
        /// Folder of the catalogue, in the user's folder for data.
        package static let dataFolder = "tessera"
    #endif
    /// Name for users.
    package static let name = "Tessera"
    /// Semantic version.
    package static let version = "0.1.0"
    /// Address of the project's page.
    package static let website = "https://github.com/tessera-photos/tessera"
    /// Address where faults are reported.
    package static let issueTracker = website + "/issues"
}
