// Colour transforms from an ICC profile to sRGB, the colour space that GTK 4.8 assumes for all pixels.
//
// Why a shim: Little CMS names its pixel layouts by macros that Swift cannot read, and pixels that are not opaque have
// to be divided by their alpha before the transform and multiplied by it afterwards, in loops that must be vectorised
// in every build.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

typedef struct _TesseraColourTransform TesseraColourTransform;

/// Creates the transform from the ICC profile in `length` bytes, which are borrowed for the call, to sRGB. Any thread;
/// takes 2 ms for a profile of a matrix and curves, tens of milliseconds for one of tables. Transfer full:
/// tessera_colour_transform_free. Immutable, so threads may share it.
///
/// Returns NULL when there is nothing to convert: the bytes are not a profile; or not one of a display, camera or
/// scanner for RGB or grey; or no channel of some hundred sample colours changes by more than 1, as with sRGB itself.
TesseraColourTransform *tessera_colour_transform_new(const guint8 *profile, gsize length);

/// Creates the transform from inks to sRGB: by the profile, if it is one for CMYK; otherwise, as with `length` 0, each ink
/// takes its share of one primary, as in gdk-pixbuf. Never NULL. `inverted` says that 255 is no ink, not 0. Any thread; takes
/// some hundred milliseconds for a profile. Transfer full: tessera_colour_transform_free. Immutable, so threads may share it.
TesseraColourTransform *tessera_colour_transform_new_of_inks(const guint8 *profile, gsize length, gboolean inverted);

/// Frees the transform. Does nothing for NULL.
void tessera_colour_transform_free(TesseraColourTransform *self);

/// Whether the transform applies to these pixels: FALSE when the profile is for grey and any of `count` pixels of
/// premultiplied BGRA is coloured. Any thread.
gboolean tessera_colour_transform_fits(const TesseraColourTransform *self, const guint8 *pixels, gsize count);

/// Converts `count` pixels of premultiplied BGRA in place; alpha is unchanged. The pixels of a transform of inks are cyan,
/// magenta, yellow and black, and become opaque BGRA. Any thread, concurrently too; cannot fail.
void tessera_colour_transform_run(const TesseraColourTransform *self, guint8 *pixels, gsize count);

/// Number of Little CMS profiles and transforms that are held now, for tests. Any thread.
int tessera_colour_handles(void);

G_END_DECLS
