// The coloured dot of a label.
import CGTK
import Desktop
import Photos

/// A dot in the colour of a label, for buttons; the style sheet has the colours.
enum LabelDot {
    /// Makes the dot (floating).
    static func make(_ label: PhotoLabel) -> Widget {
        let dot = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_add_css_class(dot, "label-dot")
        gtk_widget_add_css_class(dot, "\(label)")
        gtk_widget_set_halign(dot, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(dot, GTK_ALIGN_CENTER)
        return dot
    }

    /// The same colour on a tile: those of libadwaita's palette that are seen on a dark ground.
    static func colour(_ label: PhotoLabel) -> (red: UInt16, green: UInt16, blue: UInt16)? {
        switch label {
        case .none: nil
        case .red: (0xf6f6, 0x6161, 0x5151)
        case .yellow: (0xf8f8, 0xe4e4, 0x5c5c)
        case .green: (0x5757, 0xe3e3, 0x8989)
        case .blue: (0x6262, 0xa0a0, 0xeaea)
        case .purple: (0xdcdc, 0x8a8a, 0xdddd)
        case .other: (0xc0c0, 0xbfbf, 0xbcbc)
        }
    }
}
