// Addresses of shares: one form, no password, no way up.
import Photos
import Testing

struct ShareAddressTests {
    private func text(_ written: String) -> String? { ShareAddress(written)?.text }

    @Test func everyWayOfWritingHasOneForm() {
        #expect(text("SFTP://Host/photos/") == "sftp://Host/photos")
        #expect(text("ssh://me@host:22//a/./b//") == "sftp://me@host:22/a/b")
        #expect(text("smb://nas/A%20b/\u{E9}") == "smb://nas/A%20b/%C3%A9")
        #expect(text("smb://nas/A b?c#d") == "smb://nas/A%20b%3Fc%23d")
        #expect(text("dav://h/a%2bb%41") == "dav://h/a+bA")
        #expect(text("gphoto2://%5Busb%3A001,002%5D/") == "gphoto2://%5Busb%3A001,002%5D")
        #expect(text("sftp://[::1]:22/x") == "sftp://[::1]:22/x")
        #expect(text("sftp://host") == "sftp://host")
    }

    @Test func aPasswordIsLeftOut() {
        #expect(text("ftp://me:secret@host/a") == "ftp://me@host/a")
        #expect(text("smb://DOM;me:a@b@host/a") == "smb://DOM;me@host/a")
        #expect(text("ftp://:secret@host/a") == "ftp://host/a")
    }

    @Test func whatIsNoAddressOfAShareIsRefused() {
        for written in [
            "", "sftp:", "sftp:/host/a", "sftp:///a", "sftp://me@/a", "sftp://:22/a", "http://host/a", "file://host/a",
            "trash:///a", "admin:///etc", "recent:///", "sftp://host/../a", "sftp://host/a/%2E%2E/b", "sftp://host/%zz",
            "sftp://host/a%00", "sftp://host/a%2Fb", "sftp://ho st/a", "sftp://h\u{202E}ost/a", "sftp://h\n/a", "a/b",
            "sftp://host/" + String(repeating: "a", count: 20_000),
        ] {
            #expect(ShareAddress(written) == nil, "\(written.prefix(40))")
        }
    }

    @Test func namesOfAnyBytesLeadThereAndBack() throws {
        let folder = try #require(ShareAddress("sftp://h/p"))
        for bytes: [UInt8] in [Array("a b%#?.jpg".utf8), [0xFF, 0xFE], Array("e\u{301}".utf8), Array("\u{E9}".utf8)] {
            let name = FilePath.text(bytes)
            let file = folder.appending(path: FilePath("sub").appending(FileName(name)))
            #expect(file.name.bytes == bytes)
            #expect(file.path(below: folder) == FilePath("sub/" + name))
            #expect(ShareAddress(file.text) == file)
            #expect(file.folder == folder.appending(path: "sub"))
        }
        #expect(folder.appending(path: "\u{E9}") != folder.appending(path: "e\u{301}"))
    }

    @Test func theShareAsAWholeHasTheServersName() throws {
        let file = try #require(ShareAddress("sftp://me@host:22/a"))
        #expect(file.root.text == "sftp://me@host:22" && file.folder == file.root && file.root.folder == nil)
        #expect(file.root.name == "me@host:22" && file.name == "a" && file.scheme == "sftp")
        #expect(file.root.uri == "sftp://me@host:22/" && file.uri == file.text && file.folderURI == file.text + "/")
        #expect(file.root.path(below: file).isEmpty && file.path(below: file.root) == "a")
    }

    @Test func itIsShownWithNamesInPlaceOfEscapes() throws {
        #expect(ShareAddress("sftp://h/A%20%C3%A9")?.shown == "sftp://h/A \u{E9}")
        #expect(ShareAddress("sftp://h/a%0Ab%E2%80%AE")?.shown == "sftp://h/a\u{240A}b")
    }

    @Test func aLocationOnAShareIsAFileThatOthersCanOpen() {
        let share = ImageLocation.remote("sftp://h/a.jpg")
        #expect(
            share.share?.text == "sftp://h/a.jpg" && share.filePlace == "sftp://h/a.jpg"
                && share.webAddress == "sftp://h/a.jpg")
        let web = ImageLocation.remote("https://h/a.jpg")
        #expect(web.share == nil && web.filePlace == nil && web.webAddress == "https://h/a.jpg")
        #expect(ImageLocation.file("/a.jpg").filePlace == "/a.jpg")
    }
}
