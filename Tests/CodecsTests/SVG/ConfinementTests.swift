// What draws an SVG can reach nothing: how the kernel describes it, what becomes of one that tries, and what drawings
// that ask for files and addresses get.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.serialized, .timeLimit(.minutes(5)))
struct ConfinementTests {
    private let decoder = PixbufDecoder(width: 2)

    private func drawing(_ content: String, before: String = "") -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>\(before)<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" \
            xmlns:xlink="http://www.w3.org/1999/xlink">\(content)</svg>
            """.utf8)
    }

    // MARK: A process that draws

    /// A drawing that takes until it is cancelled, and its process once that is confined.
    private func whileDrawing(_ content: String, _ body: (_ process: String) throws -> Void) async throws {
        let steps = String(repeating: "<feMorphology operator='dilate' radius='900'/>", count: 60)
        let file = drawing(
            content + "<filter id='f' x='-10' y='-10' width='21' height='21'>\(steps)</filter>"
                + "<rect width='40' height='30' filter='url(#f)'/>")
        let others = Set(DrawingProcesses.running)
        let task = Task { [decoder] in try await decoder.pixels(file, 1000, 1000) }
        var found: String?
        while found == nil {
            try Task.checkCancellation()
            await Task.yield()
            found = DrawingProcesses.running.first {
                !others.contains($0) && DrawingProcesses.status($0, "Seccomp") == "2"
            }
        }
        let process = try #require(found)
        try body(process)
        task.cancel()
        _ = try? await task.value
        // The decode was abandoned, and ends by itself.
        while DrawingProcesses.running.contains(process) { await Task.yield() }
    }

    @Test func aProcessThatDrawsIsFilteredAndGainsNoPrivileges() async throws {
        try await whileDrawing("") { process in
            #expect(DrawingProcesses.status(process, "NoNewPrivs") == "1")
            let limits = DrawingProcesses.text(of: "/proc/\(process)/limits")
            func limit(_ name: String) -> Substring? {
                limits.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ")
                    .first
            }
            #expect(limit("Max core file size") == "0" && limit("Max file size") == "0")
            #expect(limit("Max open files").flatMap { Int($0) } ?? .max <= 16)
            #expect(limit("Max cpu time") == "4")
        }
    }

    /// Only root may look at the descriptors of such a process; for others the kernel's refusal is the evidence.
    @Test func aProcessThatDrawsHasItsPictureAndItsSocketAlone() async throws {
        try await whileDrawing("") { process in
            guard let open = DrawingProcesses.entries(of: "/proc/\(process)/fd") else {
                #expect(geteuid() != 0)
                return
            }
            let targets = open.sorted().map { takeText(g_file_read_link("/proc/\(process)/fd/\($0)", nil)) ?? "" }
            #expect(targets.count == 3)
            #expect(targets.first?.hasPrefix("/memfd:tessera-picture") == true)
            #expect(targets.dropFirst().first?.hasPrefix("socket:") == true)
            #expect(targets.last == "/dev/null")
            let environment = DrawingProcesses.text(of: "/proc/\(process)/environ").split(separator: "\0")
            #expect(!environment.contains { $0.hasPrefix("PATH=") })
        }
    }

    @Test func aDrawingWithTextHasFontsBesideThem() async throws {
        try await whileDrawing("<text y='20'>Sea</text>") { process in
            guard let open = DrawingProcesses.entries(of: "/proc/\(process)/fd") else {
                #expect(geteuid() != 0)
                return
            }
            let targets = open.compactMap { takeText(g_file_read_link("/proc/\(process)/fd/\($0)", nil)) }
            let others = targets.filter {
                !$0.hasPrefix("/memfd:tessera-picture") && !$0.hasPrefix("socket:") && $0 != "/dev/null"
            }
            #expect(!others.isEmpty && others.allSatisfy { $0.contains("/font") })
        }
    }

    // MARK: One that tries

    private enum End: Equatable { case status(Int32), signal(Int32), notStarted(String) }

    /// The program of the tests that confines itself and does `thing`.
    private func probe(_ thing: String) -> End {
        let folder = DrawingProcess().program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let words = [folder.joined(separator: "/") + "/confinement-probe", thing]
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let problem = posix_spawn(&process, words[0], nil, nil, &arguments, environ)
        guard problem == 0 else { return .notStarted("\(words[0]): \(String(cString: strerror(problem)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }

    @Test(arguments: [
        "open to write", "create", "create a nameless file", "open in a newer way", "remove", "rename", "socket",
        "connect",
        "pass a descriptor", "execute", "fork", "trace", "read another process", "signal its parent",
        "signal a thread of its parent", "limit its parent", "make code", "be looked into", "change its root",
        "make a ring",
    ])
    func whatAPictureMayNotEndsItsProcess(thing: String) {
        #expect(probe(thing) == .signal(SIGSYS))
    }

    /// Libraries ask for these by the way, and do without.
    @Test(arguments: ["open to read", "open a folder", "ask for a path"])
    func whatLibrariesLookForIsRefused(thing: String) {
        #expect(probe(thing) == .status(7))
    }

    @Test func whatDrawingTakesIsAllowed() {
        #expect(probe("compute") == .status(0))
        #expect(probe("ask for random numbers") == .status(0))
        #expect(probe("abort") == .signal(SIGABRT))
    }

    /// And says what is in force.
    @Test(arguments: ["live without Landlock", "live without a filter", "live without both"])
    func onAnOlderKernelItGoesOn(thing: String) {
        #expect(probe(thing) == .status(0))
    }

    @Test func aForbiddenCallIsToldInTheTile() async throws {
        let folder = ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        var limits = PixbufDecoder.Limits()
        limits.drawing.program = folder.write("tessera-draw", Array("#!/bin/sh\nkill -SYS $$\n".utf8))
        chmod(limits.drawing.program, 0o700)
        do {
            _ = try await PixbufDecoder(width: 1, limits: limits).pixels(TestPictures.svg, 10, 5)
            Issue.record("expected a failure")
        } catch let failure as LoadFailure {
            #expect(
                failure.reason
                    == .unreadable(Message("it was stopped: it tried to do what a picture must not")))
        }
    }

    // MARK: What drawings ask for

    /// Pixels of a drawing; nil where it was not drawn, but not because of a forbidden call.
    private func pixels(_ file: [UInt8]) async throws -> [UInt8]? {
        do {
            return try await decoder.pixels(file, 80, 80, .fit).samples
        } catch let failure as LoadFailure {
            guard case .corrupt = failure.reason else {
                Issue.record("\(failure)")
                return nil
            }
            return nil
        }
    }

    @Test func nothingOfOtherFilesIsShown() async throws {
        let folder = ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let red = folder.write("red.png", Painting.quarters(40, 30).encoded("png"))
        let words = folder.write("words.txt", Array("MMMMMMMM".utf8))
        let style = folder.write("red.css", Array("rect { fill: red }".utf8))
        let blank = try await pixels(drawing("<rect width='9' height='9'/>"))
        #expect(blank != nil)
        for place in ["file://\(red)", red, "http://127.0.0.1:9/red.png", "../../../../..\(red)"] {
            let image = "<image width='40' height='30' xlink:href='\(place)'/>"
            let shown = try await pixels(drawing(image + "<rect width='9' height='9'/>"))
            #expect(shown == nil || shown == blank, "\(place)")
        }
        let used = try await pixels(drawing("<use xlink:href='file://\(red)#a'/><rect width='9' height='9'/>"))
        #expect(used == nil || used == blank)
        let styled = try await pixels(
            drawing("<style>@import url('file://\(style)');</style><rect width='9' height='9'/>"))
        #expect(styled == nil || styled == blank)
        let include = "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' parse='text' href='file://\(words)'/>"
        let included = try await pixels(drawing("<text y='20'>\(include)</text><rect width='9' height='9'/>"))
        #expect(included == nil || included == blank)
        let entity = try await pixels(
            drawing(
                "<text y='20'>&words;</text><rect width='9' height='9'/>",
                before: "<!DOCTYPE svg [<!ENTITY words SYSTEM 'file://\(words)'>]>"))
        #expect(entity == nil || entity == blank)
    }

    /// Fontconfig makes a cache of a folder that it has not seen, and may not write it here.
    @Test func fontsThatNobodyHasSeenEndNoDrawing() async throws {
        let folder = ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let font = try #require(fontFile(below: "/usr/share/fonts"))
        folder.folder("home/.fonts")
        folder.link("home/.fonts/new.\(font.suffix(3))", to: font)
        let home = "HOME='\(folder.path)/home' XDG_CACHE_HOME='\(folder.path)/home/cache'"
        var limits = PixbufDecoder.Limits()
        let program = "#!/bin/sh\n\(home) exec '\(limits.drawing.program)' \"$@\"\n"
        limits.drawing.program = folder.write("tessera-draw", Array(program.utf8))
        chmod(limits.drawing.program, 0o700)
        #expect(await PixbufDecoder(width: 1, limits: limits).reason(drawing("<text y='20'>Sea</text>")) == nil)
    }

    private func fontFile(below folder: String) -> String? {
        for name in (DrawingProcesses.entries(of: folder) ?? []).sorted() {
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".ttf") || name.hasSuffix(".otf") { return path }
            if let found = fontFile(below: path) { return found }
        }
        return nil
    }

    /// The minor version of the installed librsvg 2.
    private var minorVersion: UInt32? {
        guard let library = dlopen("librsvg-2.so.2", RTLD_LAZY) else { return nil }
        defer { dlclose(library) }
        return dlsym(library, "rsvg_minor_version")?.load(as: UInt32.self)
    }

    /// What is loaded before a process is confined is guessed from the bytes.
    @Test func embeddedPicturesTextAndEncodingsAreDrawnAllTheSame() async throws {
        let blank = try await pixels(drawing(""))
        // librsvg reads embedded pictures with gdk-pixbuf up to 2.57, and with a library of its own, of fewer formats,
        // after it.
        let isReadByPixbuf = try #require(minorVersion) < 58
        for type in isReadByPixbuf ? ["png", "jpeg", "bmp", "tiff"] : ["png", "jpeg"] {
            let file = Painting.quarters(40, 30).encoded(type)
            let text = takeText(g_base64_encode(file, gsize(file.count))) ?? ""
            let embedded = drawing(
                "<image width='40' height='30' xlink:href='data:image/\(type);base64,\(text)'/>")
            let shown = try await pixels(embedded)
            #expect(shown != nil && shown != blank, "\(type)")
        }
        let text = try await pixels(drawing("<text x='2' y='20'>Sea</text>"))
        #expect(text != blank)
        let prefixed = "<s:text xmlns:s='http://www.w3.org/2000/svg' x='2' y='20'>Sea</s:text>"
        #expect(try await pixels(drawing(prefixed)) == text)
        let entity = "<te&#120;t x='2' y='20'>Sea</te&#120;t>"
        #expect(try await pixels(drawing("&sea;", before: "<!DOCTYPE svg [<!ENTITY sea \"\(entity)\">]>")) == text)
        for encoding in ["windows-1252", "Shift_JIS", "KOI8-R", "ISO-8859-1", "ISO-8859-15", "GB18030"] {
            var file = drawing("<text x='2' y='20'>Sea</text>")
            let declared = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>".utf8)
            file.replaceSubrange(0..<"<?xml version=\"1.0\"?>".utf8.count, with: declared)
            #expect(try await pixels(file) == text, "\(encoding)")
        }
    }
}
