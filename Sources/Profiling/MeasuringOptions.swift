// The options of the command line that measure or script a run.
package import Browse
package import FrameProfile

/// What is asked for of the instruments.
package nonisolated struct MeasuringOptions: Hashable, Sendable {
    /// Whether frames are timed.
    package var profile = false
    /// File for the profile's JSON; nil for the text summary alone.
    package var profileFile: String?
    /// The scenario to play; only together with `profile`.
    package var scenario: Scenario?
    /// Path of the PNG to write; nil for no screenshot.
    package var screenshot: String?
    /// Whether the plain grid replaces Tessera's own.
    package var naive = false
    /// Whether a bare grid of plain colour tiles replaces Tessera's own.
    package var floor = false

    /// Asks for nothing.
    package init() {}

    /// What the application does otherwise for the sake of the instruments.
    package var conditions: RunConditions {
        var conditions = RunConditions()
        conditions.isPlain = naive || floor
        conditions.isAlone = profile || conditions.isPlain || screenshot != nil
        conditions.remembersNothing = screenshot != nil || scenario != nil
        conditions.isUnattended = scenario != nil || conditions.isPlain
        conditions.staysInGrid = scenario != nil
        return conditions
    }
}
