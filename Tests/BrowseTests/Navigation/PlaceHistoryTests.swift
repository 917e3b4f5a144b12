// Going back and forward between places.
import Browse
import Testing

struct PlaceHistoryTests {
    @Test func backAndForwardGoThroughThePlacesInTheirOrder() {
        var history = PlaceHistory<String>()
        #expect(!history.canGoBack && !history.canGoForward)
        #expect(history.back(from: "a") == nil)
        history.leave("a")
        history.leave("b")
        #expect(history.back(from: "c") == "b")
        #expect(history.back(from: "b") == "a")
        #expect(history.back(from: "a") == nil)
        #expect(history.forward(from: "a") == "b")
        #expect(history.canGoBack && history.canGoForward)
        #expect(history.forward(from: "b") == "c")
        #expect(history.forward(from: "c") == nil)
    }

    @Test func anotherPlaceForgetsWhatWasAhead() {
        var history = PlaceHistory<String>()
        history.leave("a")
        #expect(history.back(from: "b") == "a")
        history.leave("a")
        #expect(!history.canGoForward)
        #expect(history.back(from: "c") == "a")
    }

    @Test func theOldestPlacesAreForgotten() {
        var history = PlaceHistory<Int>()
        for place in 0..<150 { history.leave(place) }
        var steps = 0, shown = 150
        while let place = history.back(from: shown) { (shown, steps) = (place, steps + 1) }
        #expect(steps == PlaceHistory<Int>.limit)
        #expect(shown == 50)
    }
}
