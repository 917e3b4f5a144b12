// What a sidecar states of its photo.
import Library
package import Photos

/// The facts in one sidecar. Each may be missing. Where a sidecar states something, it counts before the photo's own
/// file, because a person's program has written it later: so do darktable, Lightroom and digiKam. Of several sidecars
/// the one that was changed last counts first. Only of times the table in `TimeStatement` tells more.
package struct SidecarFacts: Hashable, Sendable {
    package var marks = StatedMarks()
    package var times = StatedTimes()
    package var description = PhotoDescription()
    package var position: CameraData.Position?

    package init() {}
}

extension FileFacts {
    /// Takes what the sidecars state, the one that counts first in front; their marks are weighed by `MarkReader`.
    /// - Parameters:
    ///   - name: The file's name, which may state a date.
    ///   - rules: Nil where the time of today is not known.
    mutating func complete(with sidecars: [SidecarFacts], name: String, by rules: TakenTimeRules?) {
        guard var stated = sidecars.first else { return }
        for sidecar in sidecars.dropFirst() {
            stated.times.complete(with: sidecar.times)
            stated.description.complete(with: sidecar.description)
            stated.position = stated.position ?? sidecar.position
        }
        camera.position = stated.position ?? camera.position
        let own = description
        description = stated.description
        description.complete(with: own)
        guard !stated.times.entries.isEmpty else { return }
        stated.times.complete(with: times)
        times = stated.times
        if let rules { taken = rules.taken(times, name: name) }
    }
}
