// Actions that hand photos to other programs: open with, maps, wallpaper, e-mail.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// The window's actions that hand the photos of its target to other programs. Each is disabled, and left out of menus,
/// where it is of no use.
final class SharingActions: WindowFeature {
    private let context: WindowContext
    private let places: PhotoPlaces
    private var window: UnsafeMutablePointer<GtkWindow> { context.window }
    private var target: ActionTarget { context.target }
    private var opening: Task<Void, Never>?
    private(set) var chooser: ProgramChooser?

    /// The desktop's portal; nil where there is no session bus. Not asked before photos are chosen.
    private lazy var portal = makePortal()
    /// The window's name for it.
    private lazy var name = PortalName(of: window)
    private var asking: Task<Void, Never>?
    private var sending: Task<Void, Never>?
    private var offers: Set<DesktopPortal.Offer> = []

    private let makePortal: () -> DesktopPortal?
    /// That of the session, for all windows: it has a thread of its own.
    private static let sessionPortal = SessionBus.isReachable ? DesktopPortal() : nil

    /// Most photos of one e-mail.
    private static let mostSent = 50

    private let open: (String) -> Void

    /// - Parameters:
    ///   - facts: Reads where photos were taken.
    ///   - portal: Makes the client of the portal; nil for none.
    ///   - open: Opens an address in the program for it; nil for the desktop's way.
    init(
        _ context: WindowContext, facts: any FactsReader,
        portal: @escaping () -> DesktopPortal? = { SharingActions.sessionPortal }, open: ((String) -> Void)? = nil
    ) {
        (self.context, makePortal) = (context, portal)
        self.open =
            open ?? { [weak context] address in
                guard let context else { return }
                OtherPrograms.open(address, over: context.window) { [weak context] in context?.sayOfPhotos($0) }
            }
        weak var whole: SharingActions?
        places = PhotoPlaces(
            read: { try await facts.facts(of: $0)?.camera.position }, onPosition: { whole?.targetChanged() })
        whole = self
        context.actions.add(.openWith) { [weak self] in self?.openWith() }
        context.actions.add(.copyPlace) { [weak self] in self?.copyPlace() }
        context.actions.add(.openInMaps) { [weak self] in self?.openInMaps() }
        context.actions.add(.setWallpaper) { [weak self] in self?.setWallpaper() }
        context.actions.add(.sendByEmail) { [weak self] in self?.sendByEMail() }
    }

    isolated deinit {
        opening?.cancel()
        sending?.cancel()
        asking?.cancel()
    }

    func targetChanged() {
        places.look(at: file)
        let areFiles = file != nil || target.count > 1 && target.can(.paths)
        context.actions.enable(.openWith, areFiles)
        let isPicture = target.single.map { !$1.photo($0).isVideo } ?? false
        context.actions.enable(.setWallpaper, file != nil && isPicture && offers.contains(.wallpaper))
        context.actions.enable(.sendByEmail, areFiles && offers.contains(.email))
        // Not for a photo that only has the focus: the portal may have to be started.
        if target.pointed != nil || target.opened() != nil || target.count > 1 { askPortal() }
        for command in [WindowCommand.copyPlace, .openInMaps] {
            context.actions.enable(command, places.position != nil)
        }
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
            self.targetChanged()
        }
    }

    private func copyPlace() {
        guard let position = places.position else { return }
        context.put(PictureContent.text(PlaceAddress.coordinates(position)))
        context.sayOfPhotos(SharingText.placeCopied)
    }

    private func openInMaps() {
        guard let position = places.position else { return }
        opening = Task { [weak self] in
            let hasMaps = await InstalledPrograms.openScheme("geo")
            self?.open(hasMaps ? PlaceAddress.geo(position) : MapAddress.of(position))
        }
    }

    private func setWallpaper() {
        guard let file, let portal else { return }
        sending = Task { [weak self, name] in
            if case .failed(let problem) = await portal.setWallpaper(file, over: await name.text) {
                self?.context.sayOfPhotos(SharingText.notSetAsWallpaper(because: problem))
            }
        }
    }

    private func sendByEMail() {
        guard let portal, let photos = target.photos else { return }
        guard photos.refs.count <= Self.mostSent else {
            return context.sayOfPhotos(SharingText.tooManyToSend(limit: Self.mostSent))
        }
        sending = Task { [weak self, name] in
            let files = await photos.readOriginals().compactMap(\.file)
            let answer = await portal.composeEmail(subject: "", body: "", files: files, over: await name.text)
            if case .failed(let problem) = answer { self?.context.sayOfPhotos(SharingText.notSent(because: problem)) }
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
                program?.open(paths, over: self?.window) { self?.context.sayOfPhotos($0) }
            }
        }
    }
}

extension ImageLocation {
    /// The path, if the image is a file.
    nonisolated var file: String? { path?.text }
}
