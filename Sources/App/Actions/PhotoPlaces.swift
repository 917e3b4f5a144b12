// The place at which the chosen photo was taken, read from its file behind the window.
import Desktop
import Photos

/// The position of one photo at a time.
final class PhotoPlaces {
    private let read: @Sendable (String) async throws -> CameraData.Position?
    private var path: FilePath?
    private var reading: Task<Void, Never>?

    /// Where the photo was taken, once that is known.
    private(set) var position: CameraData.Position?
    private let onPosition: () -> Void

    /// Time for which a photo has to be chosen before its file is read: a held arrow key goes on sooner.
    private static let patience = Duration.milliseconds(80)

    /// - Parameters:
    ///   - read: Reads the position from the file at an absolute path.
    ///   - onPosition: Called when a position has become known.
    init(
        read: @escaping @Sendable (String) async throws -> CameraData.Position?, onPosition: @escaping () -> Void
    ) {
        (self.read, self.onPosition) = (read, onPosition)
    }

    isolated deinit { reading?.cancel() }

    /// Looks at the photo at an absolute path; nil for none.
    func look(at path: String?) {
        let path = path.map { FilePath($0) }
        guard path != self.path else { return }
        self.path = path
        position = nil
        reading?.cancel()
        guard let path else { return }
        reading = Task { [weak self, read] in
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            let found = try? await read(path.text)
            guard let self, !Task.isCancelled, let found else { return }
            self.position = found
            self.onPosition()
        }
    }
}
