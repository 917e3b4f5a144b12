// What a saved photo is called.
import Photos
import Testing

@testable import Browse

struct SaveNameTests {
    @Test func aFileKeepsItsName() {
        let photo = Photo(id: PhotoID("a/b.PNG"), title: "b.PNG")
        #expect(SaveName.proposal(for: photo, original: .file("/p/a/b.PNG")) == "b.PNG")
    }

    @Test(
        arguments: [
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

    @Test(
        arguments: [
            ("a\u{1B}[31m\u{7}", "a[31m 1.jpg"), ("photo\u{202E}gpj", "photogpj 1.jpg"),
            ("x\u{200F}\u{61C}\u{2066}y", "xy 1.jpg"),
            ("..\u{202E}/..\\.ssh", "ssh 1.jpg"), ("\u{9B}2J\u{7F}", "2J 1.jpg"),
        ] as [(String, String)])
    func nothingOfANameActsOnATerminalOrTheDirectionOfText(title: String, name: String) {
        let remote = ImageLocation.remote("https://a.example/1")
        #expect(SaveName.proposal(for: Photo(id: PhotoID("1"), title: title), original: remote) == name)
    }

    @Test(
        arguments: [
            ("/p/a\u{1B}[2J\u{202E}gpj.jpg", "a[2Jgpj.jpg"), ("/p/.hidden.jpg", "hidden.jpg"),
            ("/p/a\nb  c.jpg", "a b  c.jpg"),
            ("/p/x.y\u{1B}z", "x.yz"), ("/p/\u{202E}.jpg", "Photo.jpg"), ("/p/ä", "ä"),
        ] as [(String, String)])
    func norOfAFilesName(path: String, name: String) {
        let photo = Photo(id: PhotoID("x"), title: "x")
        #expect(SaveName.proposal(for: photo, original: .file(FilePath(path))) == name)
    }

    @Test func aNameOfTheLongestLengthKeepsItsEnding() {
        let photo = Photo(id: PhotoID("x"), title: "x")
        let longest = "/p/" + String(repeating: "é", count: 125) + "x.jpg"
        #expect(SaveName.proposal(for: photo, original: .file(FilePath(longest))).utf8.count == SaveName.longest)
        let name = SaveName.proposal(for: photo, original: .file("/p/\(String(repeating: "é", count: 300)).jpeg"))
        #expect(name.utf8.count == SaveName.longest && name.hasSuffix("é.jpeg"))
        // One character of a thousand accents.
        let marks = "/p/a" + String(repeating: "\u{301}", count: 1_000) + ".jpg"
        #expect(SaveName.proposal(for: photo, original: .file(FilePath(marks))) == "Photo.jpg")
    }

    @Test func aLongNameIsCutBetweenCharacters() {
        let photo = Photo(id: PhotoID("1"), title: String(repeating: "é", count: 300))
        let name = SaveName.proposal(for: photo, original: .remote("https://a.example/1"))
        #expect(name.utf8.count == 204 && name.hasPrefix("éé"))
    }
}
