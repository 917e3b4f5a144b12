// What was read and is not handed over yet.
import Photos

/// Facts on their way to collections and to the catalogue, which both take many at a time.
struct IndexBatch {
    private(set) var answers: [PhotoRef.Collection: [(slot: UInt32, facts: PhotoFacts)]] = [:]
    /// A file on its way to the catalogue, and the photo that it is read for.
    struct Reading {
        var file: CataloguedFile
        let collection: PhotoRef.Collection
        let slot: UInt32
    }

    /// Files by the root of their paths.
    private(set) var files: [FilePath: [Reading]] = [:]
    /// Answers and files, whichever are more.
    var count: Int { max(answerCount, fileCount) }
    private var answerCount = 0
    private var fileCount = 0

    var isEmpty: Bool { answers.isEmpty && files.isEmpty }

    mutating func answer(_ slot: UInt32, of collection: PhotoRef.Collection, with facts: PhotoFacts) {
        answers[collection, default: []].append((slot, facts))
        answerCount += 1
    }

    /// Takes out the answers for one collection.
    mutating func takeAnswers(of collection: PhotoRef.Collection) -> [(slot: UInt32, facts: PhotoFacts)] {
        answers.removeValue(forKey: collection) ?? []
    }

    mutating func keep(_ reading: Reading, below root: String) {
        files[FilePath(root), default: []].append(reading)
        fileCount += 1
    }

    /// Takes out files that are gone.
    mutating func forget(_ paths: [String], below root: String) {
        let root = FilePath(root)
        guard files[root] != nil else { return }
        let gone = Set(paths.lazy.map { FilePath($0) })
        files[root]?.removeAll { gone.contains($0.file.path) }
    }

    /// Gives files their next names.
    mutating func rename(_ renamings: [(before: String, after: String)], below root: String) {
        let root = FilePath(root)
        guard var renamed = files[root] else { return }
        let names = Dictionary(renamings.map { (FilePath($0.before), FilePath($0.after)) }) { _, last in last }
        for index in renamed.indices {
            if let name = names[renamed[index].file.path] { renamed[index].file.path = name }
        }
        files[root] = renamed
    }
}
