// An act of the history, as it is taken out to be reversed.
import Photos

/// An act and those of its parts that are to be reversed.
struct Act: Sendable {
    /// A part in its place in the act.
    struct Part: Sendable {
        let number: Int
        /// The name of the photo, or of the folder.
        let name: FileName
        /// Photos of which it is: several whose names have changed places.
        let photos: Int
        var part: ActPart

        init(number: Int, name: FileName, photos: Int = 1, part: ActPart) {
            self.number = number
            self.name = name
            self.photos = photos
            self.part = part
        }
    }

    /// A part that has no place yet.
    struct NewPart: Sendable {
        let name: FileName
        var photos = 1
        let part: ActPart
    }

    /// An act that is being done or reversed by this process.
    struct Entry: Hashable, Sendable {
        let number: Int64
        let kind: ActKind
    }

    let entry: Entry
    let reversal: Reversal
    /// In the order in which they are to be reversed.
    let parts: [Part]
    var kind: ActKind { entry.kind }
    /// What is to be done with files.
    var tasks: [ExpectedTask] {
        parts.flatMap { part -> [ExpectedTask] in if case .files(let tasks, _, _) = part.part { tasks } else { [] } }
    }
}
