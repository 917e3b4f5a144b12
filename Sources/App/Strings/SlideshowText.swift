// Words of the slideshow.

/// Names of the slideshow's action, buttons and preferences.
enum SlideshowText {
    static let action = "Slideshow"
    static let pause = "Pause"
    static let resume = "Go On"
    static let previous = "Previous Photo"
    static let next = "Next Photo"
    static let end = "End the Slideshow"
    /// Why the screen is kept awake, for the desktop.
    static let reason = "A slideshow is shown"
    static let nothing = "None of these photos could be shown."
    static let seconds = "Seconds for a Photo"
    static let fade = "Fade Photos into Each Other"
    static let shuffle = "Shuffle"
    static let shuffleHelp = "Show the photos in an order of chance"

    /// For the shortcuts window.
    static let shortcuts: [(keys: String, title: String)] = [
        ("<Control>l", "Slideshow; Space pauses it, arrows go on and back, Escape ends it")
    ]
}
