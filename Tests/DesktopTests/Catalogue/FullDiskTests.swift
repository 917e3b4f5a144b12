// The catalogue on a disk that is full: one of a few hundred kilobytes, in memory.
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(2)), .enabled("mounting needs the superuser") { await PrivateDisk.isAllowed() })
struct FullDiskTests {
    private let scratch = ScratchFolder()
    private let root = "/photos"

    /// One thread does it all, because it alone sees the disk.
    @Test(arguments: [16, 40, 120, 300, 600])
    func whatDoesNotFitIsKnownInThisRunOrToldOfAndWhatFitIsKept(kilobytes: Int) async throws {
        let (folder, executor) = (scratch.folder("disk"), LoopExecutor(name: "disk"))
        try #require(
            await PrivateDisk.run(on: executor) {
                PrivateDisk.unshareMounts() && PrivateDisk.mount(folder, bytes: kilobytes << 10)
            })
        let path = folder + "/catalogue.sqlite"
        func catalogue() -> Catalogue { Catalogue(path: path, patience: 2_000, executor: executor, writer: executor) }
        let batches = (0..<20).map { batch in
            (0..<200).map { CatalogueSamples.full("\(batch)/\($0).jpg", inode: UInt64(batch * 1000 + $0 + 1)) }
        }
        func found(_ batch: [CataloguedFile], in catalogue: Catalogue) async -> [PhotoFacts?] {
            await catalogue.facts(of: batch.map { ($0.path.text, $0.stamp) }, below: root)
        }
        let first = catalogue()
        for batch in batches { await first.keep(batch, below: root) }
        var notices = first.notices.makeAsyncIterator()
        #expect(await notices.next() == CatalogueNotice(.full, path: path))
        // A file is known as it was told, or not at all; and so in another run.
        for catalogue in [first, catalogue()] {
            for batch in batches {
                for (facts, file) in zip(await found(batch, in: catalogue), batch) {
                    #expect(facts == nil || facts == PhotoFacts(of: file))
                }
            }
        }
        if kilobytes >= 300 {
            #expect(await found(batches[0], in: catalogue()) == batches[0].map { PhotoFacts(of: $0) })
        }
        // As soon as there is room, everything is kept.
        try #require(await PrivateDisk.run(on: executor) { PrivateDisk.mount(folder, bytes: 64 << 20, again: true) })
        for batch in batches { await first.keep(batch, below: root) }
        for batch in batches { #expect(await found(batch, in: catalogue()) == batch.map { PhotoFacts(of: $0) }) }
        let names = await withCheckedContinuation { (names: CheckedContinuation<[String], Never>) in
            executor.post { names.resume(returning: (try? ScratchFiles.names(in: folder)) ?? []) }
        }
        #expect(names.contains("catalogue.sqlite") && !names.contains { $0.contains("damaged") })
    }
}
