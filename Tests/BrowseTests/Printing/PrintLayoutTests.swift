// The places of photos on printed pages.
import Photos
import Testing

@testable import Browse

@Suite struct PrintLayoutTests {
    @Test func pagesHoldAsManyPhotosAsWereChosen() {
        let layout = PrintLayout(perPage: 4, width: 500, height: 700)
        #expect(layout.pages(for: 0) == 0)
        #expect(layout.pages(for: 4) == 1)
        #expect(layout.pages(for: 9) == 3)
        #expect(layout.photos(on: 1, of: 9) == 4..<8)
        #expect(layout.photos(on: 2, of: 9) == 8..<9)
        #expect(layout.photos(on: 3, of: 9).isEmpty)
    }

    @Test(arguments: PrintLayout.choices) func photosFillTheirCellsLieApartAndInsideThePage(perPage: Int) {
        for (width, height) in [(500.0, 700.0), (700, 500), (300, 300)] {
            for size in [(4000, 3000), (3000, 4000), (1000, 1000), (9000, 300)] {
                let layout = PrintLayout(perPage: perPage, width: width, height: height)
                let size = PixelSize(width: size.0, height: size.1)
                let places = (0..<perPage).map { layout.place(of: size, number: $0) }
                for place in places {
                    #expect(place.x >= -0.001 && place.x + place.width <= width + 0.001)
                    #expect(place.y >= -0.001 && place.y + place.height <= height + 0.001)
                    let ratio = place.isTurned ? place.height / place.width : place.width / place.height
                    #expect(abs(ratio / size.aspectRatio - 1) < 0.001)
                    let cell = layout.cell
                    #expect(abs(place.width - cell.width) < 0.001 || abs(place.height - cell.height) < 0.001)
                }
                for (number, place) in places.enumerated() {
                    for other in places[(number + 1)...] {
                        let isBeside =
                            place.x + place.width <= other.x + 0.001 || other.x + other.width <= place.x + 0.001
                        let isBelow =
                            place.y + place.height <= other.y + 0.001 || other.y + other.height <= place.y + 0.001
                        #expect(isBeside || isBelow)
                    }
                }
            }
        }
    }

    @Test func aPhotoIsTurnedWhereItIsLargerThen() {
        let page = PrintLayout(perPage: 1, width: 500, height: 700)
        let wide = page.place(of: PixelSize(width: 4000, height: 3000), number: 0)
        #expect(wide.isTurned)
        #expect(abs(wide.width - 500) < 0.001 && abs(wide.height - 666.667) < 0.001)
        #expect(!page.place(of: PixelSize(width: 3000, height: 4000), number: 0).isTurned)
        #expect(!page.place(of: PixelSize(square: 100), number: 0).isTurned)
    }
}
