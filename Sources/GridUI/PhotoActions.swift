// What can be done with the opened photo: save, copy, look at it elsewhere. Every action has a key and a place in the menu.
import Browse
import CDesktop
import Desktop
import ImagePipeline
import Photos

/// The window's actions for one photo. They are there, but cannot be activated, while no photo is opened.
final class PhotoActions {
    /// The photo that is meant.
    struct Subject {
        let photo: Photo
        let source: any PhotoSource
        var original: ImageLocation { source.original(of: photo) }
        /// The page about the photo, or the picture itself, as a browser opens it.
        var link: String? { photo.link ?? original.webAddress }
    }

    /// An action of this file.
    enum Command: String, CaseIterable {
        case info, saveAs = "save-as", copyPhoto = "copy-photo", copyLink = "copy-link"
        case openElsewhere = "open-elsewhere", showInFiles = "show-in-files"

        var label: String {
            switch self {
            case .info: "Photo Information"
            case .saveAs: "Save As…"
            case .copyPhoto: "Copy"
            case .copyLink: "Copy Link"
            case .openElsewhere: "Open in Another Program"
            case .showInFiles: "Show in Files"
            }
        }

        /// GTK's names of the keys; the first is shown in the menu.
        var keys: [String] {
            switch self {
            case .info: ["i", "<Alt>Return"]
            case .saveAs: ["<Control>s"]
            case .copyPhoto: ["<Control>c"]
            case .copyLink: ["<Control><Shift>c"]
            case .openElsewhere: ["<Control><Shift>o"]
            case .showInFiles: ["<Control><Shift>f"]
            }
        }
    }

    private let window: UnsafeMutablePointer<GtkWindow>
    private let loader: ImageLoader
    private let saver = PictureSaver()
    private let say: (String) -> Void
    private var actions: [Command: OpaquePointer] = [:]
    private var copying: Task<Void, Never>?
    private var savings: [Int: Task<Void, Never>] = [:]
    private var savingCount = 0

    /// The photo that is opened; nil where none is.
    var subject: () -> Subject? = { nil }
    /// What the page shows of it, borrowed.
    var texture: () -> OpaquePointer? = { nil }
    /// The panel is to be shown or hidden.
    var onInfo: () -> Void = {}

    /// Longer side in device pixels of a picture that is copied: 45 MB at 3:2, as long as the clipboard holds it. What is
    /// larger is there as a file.
    private static let longestCopy = 4096

    /// - Parameters:
    ///   - window: borrowed; gets the actions, and outlives this.
    ///   - say: tells the user what has been done, or why it has not.
    init(window: UnsafeMutablePointer<GtkWindow>, loader: ImageLoader, say: @escaping (String) -> Void) {
        self.window = window
        self.loader = loader
        self.say = say
        for command in Command.allCases {
            // The button of the panel shows whether it is there.
            let action =
                command == .info
                ? made(g_simple_action_new_stateful(command.rawValue, nil, g_variant_new_boolean(0)))
                : made(g_simple_action_new(command.rawValue, nil))
            g_simple_action_set_enabled(action, 0)
            Signal.onPointer(action, "activate") { [weak self] _ in self?.run(command) }
            g_action_map_add_action(OpaquePointer(window), action)
            actions[command] = action
            g_object_unref(action.object)
        }
    }

    isolated deinit {
        copying?.cancel()
        for saving in savings.values { saving.cancel() }
    }

    /// Whether the panel is shown, for the buttons that show and hide it.
    var isInfoShown = false {
        didSet { actions[.info].map { g_simple_action_set_state($0, g_variant_new_boolean(isInfoShown ? 1 : 0)) } }
    }

    /// Lets the keys and the menu act on the opened photo; to be called when another one, or none, is.
    func update() {
        let subject = subject()
        let isFile = if case .file = subject?.original { true } else { false }
        for (command, action) in actions {
            let isOfUse =
                switch command {
                case .showInFiles: isFile
                case .copyLink, .openElsewhere: isFile || subject?.link != nil
                case .info, .saveAs, .copyPhoto: subject != nil
                }
            g_simple_action_set_enabled(action, isOfUse ? 1 : 0)
        }
    }

    /// Adds the keys to `widget`: they act while the focus is in it, after the widget that has the focus, so that a text
    /// that is selected is what Ctrl+C copies.
    static func installKeys(on widget: Widget) {
        let controller = made(gtk_shortcut_controller_new())
        for command in Command.allCases {
            for key in command.keys {
                let shortcut = gtk_shortcut_new(
                    gtk_shortcut_trigger_parse_string(key), gtk_named_action_new("win." + command.rawValue))
                gtk_shortcut_controller_add_shortcut(controller.opaque, shortcut)
            }
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// For the shortcuts window.
    static var shortcuts: [(keys: String, title: String)] {
        Command.allCases.map { ($0.keys.joined(separator: " "), $0.label) }
    }

    /// Lends the menu of the detail page's header.
    static func withMenu(_ body: (UnsafeMutablePointer<GMenuModel>?) -> Void) {
        let menu = made(g_menu_new())
        for section: [Command] in [[.info], [.saveAs, .copyPhoto, .copyLink], [.openElsewhere, .showInFiles]] {
            let part = made(g_menu_new())
            for command in section {
                let item = made(g_menu_item_new(command.label, "win." + command.rawValue))
                // The keys are no accelerators of the window's, so GTK does not find them by itself.
                g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(command.keys[0]))
                g_menu_append_item(part, item)
                g_object_unref(item.object)
            }
            g_menu_append_section(menu, nil, part.cast())
            g_object_unref(part.object)
        }
        body(menu.cast())
        g_object_unref(menu.object)
    }

    private func run(_ command: Command) {
        guard let subject = subject() else { return }
        switch command {
        case .info: onInfo()
        case .saveAs: saveAs(subject)
        case .copyPhoto: copy(subject)
        case .copyLink: copyLink(subject)
        case .openElsewhere: openElsewhere(subject)
        case .showInFiles: if case .file(let path) = subject.original { go(to: .file(path)) }
        }
    }

    // MARK: Places

    /// Goes to a place that the panel names.
    func go(to place: PhotoFact.Place) {
        switch place {
        case .link(let address): OtherPrograms.open(address, over: window) { [weak self] in self?.say($0) }
        case .file(let path): OtherPrograms.show(file: path, over: window) { [weak self] in self?.say($0) }
        }
    }

    private func openElsewhere(_ subject: Subject) {
        switch subject.original {
        case .file(let path):
            guard let uri = FilePath.uri(of: path) else { return }
            OtherPrograms.open(uri, over: window) { [weak self] in self?.say($0) }
        case .remote: if let link = subject.link { go(to: .link(link)) }
        }
    }

    // MARK: Clipboard

    /// Copies a row of the panel.
    func copy(_ fact: PhotoFact) {
        if case .file(let path) = fact.place {
            put(PictureContent.path(path))
        } else {
            put(PictureContent.text(fact.value))
        }
        say("\(fact.name) copied")
    }

    private func copyLink(_ subject: Subject) {
        switch subject.original {
        case .file(let path):
            put(PictureContent.path(path))
            say("Path copied")
        case .remote:
            guard let link = subject.link else { return }
            put(PictureContent.text(link))
            say("Link copied")
        }
    }

    /// Copies the photo at its own size, or what is shown of it where that cannot be had.
    private func copy(_ subject: Subject) {
        let size = PixelSize(square: Self.longestCopy)
        let request = ImageRequest(
            source: subject.source.identity, photo: subject.photo,
            location: subject.source.location(of: subject.photo, atLeast: size, fit: .fit), size: size, fit: .fit)
        copying?.cancel()
        copying = Task { [weak self, loader] in
            let image = try? await loader.image(for: request, priority: .visible)
            guard let self, !Task.isCancelled else { return }
            let shown = self.subject()?.photo == subject.photo ? self.texture() : nil
            self.put(
                PictureContent.provider(
                    of: subject.original, link: subject.link, texture: (image as? Texture)?.pointer ?? shown))
            self.say("Photo copied")
        }
    }

    /// Puts `content` into the clipboard (transfer full).
    private func put(_ content: UnsafeMutablePointer<GdkContentProvider>?) {
        guard let content else { return }
        defer { g_object_unref(content) }
        gdk_clipboard_set_content(gtk_widget_get_clipboard(window.cast()), content)
    }

    // MARK: Saving

    private func saveAs(_ subject: Subject) {
        PathChooser.choosePlace(for: SaveName.proposal(for: subject.photo, original: subject.original), over: window) {
            [weak self] path in
            guard let path else {
                self?.say("The photo was not saved: that place is no folder of this computer.")
                return
            }
            self?.save(subject, to: path)
        }
    }

    /// Saves the original's own bytes.
    func save(_ subject: Subject, to path: String) {
        savingCount += 1
        let number = savingCount
        savings[number] = Task { [weak self, loader, saver] in
            do {
                try await saver.save(Self.content(of: subject, loader), to: path)
                self?.say("Saved as \(FilePath.shown(path))")
            } catch is CancellationError {
                // The window is gone.
            } catch {
                self?.say("\(error)")
            }
            self?.savings[number] = nil
        }
    }

    private static func content(of subject: Subject, _ loader: ImageLoader) async throws -> PictureSaver.Content {
        switch subject.original {
        case .file(let path): return .file(path)
        case .remote:
            let request = ImageRequest(
                source: subject.source.identity, photo: subject.photo, location: subject.original,
                size: PixelSize(square: 1), fit: .fit)
            return .bytes(try await loader.data(for: request, priority: .visible))
        }
    }
}
