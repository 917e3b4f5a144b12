// The text of a failed tile.
import Photos

/// Text for a failure: which photo, why, and what the user can do.
enum FailureWords {
    static func tile(_ failure: LoadFailure) -> String {
        "\(failure.culprit)\n\(failure.label)\n↻ Try again"
    }
}
