// The photos on which the window's actions act.
import Browse
import Desktop
import Library
import Photos

/// What an action acts on: the slide of a slideshow, which lies over everything else; the opened photo; the active one
/// of those that are compared; in the grid what a context menu was opened on, else the selected photos, else the
/// focused one. A menu on a selected photo is one of the selection.
final class ActionTarget {
    /// What a context menu was opened on in the grid.
    enum Pointed: Equatable {
        case photo(PhotoRef)
        case section(ArrangedSection)
    }

    /// Photos by their references, with what is needed to read them on any thread.
    struct Photos: Sendable {
        let refs: [PhotoRef]
        let store: PhotoStore
        let source: any PhotoSource

        /// Reads where the originals are, in their order: a microsecond each.
        nonisolated var originals: [ImageLocation] {
            let reader = PhotoReader()
            return refs.map { source.original(of: reader.photo($0.slot, of: store)) }
        }

        /// The same, read off the main thread.
        @concurrent nonisolated func readOriginals() async -> [ImageLocation] { originals }
    }

    /// Returns the photo of the detail page and its gallery; nil where none is there.
    var shown: () -> (ref: PhotoRef, model: GalleryModel)?
    /// The slide on the screen, nil before the first one, and its gallery; nil while there is no slideshow.
    var slide: (ref: PhotoRef?, model: GalleryModel)? {
        didSet { if slide?.ref != oldValue?.ref || (slide == nil) != (oldValue == nil) { onChange() } }
    }
    /// The shown page; nil for one without a selection.
    weak var page: GalleryPage?
    /// What a context menu is open on; nil where none is.
    var pointed: Pointed? {
        didSet { if pointed != oldValue { onChange() } }
    }
    /// The photo of the page that is acted on alone: the active one of those that are compared; nil where none are.
    var compared: PhotoRef? {
        didSet { if compared != oldValue { onChange() } }
    }
    /// The photo that had the focus before a menu of the header took it.
    private var held: PhotoRef?
    /// The photo that the panel beside the grid shows, while the focus is in the panel.
    private(set) var informed: PhotoRef?
    /// Called when actions may act on other photos than before.
    var onChange: () -> Void = {}

    /// - Parameter shown: Returns the photo of the detail page and its gallery; nil where none is there.
    init(shown: @escaping () -> (ref: PhotoRef, model: GalleryModel)?) { self.shown = shown }

    /// Returns the opened photo and its gallery; nil where none is open, or a slideshow lies over it.
    func opened() -> (ref: PhotoRef, model: GalleryModel)? { slide == nil ? shown() : nil }

    /// The photo that alone is in front, in its gallery: the slide or the opened one; nil for none.
    private var alone: (ref: PhotoRef, model: GalleryModel)? {
        guard let slide else { return shown() }
        return slide.ref.flatMap { slide.model.position(of: $0) == nil ? nil : ($0, slide.model) }
    }

    /// The page whose selection is acted on; nil while something lies over it.
    private var uncovered: GalleryPage? { slide == nil && shown() == nil ? page : nil }

    /// Tells that the selection, the focus or the opened photo is another one.
    func changed() { onChange() }

    /// Goes on acting on the photo that has the focus, while a menu has it; or no longer does.
    func holdFocused(_ isHeld: Bool) { held = isHeld ? page?.grid.focus.photo : nil }

    /// Goes on acting on the photo of which the panel tells, while the focus is there; nil where it no longer is.
    func holdInformed(_ ref: PhotoRef?) {
        guard ref != informed else { return }
        informed = ref
        onChange()
    }

    /// The photo with the focus, also while a menu or the panel has that.
    private var focused: PhotoRef? {
        page?.grid.focus.photo ?? (held ?? informed).flatMap { page?.model.snapshot.position(of: $0) == nil ? nil : $0 }
    }

    /// The gallery of the photos; nil if there is none.
    var model: GalleryModel? { slide?.model ?? shown()?.model ?? page?.model }

    /// The number of photos; costs nothing.
    var count: Int {
        guard let page = uncovered else { return alone == nil ? 0 : 1 }
        if let compared { return page.model.position(of: compared) == nil ? 0 : 1 }
        switch pointed {
        case .section(let section): return section.count
        case .photo(let ref) where !page.selection.model.contains(ref): return 1
        case .photo, nil:
            let selected = page.selection.model.summary.count
            return selected > 0 ? selected : focused == nil ? 0 : 1
        }
    }

    /// The only photo, with its gallery; nil for several and for none.
    var single: (ref: PhotoRef, model: GalleryModel)? {
        if let alone { return alone }
        guard count == 1, let page = uncovered, let ref = refs(on: page).first else { return nil }
        return (ref, page.model)
    }

    /// The photos; nil for none. Costs a microsecond for some hundred.
    var photos: Photos? {
        if let (ref, model) = alone {
            return Photos(refs: [ref], store: model.snapshot.store, source: model.source)
        }
        guard let page = uncovered else { return nil }
        let refs = refs(on: page)
        return refs.isEmpty ? nil : Photos(refs: refs, store: page.model.snapshot.store, source: page.model.source)
    }

    private func refs(on page: GalleryPage) -> [PhotoRef] {
        let selection = page.selection.model, snapshot = page.model.snapshot
        if let compared { return snapshot.position(of: compared) == nil ? [] : [compared] }
        switch pointed {
        case .section(let section):
            // A step of the collection may have come since.
            guard snapshot.arrangement.sections.contains(section) else { return [] }
            return (section.start..<section.start + section.count).map(snapshot.ref(at:))
        case .photo(let ref) where !selection.contains(ref):
            return snapshot.position(of: ref) == nil ? [] : [ref]
        case .photo, nil:
            return selection.summary.count > 0 ? selection.refs : focused.map { [$0] } ?? []
        }
    }
}
