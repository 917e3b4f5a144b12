// The telling of what happens to the catalogue of files.
import Desktop

/// Reads the notices of the catalogue from the first folder on, and passes each on as a sentence.
final class CatalogueNotices {
    private let say: (String) -> Void
    private var reading: Task<Void, Never>?

    /// - Parameter say: Tells the user something.
    init(say: @escaping (String) -> Void) { self.say = say }

    isolated deinit { reading?.cancel() }

    /// Follows `catalogue`; does nothing once it is followed.
    func follow(_ catalogue: @autoclosure () -> Catalogue) {
        guard reading == nil else { return }
        reading = Task { [weak self, notices = catalogue().notices] in
            for await notice in notices { self?.say(notice.sentence(for: AppIdentity.name)) }
        }
    }
}
