// File URIs: which path of this machine they stand for, or why none.
import Testing

@testable import Photos

struct FileAddressTests {
    @Test(arguments: [
        ("file:///a/b.jpg", "/a/b.jpg"), ("file:///a%23b.jpg", "/a#b.jpg"), ("file://localhost/a", "/a"),
        ("FILE://LocalHost/a", "/a"), ("file:/a", "/a"), ("file:///a%20b%3f.jpg", "/a b?.jpg"),
        ("file:///a#b?c", "/a#b?c"),
        ("file:///100%25.jpg", "/100%.jpg"), ("file:///%C3%A9", "/\u{E9}"), ("file:///e%CC%81", "/e\u{301}"),
        ("file:////a", "//a"), ("file:///", "/"),
    ])
    func aPathOfThisMachineIsRead(uri: String, path: String) { #expect(FileAddress(uri) == .path(FilePath(path))) }

    @Test func bytesThatAreNoTextAreRead() {
        #expect(FileAddress.path(of: "file:///caf%E9") == FilePath("/" + FilePath.text(Array("caf".utf8) + [0xE9])))
    }

    /// A combining mark behind a slash belongs to it for Swift, and does not for the disk.
    @Test func aNameMayBeginWithACombiningMark() {
        #expect(FileAddress("file:///\u{301}a.jpg") == .path(FilePath("/\u{301}a.jpg")))
        #expect(FileAddress("file://localhost/\u{301}") == .path(FilePath("/\u{301}")))
    }

    @Test(arguments: [
        ("file://otherhost/a.jpg", "otherhost"), ("file://localhostx/a", "localhostx"),
        ("file://localhost.example/a", "localhost.example"),
        ("file://localhost:80/a", "localhost:80"), ("file://127.0.0.1/a", "127.0.0.1"), ("file://a", "a"),
        ("FILE://NAS/x", "NAS"),
        ("file://loc%61lhost/a", "loc%61lhost"),
    ])
    func anotherMachineIsNamed(uri: String, host: String) { #expect(FileAddress(uri) == .otherMachine(host)) }

    @Test(arguments: [
        "file:///a%2", "file:///a%zz", "file:///a%", "file:///a%00b", "file:///a%2Fb", "file://", "file://localhost",
    ])
    func whatNamesNoFileIsMalformed(uri: String) { #expect(FileAddress(uri) == .malformed) }

    @Test(arguments: [
        "", "/a", "a", "file:", "file:a.jpg", "files:///a", "http://h/a", " file:///a", "trash:///a",
        "fil\u{65}\u{301}:///a",
    ])
    func anythingElseIsNoFileURI(text: String) { #expect(FileAddress(text) == nil) }
}
