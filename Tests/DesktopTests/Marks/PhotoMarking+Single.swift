// One photo that is marked or edited without a history.
import Codecs
import Photos

@testable import Desktop

extension PhotoMarking {
    func set(_ mark: PhotoMarks.Mark, of path: String, before: PhotoMarks = .none) async -> Outcome {
        await run(at: FilePath(path)) { $0.set(mark, of: path, before: before) }
    }

    func marks(of path: FilePath) async -> PhotoMarks { await run(at: path) { $0.marks(of: path) } }

    func edit(_ edit: PhotoEdit, of path: String) async -> PhotoEditOutcome {
        await run(at: FilePath(path)) { $0.edit(edit, of: FilePath(path)) }
    }

    func edit(
        _ edit: PhotoEdit, of path: FilePath, reading: PhotoEditWriter.Reading?
    ) async -> PhotoEditOutcome { await run(at: path) { $0.edit(edit, of: path, reading: reading) } }

    func opposite(
        of edit: PhotoEdit, of path: FilePath
    ) async -> (edit: PhotoEdit, reading: PhotoEditWriter.Reading)? {
        await run(at: path) { $0.opposite(of: edit, of: path) }
    }

    func takeBack(_ change: KeptChange) async throws(FileFailure) -> KeptChange {
        try await run(at: change.file?.path ?? "") { marker in
            Result { () throws(FileFailure) in try marker.takeBack(change) }
        }.get()
    }
}
