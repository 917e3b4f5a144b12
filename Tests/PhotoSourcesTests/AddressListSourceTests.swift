// Images that were named by their addresses.
import Library
import Photos
import Testing

@testable import PhotoSources

struct AddressListSourceTests {
    @Test func imagesAreListedOnceInTheirOrder() async throws {
        let source = AddressListSource(addresses: [
            "https://h/b.jpg?w=1", "https://h/a.png", "ftp://h/c", "https://h/b.jpg?w=1", "https://h",
        ])
        let page = try await source.page(after: nil)
        #expect(page.photos.map(\.title) == ["b.jpg", "a.png", "h"] && page.next == nil)
        #expect(source.title == "3 pictures")
        #expect(source.original(of: page.photos[0]) == .remote("https://h/b.jpg?w=1"))
        #expect(
            source.location(of: page.photos[1], atLeast: PixelSize(square: 10), fit: .fill)
                == .remote("https://h/a.png"))
        #expect(page.photos[0].link == "https://h/b.jpg?w=1")
    }

    @Test func oneImageGivesItsName() {
        #expect(AddressListSource(addresses: ["https://h/x/summer.jpg"]).title == "summer.jpg")
    }
}
