// What is remembered of a folder that has another path.
import Library
import Photos
import Testing

@testable import Browse

struct MovedFolderTests {
    private let moved = MovedFolder(from: "/p/one", to: "/p/Crete")

    @Test func whatIsInTheFolderMovesAndWhatBeginsAlikeDoesNot() {
        #expect(moved.path(of: "/p/one") == "/p/Crete" && moved.path(of: "/p/one/") == "/p/Crete")
        #expect(moved.path(of: "/p/one/a/b.jpg") == "/p/Crete/a/b.jpg")
        for other: FilePath in ["/p/one more", "/p", "/", "/p/on", "/x/p/one", ""] {
            #expect(moved.path(of: other) == nil)
        }
    }

    @Test func ordersOfTheFolderAndOfThoseBelowItFollow() {
        func id(_ path: String) -> SourceID { SourceID("folder:" + path) }
        let query = Query(order: .size)
        var orders = RememberedOrders(
            ["/p/one", "/p/one/a", "/p/one more"].map { RememberedOrders.Entry(source: id($0), query: query) }
                + [.init(source: SourceID("/p/one"), query: query)])
        orders.follow(moved)
        #expect(
            orders.entries.map(\.source) == [id("/p/Crete"), id("/p/Crete/a"), id("/p/one more"), SourceID("/p/one")])
        let position = ScrollPosition(source: id("/p/one/a"), photo: PhotoID("x"), index: 4)
        #expect(position.following(moved) == ScrollPosition(source: id("/p/Crete/a"), photo: PhotoID("x"), index: 4))
    }

    @Test func recentFoldersAndTheTreeFollow() {
        var recent = RecentPlaces(["/p/one/a", "/p/two"])
        recent.follow(moved)
        #expect(recent.texts == ["/p/Crete/a", "/p/two"] && recent.listed == recent.stored)
        var facts = PlaceFacts()
        facts.recent = recent.listed
        facts.expanded = [.place(.folder("/p")), .below(top: "/p", "/p/one"), .below(top: "/p/one", "/p/one/a")]
        facts.subfolders = [
            "/p": PlaceSubfolders(["/p/one", "/p/two"]), "/p/one": PlaceSubfolders(["/p/one/a"], further: 2),
        ]
        facts.counts = ["/p/one": FolderCount(photos: 3, isComplete: true)]
        facts.follow(moved)
        #expect(
            facts.expanded == [
                .place(.folder("/p")), .below(top: "/p", "/p/Crete"), .below(top: "/p/Crete", "/p/Crete/a"),
            ])
        #expect(facts.subfolders["/p"]?.paths == ["/p/Crete", "/p/two"])
        #expect(facts.subfolders["/p/Crete"] == PlaceSubfolders(["/p/Crete/a"], further: 2))
        #expect(facts.counts == ["/p/Crete": FolderCount(photos: 3, isComplete: true)])
    }

    @Test func whatIsStillKnownOfAFolderThatHadTheNewPathGivesWay() {
        var recent = RecentPlaces(["/p/Crete", "/p/one"])
        recent.follow(moved)
        #expect(recent.texts == ["/p/Crete"] && recent.listed == [.folder("/p/Crete")])
        var facts = PlaceFacts()
        facts.counts = [
            "/p/one": FolderCount(photos: 3, isComplete: true), "/p/Crete": FolderCount(photos: 9, isComplete: true),
        ]
        facts.subfolders = ["/p/one": PlaceSubfolders(["/p/one/a"]), "/p/Crete": PlaceSubfolders([])]
        facts.follow(moved)
        #expect(facts.counts == ["/p/Crete": FolderCount(photos: 3, isComplete: true)])
        #expect(facts.subfolders == ["/p/Crete": PlaceSubfolders(["/p/Crete/a"])])
    }

    @Test func aHistoryOfPlacesIsChangedInBothDirections() {
        var history = PlaceHistory<Int>()
        history.leave(1)
        history.leave(2)
        _ = history.back(from: 3)
        history.update { $0 += 10 }
        #expect(history.forward(from: 2) == 13 && history.back(from: 3) == 2)
        #expect(history.back(from: 2) == 11)
    }
}
