// What a saved photo is called.
import Browse
import Photos
import Testing

struct SaveNameTests {
    @Test func aFileKeepsItsName() {
        let photo = Photo(id: PhotoID("a/b.PNG"), title: "b.PNG")
        #expect(SaveName.proposal(for: photo, original: .file("/p/a/b.PNG")) == "b.PNG")
    }

    @Test(arguments: [
        ("Ada Lovelace", "42", "https://a.example/id/42/500/300", "Ada Lovelace 42.jpg"),
        ("Photo 42", "42", "https://a.example/id/42/500/300", "Photo 42.jpg"),
        ("Ada", "42", "https://a.example/42.WebP?x=1.gif", "Ada 42.webp"),
        ("../a/b\nc", "1", "https://a.example/1", "a b c 1.jpg"),
        (".hidden", "1", "https://a.example/1", "hidden 1.jpg"),
    ] as [(String, String, String, String)])
    func aServicesPhotoHasItsAuthorsName(title: String, id: String, address: String, name: String) {
        let photo = Photo(id: PhotoID(id), title: title)
        #expect(SaveName.proposal(for: photo, original: .remote(address)) == name)
    }

    @Test func aLongNameIsCutBetweenCharacters() {
        let photo = Photo(id: PhotoID("1"), title: String(repeating: "é", count: 300))
        let name = SaveName.proposal(for: photo, original: .remote("https://a.example/1"))
        #expect(name.utf8.count == 204 && name.hasPrefix("éé"))
    }
}
