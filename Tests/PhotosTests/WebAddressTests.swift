// What may be handed to a browser or the clipboard.
import Photos
import Testing

struct WebAddressTests {
    @Test(arguments: [
        "https://unsplash.com/photos/yC-Yzbqy7PY", "http://127.0.0.1:8080/images#7",
        "https://[::1]:443/x?a=[1]&b=%20#f",
        "https://a_b.example", "http://h?q", "http://h#f", "https://a.example:/x",
    ])
    func anAddressOnTheWebIsTaken(text: String) { #expect(WebAddress(text)?.text == text) }

    @Test func schemesAreTakenInAnyCaseAndLettersEncoded() {
        #expect(WebAddress("HTTPS://A.example/käse")?.text == "https://A.example/k%C3%A4se")
    }

    @Test(arguments: [
        "", "https", "https:", "https:/a", "https://", "https:///x", "https://:80/", "http://?x", "javascript:alert(1)",
        "file:///etc/passwd", "ws://h/", "ftp://h/", "https://h/\u{1B}[2J", "https://h/a b", "https://h/a\nrm -rf",
        "https://h/\0",
        "https://h/\u{7F}", "https://h/\u{9B}x", "https://h/\u{202E}gpj", "https://h/\u{2028}", "https://h/\u{A0}",
        "https://user@evil.example/", "https://bank.example:x@evil.example/", "https://h:70000/", "https://h:-1/",
        "https://h:1x/", "https://[::1/", "https://[]/", "https://h\\evil/", "https://h/<x>", "https://h/\"",
        "https://bäd.example/",
        "https://h\u{200F}/", "https://[::1]x/",
    ])
    func whatIsNoneIsRefused(text: String) { #expect(WebAddress(text) == nil) }

    @Test func aLongOneIsRefused() {
        let base = "https://h/"
        let longest = base + String(repeating: "x", count: WebAddress.longest - base.utf8.count)
        #expect(WebAddress(longest)?.text == longest)
        #expect(WebAddress(longest + "x") == nil)
        #expect(WebAddress(base + String(repeating: "é", count: WebAddress.longest / 3)) == nil)
    }

    @Test func aPhotosLinkAndALocationsAddressAreChecked() {
        #expect(Photo(id: PhotoID("1"), title: "T", link: "https://h/\u{1B}").link == nil)
        #expect(Photo(id: PhotoID("1"), title: "T", link: "https://h/1").link == "https://h/1")
        #expect(ImageLocation.remote("https://h/\n1").webAddress == nil)
        #expect(ImageLocation.remote("https://h/1").webAddress == "https://h/1")
        #expect(ImageLocation.remote("sample:/1").webAddress == nil && ImageLocation.file("/x").webAddress == nil)
    }
}
