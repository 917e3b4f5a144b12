// What a tile says when its photo could not be shown.
import Photos

/// The words on a failed tile: which photo, why, and what the user can do.
enum FailureWords {
    static func tile(_ failure: LoadFailure) -> String {
        "\(failure.culprit)\n\(failure.label)\n↻ Try again"
    }
}
