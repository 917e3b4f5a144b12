import Library
import Photos
import Testing

@testable import Browse

/// Orders of sources: the latest ones, one each, and one for all others.
struct RememberedOrdersTests {
    private let byName = Query(order: .name), byDate = Query(order: .taken, isDescending: true, grouping: .month)

    @Test func eachSourceHasItsOwnAndOthersTheUsualOne() {
        var orders = RememberedOrders()
        orders.remember(byDate, of: SourceID("folder:/a"))
        #expect(orders[SourceID("folder:/a")] == byDate)
        #expect(orders[SourceID("folder:/b")] == Query())
        orders.usual = byName
        #expect(orders[SourceID("folder:/b")] == byName && orders[SourceID("folder:/a")] == byDate)
    }

    @Test func aFolderHasTheOrderOfTheNearestOneAboveThatHasItsOwn() {
        var orders = RememberedOrders()
        orders.remember(byDate, of: SourceID("folder:/photos"))
        orders.remember(byName, of: SourceID("folder:/photos/2021/June"))
        #expect(orders[SourceID("folder:/photos/2021")] == byDate)
        #expect(orders[SourceID("folder:/photos/2021/June/raw")] == byName)
        #expect(orders[SourceID("folder:/photos 2")] == Query() && orders[SourceID("folder:/")] == Query())
        #expect(orders[SourceID("picsum:/photos/2021")] == Query())
        orders.remember(byName, of: SourceID("folder:/"))
        #expect(orders[SourceID("folder:/etc")] == byName && orders[SourceID("folder:/photos/a")] == byDate)
        #expect(orders[SourceID("folder:")] == Query())
    }

    @Test func whatIsNoFolderIsShownAsItIsListed() {
        var orders = RememberedOrders(usual: byDate)
        #expect(orders[SourceID("folder:/a")] == byDate && orders[SourceID("picsum:https://a")] == Query())
        orders.remember(byName, of: SourceID("picsum:https://a"))
        #expect(orders[SourceID("picsum:https://a")] == byName)
    }

    @Test func theLastChoiceCountsAndTheSearchIsNotKept() {
        var orders = RememberedOrders()
        orders.remember(byDate, of: SourceID("a"))
        orders.remember(Query(order: .name, search: "june"), of: SourceID("a"))
        #expect(orders[SourceID("a")] == byName && orders.entries.count == 1)
    }

    @Test func theOldestIsForgottenBeyondTheLimit() {
        var orders = RememberedOrders()
        for number in 0...RememberedOrders.mostSources { orders.remember(byName, of: SourceID("\(number)")) }
        #expect(orders.entries.count == RememberedOrders.mostSources)
        #expect(orders[SourceID("0")] == Query() && orders[SourceID("1")] == byName)
        #expect(orders.entries.first?.source == SourceID("\(RememberedOrders.mostSources)"))
        let read = RememberedOrders(orders.entries + orders.entries)
        #expect(read.entries == orders.entries)
    }
}

/// The command line before memory.
struct QueryRequestTests {
    private let remembered = Query(order: .taken, isDescending: true, grouping: .month)

    @Test func withoutAnOrderTheRememberedOneIsTakenWhole() {
        #expect(QueryRequest().completed(by: remembered) == remembered)
        var searched = remembered
        searched.search = "june"
        #expect(QueryRequest(search: "june").completed(by: remembered) == searched)
    }

    @Test func anyPartOfAnOrderReplacesAllOfIt() {
        #expect(QueryRequest(order: .name).completed(by: remembered) == Query(order: .name))
        #expect(QueryRequest(isDescending: true).completed(by: remembered) == Query(isDescending: true))
        #expect(QueryRequest(grouping: .year).completed(by: remembered) == Query(grouping: .year))
    }
}
