// tessera-lab torture-marks: marks, turns and saves a photo without end, for a test that kills it.
import ArgumentParser
import Codecs
import Desktop
import Glibc
import Library
import Photos

struct TortureMarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture-marks",
        abstract: "Gives stars to a photo, turns it and saves it under another name without end, until it is killed.",
        discussion: """
            The photo is “photos/a.jpg”, the other name “photos/b.jpg”; what is being written is remembered in “state”. \
            Prints a line before it begins.
            """, shouldDisplay: false)

    @Option(help: "Folder with the folders.")
    var directory: String
    @Flag(help: "Does each once and prints what came of it.")
    var once = false

    func run() async throws {
        ParentProcess.endWithIt()
        let drafts = DraftRecord(folder: directory + "/state"), store = MarkStore(path: nil), reader = MarkReader()
        let marking = PhotoMarking(store: store, reader: reader, drafts: drafts), history = History(folder: nil)
        let operations = FileOperations(
            folder: directory + "/state", marks: store, marking: marking, history: history, reader: reader,
            decoding: nil, drafts: drafts)
        let saver = PictureSaver(drafts: drafts)
        let photo = directory + "/photos/a.jpg"
        StandardStreams.say("begin")
        for round in 0... {
            let marked = await marking.give(
                .stars(round % 5 + 1), to: [PhotoToMark(path: FilePath(photo), marks: .none)], in: history,
                at: ActTicket())
            let turned = await operations.perform(.turn([PhotoFiles(path: FilePath(photo))], by: 1))
            var saved = "saved"
            do {
                try await saver.save(.file(photo), to: directory + "/photos/b.jpg")
            } catch {
                saved = "\(error)"
            }
            if once {
                StandardStreams.say("\(marked.outcomes)\n\(turned.failures)\n\(saved)")
                return
            }
        }
    }
}
