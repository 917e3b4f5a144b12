import Browse
import Testing

/// What is drawn beside a picture that hides what is under it.
struct RectanglePartsTests {
    private let view = Rectangle(x: 10, y: 20, width: 40, height: 30)

    @Test(
        arguments: [
            Rectangle(x: 15, y: 25, width: 10, height: 10), Rectangle(x: 10, y: 30, width: 40, height: 5),
            Rectangle(x: -5, y: 0, width: 30, height: 100), Rectangle(x: 10, y: 20, width: 40, height: 30),
            Rectangle(x: 20.3, y: 28.7, width: 11.4, height: 9.9), Rectangle(x: 100, y: 100, width: 5, height: 5),
        ], [1.0, 1.5, 2])
    func eachPixelIsHiddenOrInExactlyOnePart(hidden: Rectangle, scale: Double) {
        let parts = view.parts(outside: hidden, scale: scale)
        #expect(parts.count <= 4)
        for row in 0..<Int(view.height * scale) {
            for column in 0..<Int(view.width * scale) {
                let pixel = Rectangle(
                    x: view.x + Double(column) / scale, y: view.y + Double(row) / scale, width: 1 / scale,
                    height: 1 / scale)
                let middle = Rectangle(midX: pixel.midX, midY: pixel.midY, width: 0, height: 0)
                // Rounding errors of a pixel's edges are smaller than this.
                let inside = Rectangle(
                    midX: pixel.midX, midY: pixel.midY, width: pixel.width - 1e-6, height: pixel.height - 1e-6)
                let count = parts.count { $0.contains(middle) }
                #expect(count == (hidden.contains(inside) ? 0 : 1))
            }
        }
    }
}
