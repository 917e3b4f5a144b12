// Rectangles that are one but for what arithmetic rounds.
import Browse
import XCTest

/// Asserts that two rectangles are the same. At scales such as 1.5 they lie at thirds of a logical pixel.
nonisolated func assertEqual(
    _ rectangle: Rectangle?, _ other: Rectangle?, file: StaticString = #filePath, line: UInt = #line
) {
    guard let rectangle, let other else { return XCTAssertEqual(rectangle, other, file: file, line: line) }
    for side in [\Rectangle.x, \.y, \.width, \.height] {
        XCTAssertEqual(rectangle[keyPath: side], other[keyPath: side], accuracy: 1e-9, file: file, line: line)
    }
}
