// Listings of shares in the catalogue.
import Fixtures
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(2)))
struct ShareListingsTests {
    private let scratch = ScratchFolder()

    private func names(_ folders: [ShareFolder]) -> [FilePath: [FileName]] {
        Dictionary(uniqueKeysWithValues: folders.map { ($0.path, $0.entries.map(\.name)) })
    }

    @Test func aListingIsKeptByItsFoldersAndReplacedAsAWhole() async throws {
        let path = scratch.path + "/c.sqlite"
        let root = try #require(ShareAddress("sftp://nas/p")), sibling = try #require(ShareAddress("sftp://nas/p2"))
        let odd = FileName(FilePath.text([0xFF, 0x2E, 0x6A, 0x70, 0x67]))
        let entry = ShareEntry(name: odd, byteCount: 7, modified: -5, tag: "W/\"x\"")
        let other = ShareEntry(name: "b.jpg", byteCount: 1, modified: 1)
        do {
            let catalogue = Catalogue(path: path)
            await catalogue.keep(
                [
                    ShareFolder("", [entry, ShareEntry(name: "a.txt"), ShareEntry(name: "d", isFolder: true)]),
                    ShareFolder("d e/\u{E9}", [other]),
                ], of: root)
            await catalogue.keep([ShareFolder("", [other])], of: sibling)
        }
        let catalogue = Catalogue(path: path)
        let found = await catalogue.listing(of: root)
        #expect(names(found) == ["": [odd], "d e/\u{E9}": ["b.jpg"]])
        #expect(found.first?.entries.first == entry)
        await catalogue.keep([ShareFolder("", [other])], of: root)
        #expect(names(await catalogue.listing(of: root)) == ["": ["b.jpg"]])
        #expect(names(await catalogue.listing(of: sibling)) == ["": ["b.jpg"]])
        #expect(await catalogue.listing(of: try #require(ShareAddress("sftp://nas"))).count == 2)
    }
}
