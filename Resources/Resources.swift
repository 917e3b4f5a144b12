// The files embedded in the program, so that nothing is looked up at run time.

/// Typed access to the embedded files.
public enum Resources {
    /// The application's style sheet, UTF-8.
    public static var styleSheet: String { String(decoding: PackageResources.style_css, as: UTF8.self) }
    /// What is added to it in high contrast, UTF-8.
    public static var highContrastStyleSheet: String {
        String(decoding: PackageResources.high_contrast_css, as: UTF8.self)
    }
}
