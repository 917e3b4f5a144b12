// Photos that an operation has left alone until the user agrees to what would be done to them.
public import Library

/// A photo that stays where it is because the drive that it was to go to does not take it as it is.
public struct WithheldPhoto: Hashable, Sendable {
    public let photo: PhotoFiles
    /// With what the operation would do it.
    public let consent: ClashAnswers.Consent
    /// What the drive does not take.
    public let failure: FileFailure
}

extension OperationOutcome {
    /// Returns the operation for the photos that wait for one consent, with it; nil if there are none.
    public func operation(_ operation: FileOperation, with consent: ClashAnswers.Consent) -> FileOperation? {
        let photos = withheld.filter { $0.consent == consent }.map(\.photo)
        guard !photos.isEmpty else { return nil }
        switch operation {
        case .copy(_, let folder, let answers): return .copy(photos, to: folder, answers.allowing(consent))
        case .move(_, let folder, let answers): return .move(photos, to: folder, answers.allowing(consent))
        case .export(let exports, let folder, let recipe, let answers):
            let paths = Set(photos.map(\.path))
            return .export(
                exports.filter { paths.contains($0.photo.path) }, to: folder, recipe, answers.allowing(consent))
        case .trash, .delete, .copyNew, .rename, .makeFolder, .renameFolder, .restore, .discard, .turn, .embed:
            return nil
        }
    }
}
