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
    var title: (ArrangedSection) -> String = { _ in "" } {
        didSet {
            forget()
            leastWidth = nil
        }
    }

    /// Where the headings are drawn in the viewport.
    private var places: [Int: Rectangle] = [:]
    /// Where the headings lie in the viewport if they do not stay at the top, and where they would be at the end of
    /// their section.
    private var tracks: [Int: (top: Double, end: Double)] = [:]
    /// Whether the checks are shown without the pointer too, and how many photos of a section are selected.
    private var marks: (isOffered: Bool, state: (ArrangedSection) -> SectionSelection) = (false, { _ in .none })

    init(in container: PhotoGridWidget) { self.container = container }

    /// Height of a heading in logical pixels.
    var height: Int { measuredHeight(on: container.widget) { SectionHeading.height(on: container.widget) } }
    private var measuredHeight = FontMeasure<Int>()

    /// Returns the width in logical pixels that the headings of such sections need beside each other: that of the
    /// longest day, month or year, or of fourteen digits for folders; 0 if there are none.
    func leastWidth(for sections: [ArrangedSection]) -> Int {
        guard let key = sections.first(where: { $0.key != .undated })?.key ?? sections.first?.key else { return 0 }
        let samples = Self.samples(like: key)
        if leastWidth?.samples != samples { leastWidth = (samples, FontMeasure()) }
        return leastWidth?.measure(on: container.widget) {
            let titles = samples.map { title(ArrangedSection(key: $0, start: 0, count: 1)) }
            let folder = String(repeating: "0", count: Self.usualNameLength)
            return SectionHeading.width(of: samples.isEmpty ? [folder] : titles, on: container.widget)
        } ?? 0
    }
    /// For one kind of sections.
    private var leastWidth: (samples: [SectionKey], measure: FontMeasure<Int>)?
    /// Characters of the name of a folder of photos that are seen in any case.
    private static let usualNameLength = 14

    /// Returns sections as long as those of a kind get; none where there is no telling.
    private static func samples(like key: SectionKey) -> [SectionKey] {
        switch key {
        case .day: (1...12).map { .day(year: 2024, month: $0, day: 25) }
        case .month: (1...12).map { .month(year: 2024, month: $0) }
        case .year: [.year(2024)]
        case .folder, .undated: []
        }
    }

    /// Title and number of the section at the top of the viewport; nil where there are no sections.
    var current: (title: String, count: String)? { shown.min { $0.key < $1.key }?.value.text }

    /// Returns where the heading of a section lies in the viewport; nil where none is shown.
    func place(of section: Int) -> Rectangle? {
        shown[section].flatMap { Rectangle(of: $0.widget, in: container.widget) }
    }

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
    /// - Parameters:
    ///   - scroll: The scroll position on whole device pixels.
    ///   - reach: The heights of the viewport between which headings are shown.
    func place(
        _ layout: GridLayout, _ snapshot: CollectionSnapshot, scroll: Double, reach: (top: Double, bottom: Double),
        isRightToLeft: Bool
    ) {
        let visible = layout.sections(scroll: scroll + reach.top, pageHeight: reach.bottom - reach.top)
        for (section, heading) in shown where !visible.contains(section) {
            spare.append(heading)
            shown[section] = nil
        }
        wanted = visible.count
        for section in visible {
            guard let heading = heading(of: section, in: snapshot) else { break }
            let place = layout.room.placed(layout.heading(of: section), isRightToLeft: isRightToLeft)
            let track = (top: place.y - scroll, end: layout.body(of: section).maxY - place.height - scroll)
            tracks[section] = track
            let here = Rectangle(x: place.x, y: Self.y(track), width: place.width, height: place.height)
            places[section] = here
            PhotoGridWidget.place(heading.widget, in: here)
        }
        for heading in spare { gtk_widget_set_child_visible(heading.widget, 0) }
    }

    /// The headings of the first row of sections stay at the top until the next ones push them out.
    private static func y(_ track: (top: Double, end: Double)) -> Double { max(track.top, min(0, track.end)) }

    /// Draws the headings in their own size over photos that are drawn larger or smaller.
    func draw(on drawing: Drawing, as scaling: TileScaling) {
        for (section, heading) in shown {
            guard let track = tracks[section], let height = places[section]?.height else { continue }
            let end = scaling.drawn(x: 0, y: track.end + height).y - height
            let y = Self.y((scaling.drawn(x: 0, y: track.top).y, end))
            places[section]?.y = y
            drawing.draw(child: heading.widget, movedDown: y - Self.y(track))
        }
    }

    /// Returns the section whose heading lies at a point of the viewport, and whether its check does.
    func hit(_ x: Double, _ y: Double) -> (section: Int, isOnCheck: Bool)? {
        for (section, heading) in shown {
            guard let place = places[section], y >= place.y, y < place.maxY, x >= place.x, x < place.maxX else {
                continue
            }
            return (section, heading.isOnCheck(x: x - place.x))
        }
        return nil
    }

    /// Shows how many photos of each section are selected, from now on.
    func mark(
        in snapshot: CollectionSnapshot, isOffered: Bool, state: @escaping (ArrangedSection) -> SectionSelection
    ) {
        marks = (isOffered, state)
        for (section, heading) in shown where section < snapshot.arrangement.sections.count {
            heading.show(state(snapshot.arrangement.sections[section]), isOffered: isOffered)
        }
    }

    /// Hides the headings without a section from assistive technology.
    func hideSpare() { for heading in spare { heading.isHiddenFromReaders = true } }

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
        heading.isHiddenFromReaders = false
        let arranged = snapshot.arrangement.sections[section]
        heading.show(title: title(arranged), count: arranged.count)
        heading.show(marks.state(arranged), isOffered: marks.isOffered)
        shown[section] = heading
        return heading
    }
}
