import Photos
import Synchronization
import Testing

@testable import Library

@Suite struct DividedSearchTests {
    /// Does the parts in the opposite order, and counts them.
    private final class Backward: WorkDivision {
        let width: Int
        let parts = Mutex<[Int]>([])

        init(width: Int) { self.width = width }

        func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
            parts.withLock { $0.append(count) }
            for part in (0..<count).reversed() { body(part) }
        }
    }

    /// Two parts and a little more.
    private static let large = store(33_001)

    private static func store(_ count: Int) -> PhotoStore {
        var store = PhotoStore()
        for start in stride(from: 0, to: count, by: 10_000) {
            let photos = (start..<min(count, start + 10_000)).map { number in
                ListedPhoto(Photo(id: PhotoID("\(number % 7)/IMG_\(number).JPG"), title: "IMG_\(number).JPG"))
            }
            store.append(PackedPage(listed: photos))
        }
        return store
    }

    @Test func aLargeSearchInPartsFindsWhatOneInOnePieceFinds() throws {
        let store = Self.large, division = Backward(width: 3)
        for typed in ["img_7", "3/ img_32", "nothing of that"] {
            let text = try #require(SearchText(typed, EnglishSearchWords()))
            var whole = SearchState(EnglishSearchWords()), parts = SearchState(EnglishSearchWords(), division)
            #expect(parts.unmatched(store, text) { false } == whole.unmatched(store, text) { false }, "\(typed)")
        }
        #expect(division.parts.withLock { $0 } == [2, 2, 2])
    }

    @Test func aSlipIsForgivenInPartsAsInOnePiece() throws {
        var store = Self.large
        store.append(
            PackedPage(
                listed: (0..<40_000).map { number in
                    ListedPhoto(Photo(id: PhotoID("harbour/\(number).JPG"), title: "\(number).JPG"))
                }))
        let text = try #require(SearchText("harbuor", EnglishSearchWords()))
        var whole = SearchState(EnglishSearchWords())
        var parts = SearchState(EnglishSearchWords(), Backward(width: 3))
        let found = parts.result(store, text) { false }, expected = whole.result(store, text) { false }
        #expect(found?.correction?.shown == "harbour" && found?.unmatched == expected?.unmatched)
        #expect(found?.unmatched.count == store.slotCount - 40_000)
    }

    @Test func aSmallSearchIsNotDivided() throws {
        let text = try #require(SearchText("img", EnglishSearchWords())), division = Backward(width: 8)
        var state = SearchState(EnglishSearchWords(), division)
        _ = state.unmatched(Self.store(1000), text) { false }
        _ = state.unmatched(PhotoStore(), try #require(SearchText("jpg", EnglishSearchWords()))) { false }
        #expect(division.parts.withLock { $0 } == [1, 1])
    }

    @Test func aDividedSearchThatIsOutdatedInOneOfItsPartsIsGivenUp() throws {
        let text = try #require(SearchText("img", EnglishSearchWords())), asked = Atomic(0)
        var state = SearchState(EnglishSearchWords(), Backward(width: 4))
        let first = state.unmatched(Self.large, text) { asked.add(1, ordering: .relaxed).newValue > 50 }
        #expect(first == nil)
        #expect(state.unmatched(Self.large, text) { false } != nil)
    }
}
