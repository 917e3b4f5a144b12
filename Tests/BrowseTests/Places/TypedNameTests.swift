// A name that is typed in a list.
import Testing

@testable import Browse

struct TypedNameTests {
    private let names = ["Pictures", "Crete", "Corfu", "pic", "Übersicht"]
    private let start = ContinuousClock.now

    @Test func lettersThatFollowEachOtherAreOneBeginning() {
        var typed = TypedName()
        #expect(typed.add("c", at: start, among: names, from: 0) == 1)
        #expect(typed.add("o", at: start + .milliseconds(400), among: names, from: 1) == 2)
        #expect(typed.add("x", at: start + .milliseconds(800), among: names, from: 2) == nil)
    }

    @Test func aLetterAfterAPauseBeginsAnew() {
        var typed = TypedName()
        #expect(typed.add("c", at: start, among: names, from: 0) == 1)
        #expect(typed.add("p", at: start + .seconds(2), among: names, from: 1) == 3)
    }

    @Test func oneLetterAgainGoesOnAndRoundAndCaseIsNotLookedAt() {
        var typed = TypedName()
        #expect(typed.add("P", at: start, among: names, from: 0) == 3)
        #expect(typed.add("p", at: start, among: names, from: 3) == 0)
        #expect(typed.add("p", at: start, among: names, from: 0) == 3)
        var other = TypedName()
        #expect(other.add("ü", at: start, among: names, from: 0) == 4)
        #expect(other.add("z", at: start + .seconds(5), among: [], from: 0) == nil)
    }
}
