// What a typed address opens, and why another text opens nothing.
import Photos
import Testing

@testable import Browse

struct TypedAddressTests {
    private func subject(_ text: String) throws(LaunchOptions.Subject.TypingProblem) -> LaunchOptions.Subject {
        try LaunchOptions.Subject(typed: text, home: "/home/u")
    }

    @Test func whatTheCommandLineTakesIsOpened() throws {
        for text in [
            "/photos/a b.jpg", "file:///a%20b", "https://picsum.photos", "http://h:8080/base", "HTTPS://Picsum.Photos/",
        ] {
            #expect(try subject(text) == LaunchOptions.Subject([text]))
        }
        #expect(try subject(" ~/Pictures ") == .paths(["/home/u/Pictures"]))
    }

    @Test func aHostNeedsNoScheme() throws {
        #expect(try subject("picsum.photos") == .picsum)
        #expect(try subject("photos.example.org:8080/all") == .service("https://photos.example.org:8080/all"))
    }

    @Test func anAddressOfAFileIsAPictures() throws {
        #expect(try subject("https://h/a/b.jpg?size=2") == .images(["https://h/a/b.jpg?size=2"]))
        #expect(try subject("picsum.photos/id/1/200/300") == .images(["https://picsum.photos/id/1/200/300"]))
        #expect(try subject("https://h/a.b/") == .service("https://h/a.b/"))
        #expect(try subject("https://h?a.b") == .service("https://h?a.b"))
    }

    @Test func anythingElseSaysWhyItOpensNothing() {
        for text in ["", " \n"] { #expect(throws: LaunchOptions.Subject.TypingProblem.isEmpty) { try subject(text) } }
        for text in [
            "prose", "Pictures/2020", "see picsum.photos", "javascript:alert(1)", "https://", "https://a:b@h/",
            "file:///%", "..", "~other", "https://h/a b.jpg",
        ] {
            #expect(throws: LaunchOptions.Subject.TypingProblem.isNoAddress, "\(text)") { try subject(text) }
        }
        #expect(throws: LaunchOptions.Subject.TypingProblem.scheme("gopher")) { try subject("gopher://h/photos") }
        #expect(throws: LaunchOptions.Subject.TypingProblem.otherMachine("nas")) { try subject("file://nas/a") }
    }

    @Test func theAddressOfAShareIsAFolderThere() throws {
        let share = try #require(ShareAddress("sftp://h/My photos"))
        #expect(try subject(" SFTP://h/My%20photos/ ") == .share(share))
        #expect(try LaunchOptions.Subject(["sftp://h/My photos"]) == .share(share))
        #expect(LaunchOptions.Subject(given: "sftp://h/My%20photos\n", home: "/") == .share(share))
        #expect(throws: LaunchOptions.Subject.Problem.self) { try LaunchOptions.Subject(["sftp://h/a", "/b"]) }
        #expect(Place(Place.share(share).text) == .share(share))
        #expect(Place.share(share).subject == .share(share))
    }
}
