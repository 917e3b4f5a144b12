// Protocol between tessera and the process that draws an SVG for it: structs of fixed size over a socket, in native
// byte order, since both run on one machine.
#pragma once
#include <glib.h>

G_BEGIN_DECLS

/// Descriptors of the drawing process: the file, to be mapped, and the socket. It has no others except an unused
/// standard error and, for a drawing with text, the font files, for reading.
enum { TESSERA_DRAWING_FILE = 0, TESSERA_DRAWING_SOCKET = 1 };

/// What the drawing process loads before it confines itself, as bits: fonts; loaders of other pictures than PNG and JPEG.
/// What it has not loaded then is not drawn.
enum { TESSERA_DRAWING_NEEDS_FONTS = 1, TESSERA_DRAWING_NEEDS_LOADERS = 2 };

/// Exit status of a process whose allocation failed.
enum { TESSERA_DRAWING_OUT_OF_MEMORY_STATUS = 4 };

/// Bytes of memory that each pixel of the drawing adds to the limit: the surface that is drawn on, the pixels that the
/// loader makes of it, and as much again for one intermediate surface.
enum { TESSERA_DRAWING_PIXEL_BYTES = 12 };

typedef enum {
    /// Process to tessera, once: the natural size. The answer is a TesseraDrawingSize.
    TESSERA_DRAWING_ANNOUNCES = 1,
    /// Process to tessera, last: `height` rows of `width` × `channels` bytes follow, without gaps.
    TESSERA_DRAWING_DRAWN = 2,
    /// Process to tessera, last: `length` bytes of error message in UTF-8 follow. `code` is a GdkPixbufError, or -1.
    TESSERA_DRAWING_FAILED = 3,
} TesseraDrawingKind;

typedef struct {
    guint32 kind;
    /// What confines the process: bits of tessera_confinement.h.
    guint32 confined;
    gint32 width, height;
    gint32 channels;
    gint32 code;
    guint32 length;
} TesseraDrawingMessage;

/// Answer to an announcement: the size to draw at. If tessera closes the socket instead, the process ends.
typedef struct {
    gint32 width, height;
} TesseraDrawingSize;

/// Maximum number of bytes that are read of an error message.
enum { TESSERA_DRAWING_WORDS = 512 };

G_END_DECLS
