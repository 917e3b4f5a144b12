// Which installed program makes a thumbnail, and by which command line.
import Fixtures
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct ThumbnailerEntryTests {
    private let scratch = ScratchFolder()

    private func entry(_ lines: String) -> ThumbnailerEntry? {
        ThumbnailerEntry(parsing: "[Thumbnailer Entry]\n" + lines)
    }

    private func command(_ line: String, path: String = "/v/a b.mp4") -> [String]? {
        entry("Exec=\(line)\nMimeType=video/mp4;")?
            .command(path: path, uri: "file:///v/a%20b.mp4", output: "/o/t.png", side: 512)
    }

    @Test func theCommandLineHasItsFieldsFilledIn() {
        #expect(
            command("maker -i %i -o %o -s %s -f") == ["maker", "-i", "/v/a b.mp4", "-o", "/o/t.png", "-s", "512", "-f"])
        #expect(
            command("/usr/bin/maker -s%s %u \"%o\" 100%%") == [
                "/usr/bin/maker", "-s512", "file:///v/a%20b.mp4", "/o/t.png", "100%",
            ])
        // A path is one argument, whatever it holds, and what it holds is no field.
        #expect(command("maker %i %o", path: "/v/%o'; rm \"x\n") == ["maker", "/v/%o'; rm \"x\n", "/o/t.png"])
        #expect(command("maker %x%o%") == ["maker", "/o/t.png"])
    }

    @Test func entriesThatCannotWorkAreLeftOut() {
        #expect(entry("Exec=maker %i %o\nMimeType=video/mp4;video/webm\n")?.types == ["video/mp4", "video/webm"])
        for lines in [
            "MimeType=video/mp4", "Exec=maker %i %o", "Exec=\nMimeType=video/mp4", "Exec=maker %i\nMimeType=video/mp4",
            "Exec=maker \"%o\nMimeType=video/mp4", "TryExec=no-such-program\nExec=maker %o\nMimeType=video/mp4", "",
            "\u{0}",
        ] { #expect(entry(lines) == nil, "\(lines)") }
        #expect(entry("TryExec=sh\nExec=maker %o\nMimeType=video/mp4") != nil)
        #expect(ThumbnailerEntry(parsing: "Exec=maker %o\nMimeType=video/mp4") == nil)
        #expect(ThumbnailerEntry(parsing: String(repeating: "[", count: 10_000)) == nil)
    }

    private func install(_ command: String, for types: String, as name: String, in folder: String) {
        scratch.folder(folder + "/thumbnailers")
        scratch.write(
            "\(folder)/thumbnailers/\(name)", Array("[Thumbnailer Entry]\nExec=\(command) %o\nMimeType=\(types)\n".utf8)
        )
    }

    @Test func theUsersEntryWinsAndNewOnesAreFound() {
        var installed = InstalledThumbnailers(folders: [scratch.path + "/user", scratch.path + "/system"])
        #expect(installed.entry(for: "video/mp4") == nil)
        install("first", for: "video/mp4", as: "a.thumbnailer", in: "system")
        install("second", for: "video/mp4;video/webm", as: "b.thumbnailer", in: "system")
        install("none", for: "video/ogg", as: "c.txt", in: "system")
        #expect(installed.entry(for: "video/mp4")?.words.first == "first")
        #expect(installed.entry(for: "video/webm")?.words.first == "second")
        #expect(installed.entry(for: "video/ogg") == nil)
        install("own", for: "video/mp4", as: "a.thumbnailer", in: "user")
        #expect(installed.entry(for: "video/mp4")?.words.first == "own")
    }

    @Test func aTypeHasSeveralNames() {
        install("maker", for: "video/x-m4v", as: "a.thumbnailer", in: "data")
        var installed = InstalledThumbnailers(folders: [scratch.path + "/data"])
        // shared-mime-info's aliases of video/mp4.
        #expect(installed.entry(for: "video/mp4")?.words.first == "maker")
        #expect(InstalledThumbnailers.type(ofName: "a.mp4") == "video/mp4")
        #expect(InstalledThumbnailers.type(ofName: "a.WEBM") == "video/webm")
    }

    /// The program and the file have other paths inside than outside.
    @Test func aConfinedProgramSeesOneFileAndOneFolder() {
        #expect(ThumbnailSandbox.place(of: "/home/ada/Tür.MP4") == "/tmp/original.MP4")
        #expect(ThumbnailSandbox.place(of: "/home/ada/film") == "/tmp/original")
        // Where the system does not allow it, nothing can be confined.
        guard let sandbox = ThumbnailSandbox.find() else { return }
        let secret = scratch.write("secret", [1])
        let input = scratch.write("a.mp4", [1, 2])
        let output = scratch.folder("out")
        func status(_ command: String) -> ThumbnailerProcess.Outcome {
            ThumbnailerProcess.run(
                sandbox.confined(["sh", "-c", command], input: input, output: output), limit: .seconds(20)
            ) { false }
        }
        #expect(status("cat /tmp/original.mp4 > /tmp/t.png") == .ended(status: 0))
        #expect(status("test -e '\(secret)'") == .ended(status: 1))
        #expect(status("echo 3 > /tmp/original.mp4") != .ended(status: 0))
        #expect(status("touch /usr/x") != .ended(status: 0))
        #expect(status("test -e /home || test -e /root") == .ended(status: 1))
    }
}
