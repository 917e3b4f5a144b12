// What a dropped or pasted text opens.
import Photos
import Testing

@testable import Browse

struct GivenSubjectTests {
    private func subject(_ text: String) -> LaunchOptions.Subject? {
        LaunchOptions.Subject(given: text, home: "/home/u")
    }

    @Test func pathsAndFileURIsAreOpened() {
        #expect(subject("/photos/a b.jpg") == .paths(["/photos/a b.jpg"]))
        #expect(subject("  ~/Pictures\n") == .paths(["/home/u/Pictures"]))
        #expect(subject("~") == .paths(["/home/u"]))
        #expect(subject("'/photos/it'\n\"/x\"") == .paths(["/photos/it", "/x"]))
        #expect(subject("# two\r\nfile:///a%20b\r\nFILE://localhost/c\r\n") == .paths(["/a b", "/c"]))
        #expect(subject("copy\nfile:///a\nfile:///b") == .paths(["/a", "/b"]))
        #expect(subject("file:///caf%E9") == .paths([FilePath("/" + FilePath.text(Array("caf".utf8) + [0xE9]))]))
    }

    @Test func anAddressIsAnImagesOrAServices() {
        #expect(subject("https://example.org/a/b.jpg") == .images(["https://example.org/a/b.jpg"]))
        #expect(subject("HTTP://h/x?id=1\nhttps://i/y") == .images(["http://h/x?id=1", "https://i/y"]))
        #expect(subject("http://127.0.0.1:8080") == .service("http://127.0.0.1:8080"))
        #expect(subject("https://picsum.photos/") == .picsum)
        #expect(subject("https://picsum.photos/id/1/200/300") == .images(["https://picsum.photos/id/1/200/300"]))
    }

    @Test(arguments: [
        "", "\n\n", "prose", "see /photos", "/a\nand prose", "gopher://h/x", "javascript:alert(1)", "http://",
        "file://other/x",
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

    @Test func aFileOfAnotherMachineInATextIsTold() {
        #expect(LaunchOptions.Subject.otherMachine(in: "copy\r\nfile:///a\r\n file://nas/b \r\nfile://x/c") == "nas")
        for text in ["", "file:///a", "file://localhost/a", "https://nas/a", "see file://nas/a"] {
            #expect(LaunchOptions.Subject.otherMachine(in: text) == nil)
        }
    }

    // MARK: The command line

    private func refusal(_ names: [String]) -> String? {
        do {
            _ = try LaunchOptions.Subject(names)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func fileURIsAndPathsAreArgumentsTogether() throws {
        let names = [
            "file:///a/x%23y.jpg", "b c.jpg", "file://localhost/d%25.jpg", "FILE:///e%CC%81.jpg", "\u{E9}.jpg",
        ]
        #expect(
            try LaunchOptions.Subject(names)
                == .paths(["/a/x#y.jpg", "b c.jpg", "/d%.jpg", "/e\u{301}.jpg", "\u{E9}.jpg"]))
        #expect(try LaunchOptions.Subject(["file:///a"]) == .paths(["/a"]))
        #expect(try LaunchOptions.Subject(["file:///a"]) != .paths(["file:///a"]))
    }

    @Test func aFileOfAnotherMachineIsRefusedByName() {
        for names in [["file://otherhost/a.jpg"], ["/b.jpg", "file://otherhost/a.jpg"]] {
            let sentence =
                "“file://otherhost/a.jpg” is a file of another machine, “otherhost”; give a path on this one."
            #expect(refusal(names) == sentence)
        }
        #expect(refusal(["file://localhostx/a.jpg"])?.contains("another machine, “localhostx”") == true)
    }

    @Test func aFileURIThatCannotBeReadIsRefused() {
        #expect(refusal(["file:///a%2"])?.hasPrefix("“file:///a%2” names no file; ") == true)
        #expect(refusal(["file:///a", "https://h/x.jpg"])?.contains("has to be the only thing to show") == true)
        #expect(refusal(["gopher://h/x.jpg"])?.contains("cannot be opened") == true)
    }
}
