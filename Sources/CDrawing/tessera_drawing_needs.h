// What a drawing may make its process load, guessed from its bytes without parsing them: everything has to be loaded
// before the process confines itself, and fonts alone take a third of an ordinary drawing's time. A drawing that hides
// its needs is drawn without them.
#pragma once
#include <glib.h>

G_BEGIN_DECLS

typedef struct {
    /// Bits of TESSERA_DRAWING_NEEDS_….
    guint32 bits;
    /// The encoding that the file declares, unless readers of XML have it built in; otherwise empty.
    char encoding[41];
} TesseraDrawingNeeds;

/// Any thread; the bytes are borrowed for the call.
TesseraDrawingNeeds tessera_drawing_needs(const guint8 *bytes, gsize count);

G_END_DECLS
