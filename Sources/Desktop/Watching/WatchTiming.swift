// When changes in a folder are reported.

/// Times of the watching of a folder.
struct WatchTiming: Sendable {
    /// From the first event to the comparison, so that changes which belong together are reported together.
    var gathering = Duration.milliseconds(40)
    /// The shortest time between two comparisons.
    var cadence = Duration.milliseconds(100)
    /// How many times as long as a comparison the time until the next one is at least, so that a large folder in which
    /// something goes on changing takes no more than a fifth of a core.
    var rest = 4
    /// For the second half of a move whose first half was the last event.
    var halfMove = Duration.milliseconds(10)
    /// For which the length and the time of modification of a file have to stay the same while its writer keeps it
    /// open.
    var stillness = Duration.seconds(2)
    /// The same for a file that may have no writer.
    var doubt = Duration.milliseconds(200)
    /// Between two looks at files that are being written.
    var settling = Duration.milliseconds(100)
    /// Between two looks for a folder that is away.
    var absence = Duration.seconds(1)
}
