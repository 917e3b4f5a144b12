// Words of the slideshow.

/// Names of the slideshow's action, buttons and preferences.
enum SlideshowText {
    static let action = localized("Slideshow")
    static let pause = localized("Pause")
    static let resume = localized("Continue")
    static let end = localized("End Slideshow")
    /// Why the screen is kept awake, for the desktop.
    static let reason = localized("Slideshow playing")
    static let nothing = localized("None of these photos could be shown.")
    static let seconds = localized("Seconds per Photo")
    static let fade = localized("Crossfade Between Photos")
    static let shuffle = localized("Shuffle")
    static let shuffleHelp = localized("Play in random order")
}
