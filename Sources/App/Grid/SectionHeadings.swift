// The headings of the sections in view. The first one stays at the top while its photos are in view.
import Browse
import CGTK
import Desktop
import Library

/// The headings of one grid.
final class SectionHeadings {
    private let container: PhotoGridWidget
    /// Headings by the index of their section.
    private var shown: [Int: SectionHeading] = [:]
    private var spare: [SectionHeading] = []
    /// Number of sections in view.
    private var wanted = 0

    /// Returns the title of a section.
    var title: (ArrangedSection) -> String = { _ in "" } { didSet { forget() } }

    init(in container: PhotoGridWidget) { self.container = container }

    /// Height of a heading in logical pixels.
    var height: Int { SectionHeading.height(on: container.widget) }

    /// Title and number of the section at the top of the viewport; nil where there are no sections.
    var current: (title: String, count: String)? { shown.min { $0.key < $1.key }?.value.text }

    /// Releases all headings: sections have other numbers now.
    func forget() {
        spare += shown.values
        shown = [:]
    }

    /// Destroys all headings.
    func destroy() {
        forget()
        for heading in spare { gtk_widget_unparent(heading.widget) }
        spare = []
    }

    /// Places the headings in the viewport.
    /// - Parameter scroll: The scroll position on whole device pixels.
    func place(_ layout: GridLayout, _ snapshot: CollectionSnapshot, scroll: Double, pageHeight: Double) {
        let visible = layout.sections(scroll: scroll, pageHeight: pageHeight)
        for (section, heading) in shown where !visible.contains(section) {
            spare.append(heading)
            shown[section] = nil
        }
        wanted = visible.count
        for section in visible {
            guard let heading = heading(of: section, in: snapshot) else { break }
            let place = layout.heading(of: section)
            // The heading of the first section is pushed out by the next one.
            let last = layout.body(of: section).maxY - place.height
            let y = max(place.y, min(scroll, last)) - scroll
            PhotoGridWidget.place(
                heading.widget, in: Rectangle(x: place.x, y: y, width: place.width, height: place.height))
        }
        for heading in spare { gtk_widget_set_child_visible(heading.widget, 0) }
    }

    /// Whether there are fewer headings than sections in view.
    var isShort: Bool { shown.count + spare.count < wanted }

    /// Makes the headings that are missing, and some more. Not during a layout.
    func provide() {
        while shown.count + spare.count < wanted * 2 {
            let heading = SectionHeading()
            container.add(heading.widget)
            spare.append(heading)
        }
    }

    private func heading(of section: Int, in snapshot: CollectionSnapshot) -> SectionHeading? {
        if let heading = shown[section] { return heading }
        guard let heading = spare.popLast() else { return nil }
        let arranged = snapshot.arrangement.sections[section]
        heading.show(title: title(arranged), count: GalleryTitle.grouped(arranged.count))
        shown[section] = heading
        return heading
    }
}
