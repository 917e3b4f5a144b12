// The check of photos that are known only by their thumbnail, while there is nothing else to do.
import Photos

/// Makes tiny pictures anew of the photos themselves. A thumbnail in a file may be that of another picture: programs
/// leave it as it was when they change the photo. The photos of one screen are looked at, one at a time, and each once:
/// the result is stored.
struct TinyConfirmation: Sendable {
    let maker: TinyMaker

    /// Time for which a wish rests before its photos are looked at: a scroll over pictures that are there asks the
    /// loader for nothing.
    private static let rest = Duration.milliseconds(300)

    /// Looks at photos until the task is cancelled, or nothing more is to be done in pauses.
    /// - Parameter confirmed: Called with each photo and its own picture, or the reason why there is none.
    @concurrent
    func run(
        _ wanted: [TinyWanted], of listing: any TinyListing,
        confirmed: @Sendable (TinyWanted, TinyMaker.Outcome) async -> Void
    ) async {
        guard (try? await maker.core.configuration.clock.sleep(for: Self.rest)) != nil else { return }
        for wanted in wanted {
            guard await maker.idleness.comes() else { return }
            let outcome = await maker.idleness.spend { await maker.confirm(wanted, of: listing) }
            if Task.isCancelled { return }
            await confirmed(wanted, outcome)
        }
    }
}
