// What an info panel contains: the tones of the picture, the words to be edited, and the groups of facts.
import Browse
import CGTK
import CWidgets
import Codecs
import Desktop
import Photos

/// The scrolled column of an info panel.
final class InfoContents {
    let root: WidgetReference
    /// Nil for a panel in which nothing is edited.
    let editor: WordsEditor?
    private let scrolled: OpaquePointer
    private let column: OpaquePointer
    private let histogram = HistogramView()
    private var groups: [FactGroupView] = []
    private let onCopy: (PhotoFact) -> Void
    private let onGo: (PhotoFact.Target) -> Void

    /// Width in logical pixels: the path of a file takes two or three lines.
    static let width: Int32 = 320
    /// Heights of the sheet in logical pixels: the least, and what it takes where there is room for the photo.
    private static let sheetHeight: (least: Int32, most: Int32) = (120, 320)

    /// - Parameters:
    ///   - editor: The part in which words are edited; nil for none.
    ///   - onCopy: Called to copy the value of a row.
    ///   - onGo: Called to open the place that a row names.
    init(editor: WordsEditor?, onCopy: @escaping (PhotoFact) -> Void, onGo: @escaping (PhotoFact.Target) -> Void) {
        (self.editor, self.onCopy, self.onGo) = (editor, onCopy, onGo)
        let scrolled = made(gtk_scrolled_window_new()), column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        root = WidgetReference(scrolled)
        (self.scrolled, self.column) = (scrolled.opaque, column.opaque)
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
        gtk_widget_add_css_class(scrolled, "info")
        tessera_accessible_set_label(scrolled.object, PhotoActionText.information)
        gtk_scrolled_window_set_child(scrolled.opaque, column)
        gtk_widget_set_visible(histogram.widget, 0)
        gtk_box_append(column.cast(), histogram.widget)
        if let editor { gtk_box_append(column.cast(), editor.root.widget) }
    }

    /// Takes the size of a sheet at the lower edge, or of a panel at the side.
    func lay(asSheet isSheet: Bool) {
        let (least, most) = isSheet ? Self.sheetHeight : (-1, -1)
        gtk_widget_set_size_request(scrolled.cast(), isSheet ? -1 : Self.width, least)
        gtk_scrolled_window_set_max_content_height(scrolled, most)
        if isSheet {
            gtk_widget_add_css_class(scrolled.cast(), "sheet")
        } else {
            gtk_widget_remove_css_class(scrolled.cast(), "sheet")
        }
    }

    /// Shows the tones of pixels, or the empty ground where there are none yet.
    /// - Parameter isThere: Whether there is a place for tones: what is shown is one photo.
    func show(tonesOf pixels: PixelBuffer?, isThere: Bool) {
        gtk_widget_set_visible(histogram.widget, isThere ? 1 : 0)
        histogram.show(pixels)
    }

    /// Shows groups of facts in place of those that are shown.
    func show(_ facts: [PhotoFactGroup]) {
        while groups.count < facts.count {
            let group = FactGroupView(onCopy: onCopy, onGo: onGo)
            gtk_box_append(column.cast(), group.widget)
            groups.append(group)
        }
        for (index, group) in groups.enumerated() { group.show(index < facts.count ? facts[index] : nil) }
    }

    /// The shown tones; nil while they are not known.
    var tones: ToneHistogram? { histogram.tones }
    /// The titles of the groups.
    var titles: [String] { groups.compactMap(\.title) }
    /// The shown keywords.
    var keywords: [String] { (editor?.keywords ?? []) + groups.flatMap(\.keywords) }
    /// The shown rows, by group.
    var rows: [[FactRow]] { groups.map(\.shownRows).filter { !$0.isEmpty } }
}
