// What is done with files and folders that are dropped on the window.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// Drops on the photos of a folder, which copy or move files into it; on a row of the sidebar, into that folder; on the
/// title, which opens what was dropped, as everything does that is no folder.
final class WindowDrops {
    private let sidebar: Sidebar
    /// The row under a drag, which opens after a moment.
    private var hovered: PlaceEntry.ID?
    private var opening: Task<Void, Never>?

    private let context: WindowContext

    /// Time for which a row is under a drag before it opens; Nautilus has the same.
    private nonisolated static let hoverTime = Duration.milliseconds(700)

    /// - Parameters:
    ///   - content: The part of the window with the photos.
    ///   - header: The header with the title.
    init(_ context: WindowContext, on content: Widget, header: Widget, sidebar: Sidebar) {
        (self.context, self.sidebar) = (context, sidebar)
        GivenContent.installDrop(on: content, acceptsOwn: false) { [weak self] value, _, moves in
            self?.drop(value, moves) ?? false
        }
        GivenContent.installDrop(on: header, acceptsOwn: false) { [weak self] value, _, _ in
            self?.open(value) ?? false
        }
        let list: Widget = sidebar.list.cast()
        GivenContent.installDrop(on: list, acceptsOwn: true) { [weak self] value, y, moves in
            guard let self, let folder = Self.folder(of: self.sidebar.entry(atY: y)) else { return false }
            return self.take(value, to: folder.text, moves)
        }
        let motion = made(gtk_drop_controller_motion_new())
        for name in ["enter", "motion"] {
            Signal.onPoint(motion, name) { [weak self] _, y in self?.hover(atY: y) }
        }
        Signal.on(motion, "leave") { [weak self] in self?.endHover() }
        gtk_widget_add_controller(list, motion)
    }

    isolated deinit { opening?.cancel() }

    // MARK: Photos

    private func drop(_ value: UnsafePointer<GValue>, _ moves: Bool?) -> Bool {
        guard let folder = context.changeableFolder else { return open(value) }
        return take(value, to: folder, moves) || refuse(value)
    }

    /// Copies or moves the dropped files.
    /// - Parameter moves: What the user's keys say; nil where that is left to the file systems.
    private func take(_ value: UnsafePointer<GValue>, to folder: String, _ moves: Bool?) -> Bool {
        let paths = GivenContent.files(in: value).compactMap(MountedShares.path)
        guard !paths.isEmpty else { return false }
        Task { [weak self] in
            let photos = await PhotoFiles.grouped(paths.map { PhotoFiles(path: FilePath($0)) })
            let way = await DropWay.of(photos.map(\.path), to: FilePath(folder))
            switch way {
            case .move: self?.context.operations.place(photos, in: folder, moves: moves ?? true)
            case .copy(let always):
                self?.context.operations.place(photos, in: folder, moves: !always && moves == true)
            case .none: self?.context.say(PlaceNotice.dropOnTitle)
            }
        }
        return true
    }

    private func open(_ value: UnsafePointer<GValue>) -> Bool {
        switch GivenContent.given(by: value) {
        case .subject(let subject):
            context.open(subject)
            return true
        case .otherMachine(let machine):
            context.say(PlaceNotice.otherMachine(machine))
            return false
        case .nothing: return false
        }
    }

    /// Says where to drop what could be opened.
    private func refuse(_ value: UnsafePointer<GValue>) -> Bool {
        switch GivenContent.given(by: value) {
        case .subject: context.say(PlaceNotice.dropOnTitle)
        case .otherMachine(let machine): context.say(PlaceNotice.otherMachine(machine))
        case .nothing: break
        }
        return false
    }

    // MARK: Rows

    /// The folder of a row, on the disk or on a share, where files may come to it; nil for any other row.
    private static func folder(of entry: PlaceEntry?) -> FilePath? {
        if case .share(let address)? = entry?.place, !PlaceCapabilities.share(address).contains(.change) { return nil }
        return entry?.place?.filePath
    }

    private func hover(atY y: Double) {
        let entry = sidebar.entry(atY: y)
        guard let entry, Self.folder(of: entry) != nil else { return endHover() }
        guard entry.id != hovered else { return }
        endHover()
        hovered = entry.id
        sidebar.highlight(entry.id)
        guard entry.isExpanded == false else { return }
        opening = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.hoverTime)) != nil, let self, self.hovered == entry.id else {
                return
            }
            self.sidebar.onExpand(entry, true)
        }
    }

    private func endHover() {
        opening?.cancel()
        (opening, hovered) = (nil, nil)
        sidebar.highlight(nil)
    }
}
