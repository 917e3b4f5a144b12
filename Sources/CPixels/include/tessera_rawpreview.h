// The preview in a camera raw file, by LibRaw.
//
// Why C: LibRaw's structures have arrays that Swift would import as tuples of 65,536 elements.
#pragma once
// As a module, so that GLib's types are declared once for all of them.
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

typedef struct {
    // An image file, a JPEG or a PNM. Freed by the caller with g_free.
    guint8 *bytes;
    gsize count;
    // EXIF orientation 1, 3, 6 or 8 of the raw image.
    int orientation;
} TesseraRawPreview;

/// Copies the preview of a camera raw file: of those that LibRaw lists, from 0.21 on, the smallest of at least `width` ×
/// `height` pixels, or else the largest; before 0.21 the one that LibRaw chooses, which is the largest. `most_pixels` and
/// the length of the file limit it. Parses untrusted bytes in this process, but decodes no pixels. Any thread; `file` is
/// borrowed for the call. Returns FALSE, and leaves `*preview`, if there is none.
gboolean tessera_raw_preview(const guint8 *file, gsize count, guint width, guint height, guint64 most_pixels,
                             TesseraRawPreview *preview);

G_END_DECLS
