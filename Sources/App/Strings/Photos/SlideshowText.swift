// Words of the slideshow.

/// Names of the slideshow's action, buttons and preferences.
enum SlideshowText {
    static let action = localized("Slideshow")
    static let pause = localized("Pause")
    static let resume = localized("Go On")
    static let end = localized("End the Slideshow")
    /// Why the screen is kept awake, for the desktop.
    static let reason = localized("A slideshow is shown")
    static let nothing = localized("None of these photos could be shown.")
    static let seconds = localized("Seconds for a Photo")
    static let fade = localized("Fade Photos into Each Other")
    static let shuffle = localized("Shuffle")
    static let shuffleHelp = localized("Show the photos in an order of chance")
}
