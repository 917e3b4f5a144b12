// Leaf widget whose size, drawing and end are functions of its owner.
//
// Why a shim: a widget with its own drawing is a GObject subclass with virtual functions, which takes a page of C, or
// pointer arithmetic in Swift. The widget decides nothing itself.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_CANVAS_WIDGET (tessera_canvas_widget_get_type())
G_DECLARE_FINAL_TYPE(TesseraCanvasWidget, tessera_canvas_widget, TESSERA, CANVAS_WIDGET, GtkWidget)

/// All functions: main thread only.

/// The virtual functions of a canvas. All are called with the canvas's context.
typedef struct {
    /// Returns minimum and natural size in logical pixels; `for_size` is -1 or the size in the other direction.
    int (*measure)(gpointer context, GtkOrientation orientation, int for_size);
    /// The canvas has been allocated another size, or anew after a request. Called during layout.
    void (*allocated)(gpointer context);
    /// Draws the canvas.
    void (*snapshot)(gpointer context, GtkSnapshot *snapshot);
    /// The canvas is no longer shown.
    void (*unmapped)(gpointer context);
    /// Releases the context. Called once, when the canvas is disposed of; no other function follows.
    void (*destroy)(gpointer context);
} TesseraCanvasFunctions;

/// Creates a canvas (floating) that measures and draws nothing until `tessera_canvas_widget_connect`. `css_name` is
/// copied. `mode` says whether its height depends on its width.
GtkWidget *tessera_canvas_widget_new(const char *css_name, GtkAccessibleRole role, GtkSizeRequestMode mode);

/// Connects a canvas to its functions, which must exist as long as it does. The canvas takes over `context`. Call once.
void tessera_canvas_widget_connect(TesseraCanvasWidget *self, const TesseraCanvasFunctions *functions,
                                   gpointer context);

/// Returns the context of `widget`, borrowed; NULL if it is no canvas, or has been disposed of.
gpointer tessera_canvas_widget_get_context(GtkWidget *widget);

G_END_DECLS
