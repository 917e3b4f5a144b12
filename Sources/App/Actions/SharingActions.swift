// Actions that hand photos to other programs: open with, maps, wallpaper, e-mail.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// The window's actions that hand the photos of its target to other programs. Each is disabled, and left out of menus,
/// where it is of no use.
final class SharingActions {
    enum Command: String, CaseIterable {
        case openWith = "open-with", copyPlace = "copy-place", openInMaps = "open-in-maps"
        case wallpaper = "set-wallpaper", email = "send-by-email"

        var label: String {
            switch self {
            case .openWith: SharingText.openWith
            case .copyPlace: SharingText.copyPlace
            case .openInMaps: SharingText.openInMaps
            case .wallpaper: SharingText.wallpaper
            case .email: SharingText.email
            }
        }
    }

    private let window: UnsafeMutablePointer<GtkWindow>
    private let target: ActionTarget
    private let places: PhotoPlaces
    private let say: (String) -> Void
    private var opening: Task<Void, Never>?
    private(set) var chooser: ProgramChooser?

    /// The desktop's portal; nil where there is no session bus. Not asked before photos are chosen.
    private lazy var portal = makePortal()
    private var asking: Task<Void, Never>?
    private var sending: Task<Void, Never>?
    private var offers: Set<DesktopPortal.Offer> = []

    /// Makes the client of the portal; nil for none. Replaced in tests.
    var makePortal: () -> DesktopPortal? = { SharingActions.sessionPortal }

    /// That of the session, for all windows: it has a thread of its own.
    private static let sessionPortal = SessionBus.isReachable ? DesktopPortal() : nil

    /// Most photos of one e-mail.
    private static let mostSent = 50

    /// Opens an address in the program for it. Replaced in tests.
    var open: (String) -> Void = { _ in }

    /// - Parameters:
    ///   - window: Borrowed; gets the actions, and outlives this object.
    ///   - facts: Reads where photos were taken.
    init(
        on window: UnsafeMutablePointer<GtkWindow>, target: ActionTarget, facts: any FactsReader,
        say: @escaping (String) -> Void
    ) {
        (self.window, self.target, self.say) = (window, target, say)
        places = PhotoPlaces { try await facts.facts(of: $0)?.camera.position }
        open = { OtherPrograms.open($0, over: window, failed: say) }
        for command in Command.allCases {
            WindowActions.add(command.rawValue, to: OpaquePointer(window)) { [weak self] in self?.run(command) }
        }
        places.onPosition = { [weak self] in self?.update() }
    }

    isolated deinit {
        opening?.cancel()
        sending?.cancel()
        asking?.cancel()
    }

    /// Enables the actions that apply to what is chosen. Call when that is something else.
    func update() {
        places.look(at: file)
        let areFiles = file != nil || target.count > 1 && target.hasFiles
        enable(.openWith, areFiles)
        let isPicture = target.single.map { !$1.photo($0).isVideo } ?? false
        enable(.wallpaper, file != nil && isPicture && offers.contains(.wallpaper))
        enable(.email, areFiles && offers.contains(.email))
        // Not for a photo that only has the focus: the portal may have to be started.
        if target.pointed != nil || target.opened() != nil || target.count > 1 { askPortal() }
        for command in [Command.copyPlace, .openInMaps] { enable(command, places.position != nil) }
    }

    private func enable(_ command: Command, _ isEnabled: Bool) {
        guard let action = g_action_map_lookup_action(OpaquePointer(window), command.rawValue) else { return }
        g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }

    /// The path of the only photo; nil where it is no file.
    private var file: String? {
        guard let (ref, model) = target.single else { return nil }
        return model.source.original(of: model.photo(ref)).file
    }

    /// Asks the portal once what it offers.
    private func askPortal() {
        guard asking == nil, let portal else { return }
        asking = Task { [weak self] in
            var offers: Set<DesktopPortal.Offer> = []
            for offer in [DesktopPortal.Offer.wallpaper, .email] where await portal.offers(offer) {
                offers.insert(offer)
            }
            guard let self, !Task.isCancelled, !offers.isEmpty else { return }
            self.offers = offers
            self.update()
        }
    }

    private func run(_ command: Command) {
        switch command {
        case .openWith: openWith()
        case .copyPlace:
            guard let position = places.position else { return }
            gdk_clipboard_set_text(gtk_widget_get_clipboard(window.cast()), PlaceAddress.coordinates(position))
            say(SharingText.placeCopied)
        case .wallpaper:
            guard let file, let portal else { return }
            sending = Task { [weak self] in
                if case .failed(let problem) = await portal.setWallpaper(file) {
                    self?.say(SharingText.notSetAsWallpaper(because: problem))
                }
            }
        case .email: sendByEMail()
        case .openInMaps:
            guard let position = places.position else { return }
            opening = Task { [weak self] in
                let hasMaps = await InstalledPrograms.openScheme("geo")
                self?.open(hasMaps ? PlaceAddress.geo(position) : MapAddress.of(position))
            }
        }
    }

    private func sendByEMail() {
        guard let portal, let photos = target.photos else { return }
        guard photos.refs.count <= Self.mostSent else { return say(SharingText.tooManyToSend(limit: Self.mostSent)) }
        sending = Task { [weak self] in
            let files = await photos.readOriginals().compactMap(\.file)
            let answer = await portal.composeEmail(subject: "", body: "", files: files)
            if case .failed(let problem) = answer { self?.say(SharingText.notSent(because: problem)) }
        }
    }

    /// Asks for a program, and opens the photos with it.
    private func openWith() {
        guard let photos = target.photos else { return }
        opening = Task { [weak self] in
            let paths = await photos.readOriginals().compactMap(\.file)
            guard let self, !Task.isCancelled, let first = paths.first else { return }
            self.chooser = ProgramChooser(for: first, count: paths.count, over: self.window) { [weak self] program in
                self?.chooser = nil
                program?.open(paths, over: self?.window) { self?.say($0) }
            }
        }
    }
}

extension ImageLocation {
    /// The path, if the image is a file.
    nonisolated var file: String? { path?.text }
}
