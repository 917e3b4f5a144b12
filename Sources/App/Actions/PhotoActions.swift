// Actions for one photo: save, copy, open elsewhere. Each has a key and a menu item.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Library
import Photos

/// The window's actions for one photo: the opened one, or the only one that is chosen in the grid. They are disabled
/// where there is none.
final class PhotoActions {
    /// The photo on which an action acts.
    struct Subject {
        let photo: Photo
        let source: any PhotoSource
        var original: ImageLocation { source.original(of: photo) }
        /// Address of the page about the photo, or else of the image itself, for a browser.
        var link: String? { photo.link ?? original.webAddress }
    }

    /// An action for a photo.
    enum Command: String, CaseIterable {
        case info, saveAs = "save-as", copyPhoto = "copy-photo", copyLink = "copy-link"
        case openElsewhere = "open-elsewhere", showInFiles = "show-in-files"

        var label: String {
            switch self {
            case .info: PhotoActionText.information
            case .saveAs: PhotoActionText.saveAs
            case .copyPhoto: PhotoActionText.copy
            case .copyLink: PhotoActionText.copyLink
            case .openElsewhere: PhotoActionText.openElsewhere
            case .showInFiles: PhotoActionText.showInFiles
            }
        }

        /// The keys in GTK's notation; the first is shown in the menu.
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
    private let loader: PhotoLoader
    private let saver: PictureSaver
    private let say: (String) -> Void
    private var actions: [Command: OpaquePointer] = [:]
    private var copying: Task<Void, Never>?
    private var savings: [Int: Task<Void, Never>] = [:]
    private var savingCount = 0

    /// Returns the photo; nil where there is none, or more than one.
    var subject: () -> Subject? = { nil }
    /// Returns whether that photo is open.
    var isOpened: () -> Bool = { true }
    /// Returns the number of photos that are chosen.
    var count: () -> Int = { 0 }
    /// Called when several photos are to be copied.
    var onCopySeveral: () -> Void = {}
    /// Returns the texture that the page shows, borrowed.
    var texture: () -> OpaquePointer? = { nil }
    /// Waits until what was done to the photo is in its file.
    var settle: () async -> Void = {}
    /// Has a saved copy look as the photo does; returns what there is to say of that.
    var finishCopy: (_ subject: Subject, _ path: String) async -> String? = { _, _ in nil }
    /// Called when the info panel is to be shown or hidden.
    var onInfo: () -> Void = {}

    /// Limit of the longer side of a copied photo in device pixels: 45 MB at 3:2, for as long as the clipboard holds
    /// it. The file itself is available to programs that want more.
    private static let longestCopy = 4096

    /// - Parameters:
    ///   - window: Borrowed; gets the actions, and outlives this object.
    ///   - say: Tells the user what was done, or why it was not.
    init(
        window: UnsafeMutablePointer<GtkWindow>, loader: PhotoLoader, saver: PictureSaver = PictureSaver(),
        say: @escaping (String) -> Void
    ) {
        self.window = window
        self.loader = loader
        self.saver = saver
        self.say = say
        for command in Command.allCases {
            // A stateful action: the panel's button shows whether the panel is open.
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

    /// Whether the info panel is shown, for the state of its button.
    var isInfoShown = false {
        didSet { actions[.info].map { g_simple_action_set_state($0, g_variant_new_boolean(isInfoShown ? 1 : 0)) } }
    }

    /// Enables the actions that apply to what is chosen. Call when that is something else.
    func update() {
        let subject = subject()
        let isFile = if case .file = subject?.original { true } else { false }
        for (command, action) in actions {
            let isOfUse =
                switch command {
                case .showInFiles: isFile
                case .copyLink, .openElsewhere: isFile || subject?.link != nil
                case .info: subject != nil && isOpened()
                case .saveAs: subject != nil
                case .copyPhoto: subject != nil || count() > 1
                }
            g_simple_action_set_enabled(action, isOfUse ? 1 : 0)
        }
    }

    /// Adds the keys to `widget`. They act while the focus is in it, after the focused widget, so that Ctrl+C copies
    /// selected text.
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

    /// Keys and titles for the shortcuts window.
    static var shortcuts: [(keys: String, title: String)] {
        Command.allCases.map { ($0.keys.joined(separator: " "), $0.label) }
    }

    private func run(_ command: Command) {
        guard let subject = subject() else {
            if command == .copyPhoto { onCopySeveral() }
            return
        }
        switch command {
        case .info: onInfo()
        case .saveAs: saveAs(subject)
        case .copyPhoto: copy(subject)
        case .copyLink: copyLink(subject)
        case .openElsewhere: openElsewhere(subject)
        case .showInFiles: if case .file(let path) = subject.original { go(to: .file(path)) }
        }
    }

    // MARK: Other programs

    /// Opens the place that a row of the panel names.
    func go(to target: PhotoFact.Target) {
        switch target {
        case .link(let address), .map(let address):
            OtherPrograms.open(address, over: window) { [weak self] in self?.say($0) }
        case .file(let path): OtherPrograms.show(file: path, over: window) { [weak self] in self?.say($0) }
        }
    }

    private func openElsewhere(_ subject: Subject) {
        switch subject.original {
        case .file(let path):
            guard let uri = path.uri else { return }
            OtherPrograms.open(uri, over: window) { [weak self] in self?.say($0) }
        case .remote: if let link = subject.link { go(to: .link(link)) }
        }
    }

    // MARK: Clipboard

    /// Copies the value of a row of the panel.
    func copy(_ fact: PhotoFact) {
        if case .file(let path) = fact.target {
            put(PictureContent.path(path.text))
        } else {
            put(PictureContent.text(fact.value.verbatimText ?? DisplayText.line(localized(fact.value))))
        }
        say(FactText.copied(fact))
    }

    private func copyLink(_ subject: Subject) {
        switch subject.original {
        case .file(let path):
            put(PictureContent.path(path.text))
            say(PhotoActionText.pathCopied)
        case .remote:
            guard let link = subject.link else { return }
            put(PictureContent.text(link))
            say(PhotoActionText.linkCopied)
        }
    }

    /// Copies the photo in its own size, up to `longestCopy`, or what is shown of it if that fails.
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
                    of: subject.original, link: subject.link, texture: image?.pointer ?? shown))
            self.say(PhotoActionText.photoCopied)
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
        PathChooser.chooseDestination(
            for: SaveName.proposal(for: subject.photo, original: subject.original), over: window
        ) {
            [weak self] path in
            guard let path else {
                self?.say(PhotoActionText.noFolder)
                return
            }
            self?.save(subject, to: path)
        }
    }

    /// Saves the bytes of the original to `path`.
    func save(_ subject: Subject, to path: String) {
        savingCount += 1
        let number = savingCount
        savings[number] = Task { [weak self, loader, saver] in
            do {
                await self?.settle()
                try await saver.save(Self.content(of: subject, loader), to: path)
                let note = await self?.finishCopy(subject, path)
                self?.say(PhotoActionText.saved(as: FilePath.shown(path), note))
            } catch is CancellationError {
                // The window is closed.
            } catch let failure as PictureSaver.Failure {
                self?.say(localized(failure.message))
            } catch let failure as LoadFailure {
                self?.say(localized(failure))
            } catch {
                self?.say("\(error)")
            }
            self?.savings[number] = nil
        }
    }

    private static func content(of subject: Subject, _ loader: PhotoLoader) async throws -> PictureSaver.Content {
        switch subject.original {
        case .file(let path): return .file(path.text)
        case .remote:
            let request = ImageRequest(
                source: subject.source.identity, photo: subject.photo, location: subject.original,
                size: PixelSize(square: 1), fit: .fit)
            return .bytes(try await loader.data(for: request, priority: .visible))
        }
    }
}
