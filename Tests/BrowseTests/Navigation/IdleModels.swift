// Waiting for models that work beside the main actor.

@testable import Browse

extension GalleryModel {
    /// Waits until no load is running, cancelled ones included.
    func waitUntilIdle() async {
        while let current = load {
            await current.value
            if load == current { return }
        }
    }
}

extension SelectionModel {
    /// Waits until the bytes of the selected photos are added up.
    func waitUntilAdded() async {
        while let current = adding { await current.value }
    }
}
