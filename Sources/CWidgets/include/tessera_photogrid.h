// Scrollable container whose children are placed by its owner: the photo grid.
//
// Why a shim: a scrollable widget is a GObject subclass that implements an interface with four properties. The widget
// decides nothing itself: its owner chooses which children exist, and where they lie.
#pragma once
#include "../../CGTK/cgtk.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_PHOTO_GRID (tessera_photo_grid_get_type())
G_DECLARE_FINAL_TYPE(TesseraPhotoGrid, tessera_photo_grid, TESSERA, PHOTO_GRID, GtkWidget)

/// All functions: main thread only.

/// The virtual functions of a photo grid. All are called with the grid's context.
typedef struct {
    /// Places the children in the viewport, whose size is in logical pixels. Called during layout: after a change of the
    /// size, of the scroll position, or after `gtk_widget_queue_allocate`. It must neither add nor remove children, since
    /// GTK does not draw what is marked for a layout meanwhile.
    void (*allocate)(gpointer context, int width, int height);
    /// Draws the grid with its children, by `tessera_photo_grid_snapshot_children` or each by `gtk_widget_snapshot_child`.
    void (*snapshot)(gpointer context, GtkSnapshot *snapshot);
    /// Moves the focus into the grid or inside it, as GtkWidget's `focus` does. Returns whether the focus is inside now.
    gboolean (*focus)(gpointer context, GtkDirectionType direction);
    /// Gives the focus to the child that had it last. Returns whether there is one.
    gboolean (*grab_focus)(gpointer context);
    /// Releases the context. Called once, when the grid is disposed of; no other function follows.
    void (*destroy)(gpointer context);
} TesseraPhotoGridFunctions;

/// Creates a grid (floating) of the node `photogrid` that places and draws nothing until `tessera_photo_grid_connect`.
GtkWidget *tessera_photo_grid_new(void);

/// Connects a grid to its functions, which must exist as long as it does. The grid takes over `context`. Call once.
void tessera_photo_grid_connect(TesseraPhotoGrid *self, const TesseraPhotoGridFunctions *functions, gpointer context);

/// Returns the context of `grid`, borrowed; NULL after it has been disposed of.
gpointer tessera_photo_grid_get_context(TesseraPhotoGrid *self);

/// Adds a child (its floating reference is sunk), drawn over those that were added before and hidden until it is placed.
void tessera_photo_grid_add(TesseraPhotoGrid *self, GtkWidget *child);

/// Adds a child, drawn below all others and hidden until it is placed.
void tessera_photo_grid_add_below(TesseraPhotoGrid *self, GtkWidget *child);

/// Places a child with its upper left corner at a point of the viewport, and shows it. Only during `allocate`.
void tessera_photo_grid_place(GtkWidget *child, double x, double y, int width, int height);

/// Draws all children that are shown, each where it was placed. Only during `snapshot`.
void tessera_photo_grid_snapshot_children(TesseraPhotoGrid *self, GtkSnapshot *snapshot);

/// Sets the height of the content, the scroll position and its extents. Emits `value-changed` of the adjustment only where
/// the position is another one then.
void tessera_photo_grid_set_extent(TesseraPhotoGrid *self, double value, double height, double page);

G_END_DECLS
