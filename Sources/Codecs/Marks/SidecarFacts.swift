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
    /// What is stated to be empty, whatever the file says.
    package var blanks = BlankWords()
    package var position: CameraData.Position?

    package init() {}

    /// Adds the words that are missing here.
    mutating func completeWords(with other: SidecarFacts) {
        let own = blanks
        description.complete(with: other.description)
        // What was stated to be empty before it was stated otherwise.
        blanks.formUnion(other.blanks.subtracting(stated))
        own.clear(&description)
    }

    private var stated: BlankWords {
        var stated = blanks
        if !description.keywords.isEmpty { stated.insert(.keywords) }
        if description.title != nil { stated.insert(.title) }
        if description.caption != nil { stated.insert(.caption) }
        return stated
    }
}

/// Words of a photo that a sidecar states to be none: a person has removed what the file has.
package struct BlankWords: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    static let keywords = BlankWords(rawValue: 1), title = BlankWords(rawValue: 2), caption = BlankWords(rawValue: 4)
    static let all: BlankWords = [.keywords, .title, .caption]

    /// Removes them from what others state.
    func clear(_ description: inout PhotoDescription) {
        if contains(.keywords) { description.keywords = [] }
        if contains(.title) { description.title = nil }
        if contains(.caption) { description.caption = nil }
    }
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
            stated.completeWords(with: sidecar)
            stated.position = stated.position ?? sidecar.position
        }
        camera.position = stated.position ?? camera.position
        let own = description
        description = stated.description
        description.complete(with: own)
        stated.blanks.clear(&description)
        guard !stated.times.entries.isEmpty else { return }
        stated.times.complete(with: times)
        times = stated.times
        if let rules { taken = rules.taken(times, name: name) }
    }
}
