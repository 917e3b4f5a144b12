// From photo to photo: where each step leads, and that the list's ends are ends.
import Testing

@testable import Browse

struct PhotoStepTests {
    @Test func inTheMiddleEveryStepLeadsSomewhere() {
        #expect(PhotoStep.previous.index(from: 5, count: 10) == 4)
        #expect(PhotoStep.next.index(from: 5, count: 10) == 6)
        #expect(PhotoStep.first.index(from: 5, count: 10) == 0)
        #expect(PhotoStep.last.index(from: 5, count: 10) == 9)
    }

    @Test func noStepLeadsBeyondTheEndsOrToWhereOneIs() {
        #expect(PhotoStep.previous.index(from: 0, count: 10) == nil)
        #expect(PhotoStep.first.index(from: 0, count: 10) == nil)
        #expect(PhotoStep.next.index(from: 9, count: 10) == nil)
        #expect(PhotoStep.last.index(from: 9, count: 10) == nil)
        for step in PhotoStep.allCases { #expect(step.index(from: 0, count: 1) == nil) }
    }
}
