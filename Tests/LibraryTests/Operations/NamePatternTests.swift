import Photos
import Testing

@testable import Library

struct NamePatternTests {
    @Test func numberSignsBecomeTheNumberAndTheExtensionStays() {
        #expect(NamePattern("Crete ##").name(7, of: "IMG_1.JPG") == "Crete 07.JPG")
        #expect(NamePattern("#-a").name(123, of: "b.cr2") == "123-a.cr2")
        #expect(NamePattern("Crete").name(2, of: "b.jpg") == "Crete 2.jpg")
    }
}
