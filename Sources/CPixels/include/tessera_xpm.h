// Loading of XPM from memory.
//
// Why a shim: gdk-pixbuf's loader of XPM first writes what it is given to a temporary file, which a confined process may not.
#pragma once
#include "tessera_pixbuf.h"

G_BEGIN_DECLS

/// Loads an XPM, as tessera_pixbuf_load does. `hooks->prepare` may refuse its size, not change it.
GdkPixbuf *tessera_xpm_load(const TesseraPixbufPiece *pieces, gsize count, const TesseraPixbufHooks *hooks,
                            TesseraPixbufOutcome *outcome, GError **error);

G_END_DECLS
