// What a dropped or pasted text opens.
import Photos
import Testing

@testable import Browse

struct GivenSubjectTests {
    private func subject(_ text: String) -> LaunchOptions.Subject? { LaunchOptions.Subject(given: text, home: "/home/u") }

    @Test func pathsAndFileURIsAreOpened() {
        #expect(subject("/photos/a b.jpg") == .paths(["/photos/a b.jpg"]))
        #expect(subject("  ~/Pictures\n") == .paths(["/home/u/Pictures"]))
        #expect(subject("~") == .paths(["/home/u"]))
        #expect(subject("'/photos/it'\n\"/x\"") == .paths(["/photos/it", "/x"]))
        #expect(subject("# two\r\nfile:///a%20b\r\nFILE://localhost/c\r\n") == .paths(["/a b", "/c"]))
        #expect(subject("copy\nfile:///a\nfile:///b") == .paths(["/a", "/b"]))
        #expect(subject("file:///caf%E9") == .paths(["/" + FilePath.text(Array("caf".utf8) + [0xE9])]))
    }

    @Test func anAddressIsAnImagesOrAServices() {
        #expect(subject("https://example.org/a/b.jpg") == .images(["https://example.org/a/b.jpg"]))
        #expect(subject("HTTP://h/x?id=1\nhttps://i/y") == .images(["http://h/x?id=1", "https://i/y"]))
        #expect(subject("http://127.0.0.1:8080") == .service("http://127.0.0.1:8080"))
        #expect(subject("https://picsum.photos/") == .picsum)
        #expect(subject("https://picsum.photos/id/1/200/300") == .images(["https://picsum.photos/id/1/200/300"]))
    }

    @Test(arguments: [
        "", "\n\n", "prose", "see /photos", "/a\nand prose", "ftp://h/x", "javascript:alert(1)", "http://", "file://other/x",
        "~other/x", "https://user:word@h/x.jpg", "copy",
    ])
    func anythingElseOpensNothing(text: String) { #expect(subject(text) == nil) }

    @Test func filesWinOverAddresses() { #expect(subject("https://h/a.jpg\n/b.jpg") == .paths(["/b.jpg"])) }

    @Test func aTextOfAMegabyteIsNotRead() {
        #expect(subject("/" + String(repeating: "a", count: LaunchOptions.Subject.longestText)) == nil)
        #expect(subject(String(repeating: "/a\n", count: 10_000)) != nil)
    }

    @Test func urisOfADropAreReadAlike() {
        #expect(LaunchOptions.Subject(given: ["file:///a", "file:///b"]) == .paths(["/a", "/b"]))
        #expect(LaunchOptions.Subject(given: ["https://h/a.png"]) == .images(["https://h/a.png"]))
        #expect(LaunchOptions.Subject(given: ["trash:///a"]) == nil)
        #expect(LaunchOptions.Subject(given: []) == nil)
    }

    @Test func theStandardServiceHasOneName() throws {
        #expect(try LaunchOptions.Subject(["https://picsum.photos"]) == .picsum)
        #expect(try LaunchOptions.Subject(["https://picsum.photos/"]) == .picsum)
        #expect(try LaunchOptions.Subject(["https://picsum.photos/x"]) == .service("https://picsum.photos/x"))
        #expect(try LaunchOptions.Subject([]) == .lastShown)
    }
}
