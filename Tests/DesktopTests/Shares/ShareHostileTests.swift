// Shares that say what no share should say: listings without an end, loops, names and numbers that no file has.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

/// A share that answers every folder in the same way.
private struct EndlessShare: ShareFiles {
    /// The entries of any folder; asked for again and again where the listing has no end.
    let entries: @Sendable (Int) -> [ShareEntry]
    let hasEnd: Bool

    func list(
        _ folder: ShareAddress, asks: Bool, _ take: @Sendable ([ShareEntry]) async throws -> Bool
    ) async throws {
        var number = 0
        while try await take(entries(number)), !hasEnd { number += 1 }
    }

    func entry(at address: ShareAddress, asks: Bool) async throws -> ShareEntry {
        ShareEntry(name: address.name, isFolder: true, isRegular: false)
    }

    func whole(_ address: ShareAddress, limit: Int, ticket: FetchTicket) async throws -> EncodedBytes {
        EncodedBytes([0])
    }

    func beginning(
        of address: ShareAddress, count: Int, name: String, for need: ShareNeed
    ) async throws -> EncodedBytes { EncodedBytes([0]) }

    func note(_ entries: [ShareEntry], of folder: ShareAddress) {}
    func length(of address: ShareAddress) -> Int? { nil }
}

@Suite(.timeLimit(.minutes(2)))
struct ShareHostileTests {
    /// Lists a share to the end of its listing.
    private func listed(
        _ share: EndlessShare, limits: ShareWalk.Limits
    ) async throws -> (ids: [PhotoID], report: SourceReport) {
        let source = ShareSource(ScriptedShare.root, shares: share, listings: KeptListings(), limits: limits)
        var ids: [PhotoID] = [], isListed = false, report = SourceReport()
        let changes = source.changes().makeAsyncIterator()
        while !isListed || report.unreadable.isEmpty {
            switch try await changes.next() {
            case .added(let page, let isLast):
                ids += page.photos.map(\.id)
                isListed = isListed || isLast
            case .reported(let now): report = now
            default: break
            }
        }
        return (ids, report)
    }

    @Test func aListingWithoutAnEndStopsAtItsLimitAndThatIsSaid() async throws {
        let share = EndlessShare(
            entries: { batch in (0..<500).map { ShareEntry(name: FileName("\(batch)-\($0).jpg"), byteCount: 1) } },
            hasEnd: false)
        let (ids, report) = try await listed(share, limits: .init(entries: 10_000, folders: 10))
        #expect(ids.count == 10_500 && Set(ids).count == 10_500)
        let reason = Message("There are more folders and photos than are listed.")
        #expect(report.unreadable == [UnreadablePlace(path: "", reason: reason)])
    }

    @Test func foldersInFoldersWithoutAnEndStopAtTheirLimit() async throws {
        let share = EndlessShare(
            entries: { _ in [ScriptedShare.entry("again/"), ScriptedShare.entry("1.jpg")] }, hasEnd: true)
        let (ids, report) = try await listed(share, limits: .init(entries: 1_000_000, folders: 50))
        #expect(ids.count == 50 && report.unreadable.count == 1)
    }

    /// What shows no photo takes memory as well.
    @Test func manyFoldersOfManyOtherFilesStopAtTheLimitOfAll() async throws {
        let share = EndlessShare(
            entries: { _ in
                (0..<100).map { ShareEntry(name: FileName("\($0).txt")) }
                    + (0..<10).map {
                        ScriptedShare.entry("folder \($0)/")
                    }
            }, hasEnd: true)
        let (ids, report) = try await listed(share, limits: .init(entries: 1000, folders: 20_000))
        #expect(ids.isEmpty && !report.unreadable.isEmpty)
    }

    // MARK: Entries

    private func entry(
        _ name: [UInt8]?, size: UInt64 = 1, seconds: UInt64 = 1, micros: UInt32 = 0, tag: String? = nil
    ) -> ShareEntry? {
        guard let info = g_file_info_new() else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        if let name {
            (name + [0]).withUnsafeBufferPointer {
                g_file_info_set_attribute_byte_string(
                    info, G_FILE_ATTRIBUTE_STANDARD_NAME,
                    UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self))
            }
        }
        g_file_info_set_file_type(info, G_FILE_TYPE_REGULAR)
        g_file_info_set_attribute_uint64(info, G_FILE_ATTRIBUTE_STANDARD_SIZE, UInt(size))
        g_file_info_set_attribute_uint64(info, G_FILE_ATTRIBUTE_TIME_MODIFIED, UInt(seconds))
        g_file_info_set_attribute_uint32(info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC, micros)
        if let tag { g_file_info_set_attribute_string(info, G_FILE_ATTRIBUTE_ETAG_VALUE, tag) }
        return ShareEntry(info)
    }

    @Test(arguments: ["", ".", "..", "/", "../etc", "a/b", "/etc/passwd"])
    func aNameThatLeadsElsewhereIsNoEntry(name: String) { #expect(entry(Array(name.utf8)) == nil) }

    @Test func aNameOfAnyBytesIsAnEntry() {
        let bytes = [UInt8](repeating: 0xE9, count: 251) + Array(".jpg".utf8)
        #expect(entry(bytes).map { Array($0.name.bytes) } == bytes)
        #expect(entry([0x0A, 0x1B, 0x7F]).map { Array($0.name.bytes) } == [0x0A, 0x1B, 0x7F])
        #expect(entry(nil) == nil)
    }

    @Test func numbersThatNoFileHasCountAsNone() {
        #expect(entry([97], size: .max)?.byteCount == 0)
        #expect(entry([97], size: UInt64(Int64.max))?.byteCount == .max)
        // The year 0, and a time before 1970, as unsigned numbers.
        for seconds in [UInt64(bitPattern: -62_167_219_200), UInt64(bitPattern: -1), .max, UInt64(Int64.max)] {
            let entry = entry([97], seconds: seconds, micros: .max)
            #expect(entry.map { $0.modified >= 0 } == true, "\(seconds)")
            // It can be a stamp, and a version.
            #expect(entry.map { EntryStamp($0, on: ScriptedShare.root).seconds >= 0 } == true)
            #expect(entry?.status().stamp.byteCount == 1)
        }
        #expect(entry([97], seconds: 0)?.modified == 0)
        #expect(entry([97], seconds: 5, micros: .max)?.modified == 5_999_999_000)
        #expect(entry([97], tag: String(repeating: "x", count: 100_000))?.tag.utf8.count == 256)
    }
}
