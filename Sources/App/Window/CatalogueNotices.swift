// The telling of what happens to the catalogue of files.
import Browse
import Desktop
import Library

/// Reads the notices of the catalogue from the first folder on, and says each as a sentence.
final class CatalogueNotices: WindowFeature {
    private let context: WindowContext
    private var reading: Task<Void, Never>?

    init(_ context: WindowContext) { self.context = context }

    isolated deinit { reading?.cancel() }

    func pageChanged(to page: any BrowsePage) {
        guard reading == nil, page.model.source.root != nil else { return }
        reading = Task { [weak context, notices = context.composition.catalogue.notices] in
            for await notice in notices { context?.say(notice.sentence(for: AppIdentity.name)) }
        }
    }
}
