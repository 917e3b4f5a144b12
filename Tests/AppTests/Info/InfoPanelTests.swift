import Browse
// The info panel: what it says, that it follows, and that it reads nothing which nobody waits for.
import CAccessible
import CGTK
import CWidgets
import Codecs
import Desktop
import ImagePipeline
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

/// Answers questions for files' facts when it is told to.
nonisolated private final class ScriptedFacts: Sendable {
    private struct State {
        var asked: [String] = []
        var cancelled: [String] = []
        var waiting: [String: CheckedContinuation<FileFacts?, any Error>] = [:]
    }
    private let state = Mutex(State())

    var asked: [String] { state.withLock { $0.asked } }
    var cancelled: [String] { state.withLock { $0.cancelled } }
    /// The rows whose values were copied.
    @MainActor var copied: [PhotoFact] = []
    /// What rows have led to.
    @MainActor var gone: [PhotoFact.Target] = []

    func facts(of path: String) async throws -> FileFacts? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock {
                    $0.asked.append(path)
                    $0.waiting[path] = continuation
                }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.append(path)
                return state.waiting.removeValue(forKey: path)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    func answer(_ path: String, _ facts: FileFacts?) {
        state.withLock { $0.waiting.removeValue(forKey: path) }?.resume(returning: facts)
    }
}

nonisolated final class InfoPanelTests: XCTestCase {
    func testItSaysWhatIsKnownAtOnceAndTheRestWhenTheFileIsRead() {
        withPanel { panel, facts in
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .file("/p/1.jpg"))
            XCTAssertEqual(panel.names, [["Name", "File"]])
            runLoop { facts.asked == ["/p/1.jpg"] }
            facts.answer("/p/1.jpg", Self.facts)
            runLoop { panel.names == [["Name", "Size", "Format", "File Size", "File"], ["Camera", "Exposure"]] }
            XCTAssertEqual(panel.value("Exposure"), "1/250 s")
            XCTAssertEqual(panel.value("File"), "/p/1.jpg")
        }
    }

    func testAPhotoOnAShareHasTheFactsOfItsFile() {
        withPanel { panel, facts in
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .remote("sftp://nas/a%20b.jpg"))
            runLoop { facts.asked == ["sftp://nas/a%20b.jpg"] }
            facts.answer("sftp://nas/a%20b.jpg", Self.facts)
            runLoop { panel.names == [["Name", "Size", "Format", "File Size", "File"], ["Camera", "Exposure"]] }
            XCTAssertEqual(panel.value("File"), "sftp://nas/a b.jpg")
        }
    }

    func testAPathIsShownWithoutWhatActsAndCopiedAsItIs() throws {
        try withPanel { panel, _ in
            let path = "/p/a\u{1B}[2J\u{202E}b\nc" + String(repeating: "x", count: 1 << 20)
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .file(FilePath(path)))
            let row = try XCTUnwrap(panel.rows.joined().first { $0.fact?.name.description == "File" })
            XCTAssertEqual(row.fact?.value.verbatimText, path)
            let shown = String(cString: try XCTUnwrap(adw_action_row_get_subtitle(row.widget.cast())))
            XCTAssertTrue(shown.hasPrefix("/p/a[2Jb cx") && shown.utf8.count <= 4096, "\(shown.utf8.count) bytes")
        }
    }

    func testAHiddenPanelReadsNothingAndIsOutOfReach() {
        withPanel { panel, facts in
            panel.show(Self.photo(1), original: .file("/p/1.jpg"))
            panel.show(Self.photo(2), original: .file("/p/2.jpg"))
            XCTAssertEqual(gtk_widget_get_visible(panel.root.widget), 0)
            panel.isRevealed = true
            runLoop { !facts.asked.isEmpty }
            XCTAssertEqual(facts.asked, ["/p/2.jpg"])
            XCTAssertNotEqual(gtk_widget_get_visible(panel.root.widget), 0)
            panel.isRevealed = false
            runLoop { facts.cancelled == ["/p/2.jpg"] }
            runLoop { gtk_widget_get_visible(panel.root.widget) == 0 }
        }
    }

    func testTonesAreCountedWhileThePanelIsShownAndForOnePhotoAlone() {
        withPanel { panel, _ in
            let pixels = [1, 2].map { count in
                PixelBuffer(
                    size: PixelSize(width: count, height: 1),
                    storage: SharedBytes(copying: EncodedBytes([UInt8](repeating: 255, count: 4 * count))))
            }
            panel.show(Self.photo(1), original: .file("/p/1.jpg"))
            panel.show(tonesOf: pixels[0])
            panel.isRevealed = true
            runLoop { panel.tones?.count == 1 }
            panel.show(Self.photo(2), original: .file("/p/2.jpg"))
            panel.show(tonesOf: pixels[1])
            runLoop { panel.tones?.count == 2 }
            // Hidden, it forgets them.
            panel.isRevealed = false
            runLoop { panel.tones == nil }
            panel.isRevealed = true
            runLoop { panel.tones?.count == 2 }
            panel.show([])
            runLoop { panel.tones == nil }
        }
    }

    func testPhotosThatArePassedAreNotWaitedFor() {
        withPanel { panel, facts in
            panel.isRevealed = true
            for number in 1...20 {
                panel.show(Self.photo(number), original: .file("/p/\(number).jpg"))
                runLoop { facts.asked.count == number }
            }
            runLoop { facts.cancelled.count == 19 }
            XCTAssertEqual(facts.cancelled, (1...19).map { "/p/\($0).jpg" })
            facts.answer("/p/20.jpg", Self.facts)
            runLoop { panel.value("Exposure") != nil }
            XCTAssertEqual(panel.value("Name"), "20.jpg")
        }
    }

    func testTheRowsAreUsedAgain() {
        withPanel { panel, facts in
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .file("/p/1.jpg"))
            runLoop { facts.asked.count == 1 }
            facts.answer("/p/1.jpg", Self.facts)
            runLoop { panel.value("Exposure") != nil }
            let closures = Signal.liveClosures
            for number in 2...30 {
                panel.show(Self.photo(number), original: .file("/p/\(number).jpg"))
                runLoop { facts.asked.count == number }
                facts.answer("/p/\(number).jpg", Self.facts)
                runLoop { panel.value("Exposure") != nil }
            }
            XCTAssertEqual(Signal.liveClosures, closures)
        }
    }

    func testAServicesPhotoHasItsAuthorAndItsPage() {
        withPanel { panel, facts in
            panel.isRevealed = true
            let photo = Photo(
                id: PhotoID("7"), title: "Ada", size: PixelSize(width: 300, height: 200), link: "https://a.example/7")
            panel.show(photo, original: .remote("https://b.example/id/7/300/200"))
            XCTAssertEqual(panel.names, [["Author", "Number", "Size", "Page", "Picture"]])
            XCTAssertEqual(facts.asked, [])
            panel.row("Page").flatMap { Self.button("Open in Browser", in: $0.widget) }.map { Self.click($0) }
            XCTAssertEqual(facts.gone, [.link("https://a.example/7")])
        }
    }

    func testARowIsNamedAsAPersonWouldSayIt() throws {
        try withPanel { panel, _ in
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .file("/p/1.jpg"))
            let row = try XCTUnwrap(panel.row("Name")).widget
            XCTAssertNotEqual(tessera_accessible_has_label(row.object, "Name: 1.jpg"), 0)
            panel.show(Self.photo(2), original: .file("/p/2.jpg"))
            XCTAssertNotEqual(tessera_accessible_has_label(row.object, "Name: 2.jpg"), 0)
        }
    }

    func testAFileNameIsWrappedWithoutHyphens() throws {
        try withPanel { panel, _ in
            panel.isRevealed = true
            let name = String(repeating: "panorama", count: 20) + ".jpg"
            panel.show(Photo(id: PhotoID(name), title: name), original: .file("/p/\(name)"))
            let label = try XCTUnwrap(Self.label(name, in: try XCTUnwrap(panel.row("Name")).widget))
            runLoop { pango_layout_get_line_count(gtk_label_get_layout(label.opaque)) > 2 }
            let layout = gtk_label_get_layout(label.opaque)
            let attributes = pango_attr_list_get_attributes(pango_layout_get_attributes(layout))
            defer {
                g_slist_free_full(
                    attributes, { pango_attribute_destroy($0?.assumingMemoryBound(to: PangoAttribute.self)) })
            }
            var kinds: [PangoAttrType] = [], item = attributes
            while let current = item {
                if let attribute = current.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) {
                    kinds.append(attribute.pointee.klass.pointee.type)
                }
                item = current.pointee.next
            }
            XCTAssertTrue(kinds.contains(PANGO_ATTR_INSERT_HYPHENS), "\(kinds)")
        }
    }

    func testASheetTakesNoWidthFromThePhoto() {
        withPanel { panel, _ in
            var rooms: [Int32] = []
            panel.onRoom = { [unowned panel] in rooms.append(panel.widthBeside) }
            panel.isRevealed = true
            panel.isSheet = true
            panel.isSheet = false
            panel.isRevealed = false
            XCTAssertEqual(rooms, [320, 0, 320, 0])
        }
    }

    func testAPlaceIsALinkToAMap() throws {
        try withPanel { panel, facts in
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .file("/p/1.jpg"))
            runLoop { facts.asked.count == 1 }
            var known = Self.facts
            known.camera.position = CameraData.Position(latitude: 48.5, longitude: 16.25)
            facts.answer("/p/1.jpg", known)
            runLoop { panel.row("Place") != nil }
            let button = Self.button("Show on a Map in the Browser", in: try XCTUnwrap(panel.row("Place")).widget)
            Self.click(try XCTUnwrap(button))
            XCTAssertEqual(facts.gone, [.map("https://www.openstreetmap.org/?mlat=48.5&mlon=16.25#map=15/48.5/16.25")])
        }
    }

    func testKeywordsAreButtonsThatSearch() throws {
        try withPanel { panel, facts in
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .file("/p/1.jpg"))
            runLoop { facts.asked == ["/p/1.jpg"] }
            var file = Self.facts
            file.description = PhotoDescription(
                keywords: ["Places/Greece", "\u{202E}sea\n", String(repeating: "x", count: 500)], city: "Chania")
            facts.answer("/p/1.jpg", file)
            runLoop { panel.titles.contains("Keywords") && panel.keywords == file.description.keywords }
            XCTAssertEqual(panel.value("City"), "Chania")
            let chip = try XCTUnwrap(Self.button("Search for “Places/Greece”", in: panel.root.widget))
            Self.click(chip)
            XCTAssertEqual(facts.gone, [.keyword("Places/Greece")])
            XCTAssertNotNil(Self.label("sea ", in: panel.root.widget), "a keyword turns the text around it")
            // The next photo has fewer, and one without any has no group.
            panel.show(Self.photo(2), original: .file("/p/2.jpg"))
            runLoop { facts.asked.last == "/p/2.jpg" }
            file.description.keywords = ["other"]
            facts.answer("/p/2.jpg", file)
            runLoop { panel.keywords == ["other"] }
            Self.click(chip)
            XCTAssertEqual(facts.gone.last, .keyword("other"))
            panel.show(Self.photo(3), original: .file("/p/3.jpg"))
            runLoop { panel.keywords.isEmpty && !panel.titles.contains("Keywords") }
        }
    }

    func testAClickOnARowCopiesItsValue() {
        withPanel { panel, facts in
            panel.isRevealed = true
            panel.show(Self.photo(1), original: .file("/p/1 & <b>.jpg"))
            runLoop { facts.asked.count == 1 }
            facts.answer("/p/1 & <b>.jpg", Self.facts)
            runLoop { panel.value("Exposure") != nil }
            for row in panel.rows.joined() {
                XCTAssertNotEqual(gtk_list_box_row_get_activatable(row.widget.cast()), 0)
                adw_action_row_activate(row.widget.cast())
            }
            let copied = facts.copied.map(\.value.description)
            XCTAssertEqual(copied, panel.rows.joined().compactMap(\.fact?.value.description))
            XCTAssertTrue(copied.contains("/p/1 & <b>.jpg"))
        }
    }

    private static func photo(_ number: Int) -> Photo { Photo(id: PhotoID("\(number).jpg"), title: "\(number).jpg") }

    private static var facts: FileFacts {
        var camera = CameraData()
        camera.model = "X100"
        camera.exposureTime = 1.0 / 250
        return FileFacts(byteCount: 1000, format: "JPEG", size: PixelSize(width: 40, height: 30), camera: camera)
    }

    private func withPanel(_ body: @MainActor (InfoPanel, ScriptedFacts) throws -> Void) rethrows {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let facts = ScriptedFacts()
            let panel = InfoPanel(
                read: { try await facts.facts(of: $0) }, onCopy: { facts.copied.append($0) },
                onGo: { facts.gone.append($0) })
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            gtk_window_set_child(window, panel.root.widget)
            gtk_window_present(window)
            defer {
                panel.clear()
                gtk_window_destroy(window)
            }
            try body(panel, facts)
        }
    }

    /// The button of this name for assistive technology below `widget`.
    @MainActor private static func button(_ name: String, in widget: Widget) -> Widget? {
        firstWidget(below: widget) {
            g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0
                && tessera_accessible_has_label($0.object, name) != 0
        }
    }

    /// The label with this text below `widget`.
    @MainActor private static func label(_ text: String, in widget: Widget) -> Widget? {
        firstWidget(below: widget) {
            g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0
                && String(cString: gtk_label_get_text($0.opaque)) == text
        }
    }

    @MainActor private static func click(_ button: Widget) {
        var emitter = GValue()
        g_value_init(&emitter, gtk_button_get_type())
        g_value_set_object(&emitter, button)
        defer { g_value_unset(&emitter) }
        g_signal_emitv(&emitter, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
    }
}

extension InfoPanel {
    /// Names of the shown rows, group by group.
    fileprivate var names: [[String]] { rows.map { $0.compactMap(\.fact?.name.description) } }
    fileprivate func row(_ name: String) -> FactRow? { rows.joined().first { $0.fact?.name.description == name } }
    fileprivate func value(_ name: String) -> String? { row(name)?.fact?.value.description }
}
