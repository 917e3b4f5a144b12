// Keys that are held down.
import CGTK
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class HeldKeyTests: XCTestCase {
    func testARepeatedKeyMeansNothingOnceItHasActedUntilItIsPressedAgain() {
        MainActor.assumeIsolated {
            var held = HeldKey()
            XCTAssertFalse(held.press(1))
            XCTAssertFalse(held.press(1), "an arrow that is held goes on")
            held.spend()
            XCTAssertTrue(held.press(1))
            XCTAssertTrue(held.press(1))
            held.release(2)
            XCTAssertTrue(held.press(1), "another key went up")
            held.release(1)
            XCTAssertFalse(held.press(1))
        }
    }

    func testAnotherKeyAndAnotherWindowEndWhatIsHeld() {
        MainActor.assumeIsolated {
            var held = HeldKey()
            _ = held.press(1)
            held.spend()
            XCTAssertFalse(held.press(2))
            held.spend()
            held.forget()
            XCTAssertFalse(held.press(2))
            held.forget()
            // By the pointer: no key is held.
            held.spend()
            XCTAssertFalse(held.press(2))
        }
    }
}
